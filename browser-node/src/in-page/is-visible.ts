import type { Bare } from './bare.js';

/** Runs in the page. Whether a person could see an element, somewhere on the page: it has a box and is not hidden. */
export const isVisible = (bare: Bare) => {
  const isShown = (element: Element): boolean => {
    const own = bare(element);
    const style = getComputedStyle(element);
    // It has no box of its own: what it holds has.
    if (style.display === 'contents') return [...own.children].some(isShown) || own.textContent.trim() !== '';
    if (style.visibility !== 'visible' || !own.checkVisibility()) return false;
    const { width, height } = own.getBoundingClientRect();
    return width > 0 && height > 0;
  };
  return isShown;
};
