/**
 * Runs in the page. Brings an element into view, and answers its box in the window of its frame; of one in a frame inside of
 * the page, what of it is shown there.
 */
export const shownBox = (element: Element): { x: number; y: number; width: number; height: number } => {
  element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  const { x, y, width, height } = element.getBoundingClientRect();
  if (window === top) return { x, y, width, height };
  const [left, right] = [Math.max(x, 0), Math.min(x + width, innerWidth)];
  const [above, below] = [Math.max(y, 0), Math.min(y + height, innerHeight)];
  return { x: left, y: above, width: right - left, height: below - above };
};
