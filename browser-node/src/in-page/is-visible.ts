/** Runs in the page. Whether a person could see the element, somewhere on the page: it has a box and is not hidden. */
export const isVisible = (element: Element): boolean => {
  const style = getComputedStyle(element);
  // It has no box of its own: what it holds has.
  if (style.display === 'contents') return [...element.children].some(isVisible) || element.textContent.trim() !== '';
  if (style.visibility !== 'visible' || !element.checkVisibility()) return false;
  const { width, height } = element.getBoundingClientRect();
  return width > 0 && height > 0;
};
