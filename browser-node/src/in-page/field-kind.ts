export interface FieldKind {
  tagName: string;
  /** Of an input. */
  type: string;
  isFile: boolean;
}

/** Runs in the page. What is typed into, clicked or chosen from; a label stands for what it labels. */
export const fieldKind = (element: Element): FieldKind => {
  const field = (element instanceof HTMLLabelElement ? element.control : null) ?? element;
  const { type } = field as HTMLInputElement;
  const isInput = field.localName === 'input';
  return { tagName: field.localName, type: isInput ? type : '', isFile: isInput && type === 'file' };
};
