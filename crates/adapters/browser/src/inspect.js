// Reads what the page contains once it has settled. Evaluated in the isolated world of observe.js.
(() => {
  const { cut, selector, snippet } = observed;
  const SMALL = 12;
  const finite = (number) => (Number.isFinite(number) ? number : 0);

  const images = Array.from(document.getElementsByTagName('img')).slice(0, 500).map((image) => {
    const box = image.getBoundingClientRect();
    const inside = box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth;
    return {
      selector: selector(image),
      snippet: snippet(image),
      url: cut(image.currentSrc, 2000),
      natural_width: image.naturalWidth,
      natural_height: image.naturalHeight,
      shown_width: finite(box.width),
      shown_height: finite(box.height),
      above_fold: inside && box.width > 0 && box.height > 0,
      lazy: image.getAttribute('loading') === 'lazy',
    };
  });

  // Counts characters by the element that contains them directly.
  const texts = new Map();
  const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
  for (let visited = 0; visited < 50000 && walker.nextNode(); visited += 1) {
    const holder = walker.currentNode.parentElement;
    const length = walker.currentNode.data.trim().length;
    if (holder && length > 0) texts.set(holder, (texts.get(holder) ?? 0) + length);
  }
  const sizes = { characters: 0, small_characters: 0 };
  const small = [];
  for (const [holder, characters] of texts) {
    if (/^(script|style|noscript|template|title)$/.test(holder.localName)) continue;
    if (!holder.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    sizes.characters += characters;
    const pixels = parseFloat(getComputedStyle(holder).fontSize);
    if (pixels < SMALL) {
      sizes.small_characters += characters;
      small.push({ holder, characters, pixels });
    }
  }
  small.sort((one, other) => other.characters - one.characters);
  sizes.small = small.slice(0, 10).map(({ holder, pixels }) => ({
    selector: selector(holder),
    pixels,
    snippet: snippet(holder),
  }));

  const faces = Array.from(document.fonts).slice(0, 200).map((face) => ({
    family: cut(face.family, 200).replace(/^["']|["']$/g, ''),
    display: cut(face.display, 20) || 'auto',
    loaded: face.status === 'loaded',
  }));

  return { images, text_sizes: sizes, font_faces: faces };
})();
