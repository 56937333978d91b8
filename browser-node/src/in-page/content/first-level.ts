/** Marks each h1 before Readability makes an h2 of it. */
export const markFirstLevel = (root: Element): void => {
  for (const heading of root.querySelectorAll('h1')) heading.setAttribute('data-first-level', '');
};

/** Makes an h1 of each h2 that was one. */
export const restoreFirstLevel = (root: Element): void => {
  for (const heading of root.querySelectorAll('h2[data-first-level]')) {
    const first = heading.ownerDocument.createElement('h1');
    first.append(...heading.childNodes);
    heading.replaceWith(first);
  }
};

/**
 * The article's heading, an h1, if Readability dropped it. Readability drops a heading that repeats the title, and one
 * beside the article's box. A title often ends with the site's name.
 */
export const lostHeading = (copy: Document, content: Element, title: string): Element | undefined => {
  const repeats = 0.75;
  const half = 0.5;
  const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  /** The share of a text's letters in words that the title has, too. */
  const shareIn = (whole: string, text: string) => {
    const known = new Set(wordsOf(whole));
    const words = wordsOf(text);
    return words.filter((word) => known.has(word)).join('').length / (words.join('').length || 1);
  };
  const textOf = (element: Element) => element.textContent.replaceAll(/\s+/g, ' ').trim();
  const isElsewhere = (heading: Element) => heading.closest('nav, aside, footer, dialog') !== null;
  const isBanner = (heading: Element) =>
    heading.closest('header, [role="banner"]') !== null && !heading.closest('main, article');
  /** A banner has the site's name, which comes later in the title. */
  const namesSite = (heading: Element) => {
    const text = textOf(heading);
    return isBanner(heading) && copy.title.includes(text) && ![title, copy.title].some((all) => all.startsWith(text));
  };
  const headings = [...copy.querySelectorAll('h1, h2')].filter(
    (heading) => textOf(heading) && !isElsewhere(heading) && !namesSite(heading),
  );

  const repeated = (): string | undefined => {
    const [exact] = headings
      .map(textOf)
      .filter((text) => title.includes(text))
      .sort((a, b) => title.indexOf(a) - title.indexOf(b));
    const similar = headings.find((each) => shareIn(title, textOf(each)) > repeats);
    return exact ?? (similar && textOf(similar));
  };
  /** The text of the only h1 left. If it is in a banner, the title must have half of its words. */
  const beside = (): string | undefined => {
    const [heading, another] = headings.filter(({ localName }) => localName === 'h1');
    if (!heading || another || content.querySelector('h1')) return undefined;
    const text = textOf(heading);
    if (isBanner(heading) && shareIn(copy.title, text) < half) return undefined;
    const whole = copy.body.textContent;
    const start = whole.indexOf(content.textContent.trim().slice(0, 40));
    return start >= 0 && start < whole.indexOf(heading.textContent) ? undefined : text;
  };
  const text = repeated() ?? beside();
  /** Whether the block is this heading. A section's heading, or an encyclopedia's first sentence, may only name it. */
  const holds = (block: Element) => {
    const own = textOf(block);
    if (own === text) return true;
    return /^h/.test(block.localName) && own.includes(text ?? '') && shareIn(text ?? '', own) > half;
  };
  const blocks = content.querySelectorAll('h1, h2, h3, h4, h5, h6, p, div:not(:has(*))');
  if (!text || [...blocks].some(holds)) return undefined;
  return Object.assign(copy.createElement('h1'), { textContent: text });
};
