/**
 * Runs in the page. The heights of its elements, added up: another number after the window has grown means that something
 * is measured by the window.
 */
export const layoutSum = (): number => {
  let sum = 0;
  for (const element of document.querySelectorAll('body, body *')) sum += element.getBoundingClientRect().height;
  return Math.round(sum);
};
