/** Runs in the page. What stands in a field, or in what is edited like one. */
export const fieldValue = (element: Element, shownText: (element: Element) => string): string => {
  const { value } = element as HTMLInputElement;
  return typeof value === 'string' ? value : shownText(element);
};
