interface ValueTools {
  shownText: (element: Element) => string;
  plainValue: (field: Element) => unknown;
}

/** Runs in the page. What stands in a field, or in what is edited like one; a label stands for what it labels. */
export const fieldValue = (element: Element, { shownText, plainValue }: ValueTools): string => {
  const field = (element instanceof HTMLLabelElement ? element.control : null) ?? element;
  const value = plainValue(field);
  return typeof value === 'string' ? value : shownText(field);
};
