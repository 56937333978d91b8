export interface FieldKind {
  tagName: string;
  /** Empty for other elements than inputs. */
  type: string;
  isFile: boolean;
}

/** Describes a field; a label stands for its control. */
export const fieldKind = (element: Element): FieldKind => {
  const field = (element instanceof HTMLLabelElement ? element.control : null) ?? element;
  const { type } = field as HTMLInputElement;
  const isInput = field.localName === 'input';
  return { tagName: field.localName, type: isInput ? type : '', isFile: isInput && type === 'file' };
};

interface ValueTools {
  shownText: (element: Element) => string;
  plainValue: (field: Element) => unknown;
}

/** The value of a field or the text of an element edited in place; a label stands for its control. */
export const fieldValue = (element: Element, { shownText, plainValue }: ValueTools): string => {
  const field = (element instanceof HTMLLabelElement ? element.control : null) ?? element;
  const value = plainValue(field);
  return typeof value === 'string' ? value : shownText(field);
};

interface Masked {
  /** The browser's own property. */
  plainValue?: PropertyDescriptor | undefined;
}

/**
 * Runs in a world of its own, where it masks the values of password fields. Returns a function that reads the real
 * value.
 */
export const maskPasswords = (): ((field: Element) => unknown) => {
  const { prototype } = HTMLInputElement;
  const masked: Masked = prototype as Masked;
  masked.plainValue ??= Object.getOwnPropertyDescriptor(prototype, 'value');
  const { get, ...plain } = masked.plainValue ?? {};
  Object.defineProperty(prototype, 'value', {
    ...plain,
    get(this: HTMLInputElement) {
      const value: unknown = get?.call(this);
      return this.type === 'password' && value !== '' ? '••••••••' : value;
    },
  });
  return (field) => (field instanceof HTMLInputElement ? get?.call(field) : (field as HTMLInputElement).value);
};

export interface Focus {
  /** Typing changes the field, or a script handles the keys. */
  isReady: boolean;
  hasFocus: boolean;
}

/** Focuses an element, with the caret at its end. */
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
    // Scripts cannot set the selection of number and e-mail fields.
    if (typeof value === 'string') (field as HTMLInputElement).setSelectionRange?.(value.length, value.length);
  };
  try {
    caretToEnd();
  } catch {
    // The caret stays where the browser put it.
  }
  return { isReady: true, hasFocus: field.contains(root.activeElement) };
};

export interface WantedOption {
  value?: string;
  label?: string;
}

export interface SelectOptions {
  isMultiple: boolean;
  missing: WantedOption | null;
  disabled: WantedOption | null;
  /** In the wanted order, with the exact texts that Playwright needs. */
  meant: Required<WantedOption>[];
  /** The first 30 options of the select. */
  options: { value: string; label: string }[];
}

/** Compares a select with the wanted options; null for other elements. */
export const selectOptions = (element: Element, wanted: readonly WantedOption[]): SelectOptions | null => {
  const maxNamed = 30;
  const maxShown = 200;
  const field = (element instanceof HTMLLabelElement ? element.control : null) ?? element;
  if (!(field instanceof HTMLSelectElement)) return null;
  const options = [...field.options];
  // These differences are invisible: the kind and number of spaces, format characters such as soft hyphens, the
  // encoding of accents.
  const normalized = (text: string) =>
    text
      .replace(/\p{Cf}/gu, '')
      .replace(/\s+/g, ' ')
      .trim()
      .normalize('NFC');
  const shownLabel = (option: HTMLOptionElement) => {
    const { textTransform } = getComputedStyle(option);
    if (textTransform.includes('uppercase')) return normalized(option.label.toUpperCase());
    if (textTransform.includes('lowercase')) return normalized(option.label.toLowerCase());
    if (!textTransform.includes('capitalize')) return normalized(option.label);
    return normalized(option.label).replace(/(?<![\p{L}\p{M}\p{N}'’])\p{L}/gu, (letter) => letter.toUpperCase());
  };
  const uniqueMatch = (shown: (option: HTMLOptionElement) => string, wantedText: string) => {
    const matching = options.filter((option) => shown(option) === wantedText);
    return matching.length === 1 ? matching[0] : undefined;
  };
  const find = ({ value, label }: WantedOption) => {
    if (label === undefined)
      return (
        options.find((option) => option.value === value) ??
        uniqueMatch((option) => normalized(option.value), normalized(value ?? ''))
      );
    return (
      options.find((option) => normalized(option.label) === normalized(label)) ??
      uniqueMatch(shownLabel, normalized(label))
    );
  };
  const found = wanted.map(find);
  return {
    isMultiple: field.multiple,
    missing: wanted.find((_, index) => !found[index]) ?? null,
    disabled: wanted.find((_, index) => found[index]?.matches(':disabled')) ?? null,
    meant: found.flatMap((option) => option ?? []).map(({ value, label }) => ({ value, label })),
    options: options
      .slice(0, maxNamed)
      .map(({ value, label }) => ({ value: value.slice(0, maxShown), label: normalized(label).slice(0, maxShown) })),
  };
};
