/** What a person would stumble over on a page. These run in the browser. */

/** Whatever does not fit: on the page, or in the box that it stands in. */
export function cutOff() {
  const wide = document.documentElement.scrollWidth > innerWidth ? ['the page scrolls sideways'] : [];
  const named = (element) =>
    `${element.tagName.toLowerCase()}.${element.className}: ${element.textContent.slice(0, 40)}`;
  for (const element of document.body.querySelectorAll('*')) {
    if (element.closest('.unseen') !== null) continue;
    const { left, right, width } = element.getBoundingClientRect();
    const outside = width > 0 && (right > innerWidth + 0.5 || left < -0.5);
    const hidden = element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0;
    const clips = getComputedStyle(element).overflowX !== 'visible';
    if (outside || (hidden && clips)) wide.push(named(element));
  }
  return wide;
}

/** Numbers of a diff's lines that take more than one line. */
export function brokenNumbers() {
  const lines = (cell) => {
    const range = document.createRange();
    range.selectNodeContents(cell);
    return new Set([...range.getClientRects()].map(({ top }) => top)).size;
  };
  return [...document.querySelectorAll('.line')]
    .filter((cell) => lines(cell) > 1)
    .map(({ textContent }) => textContent);
}

/** Text whose contrast with its ground is below a ratio, as WCAG 2 counts it. */
export function faint(least) {
  const canvas = new OffscreenCanvas(1, 1);
  const ink = canvas.getContext('2d', { willReadFrequently: true });
  const paint = (colour) => {
    ink.fillStyle = colour;
    ink.fillRect(0, 0, 1, 1);
    return [...ink.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const luminance = (colour) => {
    const [red, green, blue] = colour
      .map((value) => value / 255)
      .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const ratioOf = (element) => {
    const behind = [];
    for (let at = element; at !== null; at = at.parentElement) behind.unshift(at);
    paint('white');
    for (const each of behind) paint(getComputedStyle(each).backgroundColor);
    const ground = luminance(paint('transparent'));
    const text = luminance(paint(getComputedStyle(element).color));
    return (Math.max(ground, text) + 0.05) / (Math.min(ground, text) + 0.05);
  };
  const hasText = ({ childNodes }) =>
    [...childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim() !== '');
  return [...document.body.querySelectorAll('*')]
    .filter((element) => hasText(element) && element.checkVisibility() && ratioOf(element) < least)
    .map(
      (element) =>
        `${element.className}: ${element.textContent.slice(0, 40)}, ${ratioOf(element).toFixed(2)}`,
    );
}

/** The colour of what something stands on. */
export function ground(element) {
  return getComputedStyle(element).backgroundColor;
}

/** What can be reached by the Tab key, in the order of the page. */
export function reachable() {
  return [...document.querySelectorAll('a[href], summary, [tabindex="0"]')]
    .filter((element) => element.checkVisibility())
    .map((element) => element.ariaLabel ?? element.textContent);
}

/** Where the keyboard is, and whether one sees it; `undefined` when it is nowhere. */
export function focused() {
  const element = document.activeElement;
  if (element === null || element === document.body) return undefined;
  const { outlineStyle, outlineWidth } = getComputedStyle(element);
  const { top, bottom } = element.getBoundingClientRect();
  return {
    name: element.ariaLabel ?? element.textContent,
    seen: outlineStyle === 'solid' && Number.parseFloat(outlineWidth) >= 2 && bottom > 0 && top < innerHeight,
  };
}
