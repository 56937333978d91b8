/** Runs in the page. The text of an element as it is shown, in lines. */
export const shownText = (element: Element): string =>
  // biome-ignore lint/performance/useDomNodeTextContent: what is hidden, and how it is laid out, is what counts
  ((element as Partial<HTMLElement>).innerText ?? element.textContent).trim();
