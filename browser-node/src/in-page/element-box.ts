/**
 * Runs in the page. Brings the first match into view, and answers its box in CSS pixels from where `scrollX` and `scrollY`
 * are 0; null when there is no match or it has no box. The page may scroll after this turn.
 */
export const elementBox = (selector: string): { x: number; y: number; width: number; height: number } | null => {
  const element = document.querySelector(selector);
  if (!element) return null;
  element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  const { x, y, width, height } = element.getBoundingClientRect();
  return width === 0 || height === 0 ? null : { x: x + scrollX, y: y + scrollY, width, height };
};
