export interface Focus {
  /** What is typed there changes it, or is heard by it. */
  isReady: boolean;
  hasFocus: boolean;
}

/** Runs in the page. Gives an element the focus, with the caret behind what stands in it. */
export const takeFocus = (element: Element): Focus => {
  const field = (element instanceof HTMLLabelElement ? element.control : null) ?? element;
  const { readOnly } = field as HTMLInputElement;
  if (readOnly || Element.prototype.matches.call(field, ':disabled')) return { isReady: false, hasFocus: false };
  (field as HTMLElement).focus();
  const root = field.getRootNode() as Document | ShadowRoot;
  const caretToEnd = () => {
    const selection = getSelection();
    if ((field as HTMLElement).isContentEditable) {
      selection?.selectAllChildren(field);
      selection?.collapseToEnd();
      return;
    }
    const { value } = field as HTMLInputElement;
    // Fields of numbers and mail addresses have no selection that scripts may set.
    if (typeof value === 'string') (field as HTMLInputElement).setSelectionRange?.(value.length, value.length);
  };
  try {
    caretToEnd();
  } catch {
    // The caret stays where the browser has put it.
  }
  return { isReady: true, hasFocus: field.contains(root.activeElement) };
};
