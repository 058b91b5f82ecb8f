// Runs before the page, in an isolated world: the page can neither change nor see these functions.
(() => {
  if (window !== window.top) return;

  const MOST = 2000;
  const LONGEST_SNIPPET = 300;
  const seen = { fcp: null, largest: null, shifts: [], tasks: [], scripts: [], interactions: [] };
  const observers = [];

  const cut = (text, length) => String(text ?? '').slice(0, length);
  const element = (node) => (node && node.nodeType === Node.ELEMENT_NODE ? node : node?.parentElement ?? null);

  // A selector of at most six steps that finds the element again.
  const selector = (node) => {
    const steps = [];
    for (let at = element(node); at && steps.length < 6; at = at.parentElement) {
      const tag = CSS.escape(at.localName);
      const id = at.getAttribute('id');
      if (id && id.length < 60) {
        steps.unshift(`${tag}#${CSS.escape(id)}`);
        break;
      }
      let place = 1;
      let alone = true;
      for (let other = at.previousElementSibling; other; other = other.previousElementSibling) {
        if (other.localName === at.localName) place += 1;
        if (place > 999) break;
      }
      if (place === 1) {
        for (let other = at.nextElementSibling; other && alone; other = other.nextElementSibling) {
          alone = other.localName !== at.localName;
        }
      }
      steps.unshift(place === 1 && alone ? tag : `${tag}:nth-of-type(${place})`);
    }
    return cut(steps.join(' > '), 500);
  };

  // The opening tag, built by hand: a clone would load images and run constructors of the page.
  const snippet = (node) => {
    const at = element(node);
    if (!at) return '';
    let text = `<${at.localName}`;
    for (const { name, value } of Array.from(at.attributes).slice(0, 30)) {
      text += ` ${name}="${cut(value, 150)}"`;
      if (text.length > LONGEST_SNIPPET) break;
    }
    return cut(`${text}>`, LONGEST_SNIPPET);
  };

  const area = (rect) => rect.width * rect.height;
  const mostMoved = (sources) => {
    let most = null;
    for (const source of sources ?? []) {
      const moved = Math.max(area(source.previousRect), area(source.currentRect));
      if (source.node && (!most || moved > most.moved)) most = { node: source.node, moved };
    }
    return most?.node ?? null;
  };

  const watch = (type, take, options = {}) => {
    try {
      const observer = new PerformanceObserver((list) => list.getEntries().forEach(take));
      observer.observe({ type, buffered: true, ...options });
      observers.push(() => observer.takeRecords().forEach(take));
    } catch {
      // This browser does not support the entry type.
    }
  };

  watch('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') seen.fcp = entry.startTime;
  });
  watch('largest-contentful-paint', (entry) => {
    const painted = entry.element;
    seen.largest = {
      at: entry.startTime,
      selector: painted ? selector(painted) : '',
      snippet: painted ? snippet(painted) : '',
      url: entry.url ? cut(entry.url, 4000) : null,
      lazy: painted?.getAttribute('loading') === 'lazy',
    };
  });
  watch('layout-shift', (entry) => {
    if (seen.shifts.length >= MOST) return;
    const moved = seen.shifts.length < 200 ? mostMoved(entry.sources) : null;
    seen.shifts.push({
      value: entry.value,
      at: entry.startTime,
      selector: moved ? selector(moved) : null,
      snippet: moved ? snippet(moved) : null,
    });
  });
  watch('longtask', (entry) => {
    if (seen.tasks.length < MOST) seen.tasks.push({ start: entry.startTime, duration: entry.duration });
  });
  // Reports which scripts ran in a long frame; long tasks do not contain that.
  watch('long-animation-frame', (entry) => {
    for (const script of entry.scripts) {
      if (seen.scripts.length >= MOST) return;
      const { startTime: start, duration } = script;
      if (script.sourceURL) seen.scripts.push({ start, duration, url: cut(script.sourceURL, 2000) });
    }
  });
  const interaction = (entry) => {
    if (seen.interactions.length < MOST && (entry.interactionId || entry.entryType === 'first-input')) {
      seen.interactions.push({ at: entry.startTime, duration: entry.duration });
    }
  };
  watch('first-input', interaction);
  watch('event', interaction, { durationThreshold: 16 });

  const flush = () => observers.forEach((take) => take());

  globalThis.observed = {
    cut,
    selector,
    snippet,
    // How long the main thread has been without a long task.
    quietFor() {
      flush();
      const last = seen.tasks.at(-1);
      return last ? performance.now() - last.start - last.duration : performance.now();
    },
    report() {
      flush();
      const [navigation] = performance.getEntriesByType('navigation');
      return { ...seen, ttfb: navigation?.responseStart || null, now: performance.now() };
    },
  };
})();
