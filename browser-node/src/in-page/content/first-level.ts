/** Before Readability, which makes an h2 of each h1. */
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

/** Readability drops a heading that repeats the title. A title also has the site's name, further back. */
export const lostHeading = (copy: Document, content: Element, title: string): Element | undefined => {
  const [text] = [...copy.querySelectorAll('h1, h2')]
    .map((heading) => heading.textContent.trim())
    .filter((each) => each && title.includes(each))
    .sort((a, b) => title.indexOf(a) - title.indexOf(b));
  if (!text || content.textContent.includes(text)) return undefined;
  return Object.assign(copy.createElement('h1'), { textContent: text });
};
