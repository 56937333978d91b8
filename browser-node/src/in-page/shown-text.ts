import type { Bare } from './bare.js';

/** Runs in the page. The text of an element as it is shown, in lines. */
export const shownText =
  (bare: Bare) =>
  (element: Element): string => {
    const own = bare(element);
    // biome-ignore lint/performance/useDomNodeTextContent: what is hidden, and how it is laid out, is what counts
    return ((own as Partial<HTMLElement>).innerText ?? own.textContent).trim();
  };
