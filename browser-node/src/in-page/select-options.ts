/** Runs in the page. What a select offers; null for what is none. */
export const selectOptions = (element: Element): { value: string; label: string }[] | null => {
  const field = (element instanceof HTMLLabelElement ? element.control : null) ?? element;
  if (!(field instanceof HTMLSelectElement)) return null;
  return [...field.options].slice(0, 2000).map(({ value, label }) => ({ value, label: label.trim().slice(0, 200) }));
};
