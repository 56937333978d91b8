/** Runs in the page. What stands in a field, or in what is edited like one; a label stands for what it labels. */
export const fieldValue = (element: Element, shownText: (element: Element) => string): string => {
  const field = (element instanceof HTMLLabelElement ? element.control : null) ?? element;
  const { value } = field as HTMLInputElement;
  return typeof value === 'string' ? value : shownText(field);
};
