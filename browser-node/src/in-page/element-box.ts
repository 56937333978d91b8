/**
 * Runs in the page. Brings the first match into view, and answers its box in CSS pixels of the document; null when there
 * is no match or it has no box.
 */
export const elementBox = (selector: string): { x: number; y: number; width: number; height: number } | null => {
  const element = document.querySelector(selector);
  if (!element) return null;
  element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  const box = element.getBoundingClientRect();
  if (box.width === 0 || box.height === 0) return null;
  return { x: box.x + scrollX, y: box.y + scrollY, width: box.width, height: box.height };
};
