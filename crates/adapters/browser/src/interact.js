// Finds an element on the first screen that can be clicked without leaving the page. Evaluated in the
// isolated world of observe.js.
(() => {
  const CHOICES = [
    'button', 'summary', '[role=button]', '[role=tab]', '[role=switch]', '[aria-expanded]',
    'input[type=checkbox]', 'input[type=radio]', 'input[type=text]', 'input[type=search]', 'input[type=email]',
    'input:not([type])', 'textarea',
  ];
  const leaves = (element) => {
    if (element.closest('a[href], area[href], [disabled], [inert]')) return true;
    const type = (element.getAttribute('type') ?? 'submit').toLowerCase();
    return element.localName === 'button' && type !== 'button' && element.closest('form') !== null;
  };
  const place = (element) => {
    const box = element.getBoundingClientRect();
    const x = box.left + box.width / 2;
    const y = box.top + box.height / 2;
    const inside = x > 0 && y > 0 && x < innerWidth && y < innerHeight && box.width >= 8 && box.height >= 8;
    const hit = inside ? document.elementFromPoint(x, y) : null;
    return hit && (hit === element || element.contains(hit)) ? { x, y } : null;
  };
  for (const element of Array.from(document.querySelectorAll(CHOICES.join(','))).slice(0, 500)) {
    const at = leaves(element) ? null : place(element);
    if (at) return { ...at, selector: observed.selector(element) };
  }
  return null;
})();
