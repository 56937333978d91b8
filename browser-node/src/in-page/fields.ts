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

interface Masked {
  /** The property as the browser made it. */
  plainValue?: PropertyDescriptor | undefined;
}

/**
 * Runs in the page, in a world of its own: whoever asks a field for its value there gets no password, as nobody sees one
 * who looks at the page. Answers a function that reads what stands in a field all the same.
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

/** An option, by one of them. */
export interface WantedOption {
  value?: string;
  label?: string;
}

export interface Offer {
  isMultiple: boolean;
  /** The first that is wanted and not there. */
  missing: WantedOption | null;
  /** The first that is wanted and there, but cannot be chosen. */
  disabled: WantedOption | null;
  /** The options that are meant, in the order in which they are wanted, as Playwright finds them. */
  meant: Required<WantedOption>[];
  /** What there is: the first of it. */
  options: { value: string; label: string }[];
}

/** Runs in the page. What a select has of what is wanted; null for what is none. */
export const selectOptions = (element: Element, wanted: readonly WantedOption[]): Offer | null => {
  const [mostNamed, mostShown] = [30, 200];
  const field = (element instanceof HTMLLabelElement ? element.control : null) ?? element;
  if (!(field instanceof HTMLSelectElement)) return null;
  const options = [...field.options];
  // People see neither the kind nor the number of spaces, nor format characters such as soft hyphens, nor how accents are encoded.
  const seen = (text: string) =>
    text
      .replace(/\p{Cf}/gu, '')
      .replace(/\s+/g, ' ')
      .trim()
      .normalize('NFC');
  const shownLabel = (option: HTMLOptionElement) => {
    const { textTransform } = getComputedStyle(option);
    if (textTransform.includes('uppercase')) return seen(option.label.toUpperCase());
    if (textTransform.includes('lowercase')) return seen(option.label.toLowerCase());
    if (!textTransform.includes('capitalize')) return seen(option.label);
    return seen(option.label).replace(/(?<![\p{L}\p{M}\p{N}'’])\p{L}/gu, (letter) => letter.toUpperCase());
  };
  const only = (shown: (option: HTMLOptionElement) => string, wantedText: string) => {
    const alike = options.filter((option) => shown(option) === wantedText);
    return alike.length === 1 ? alike[0] : undefined;
  };
  const find = ({ value, label }: WantedOption) => {
    if (label === undefined)
      return (
        options.find((option) => option.value === value) ?? only((option) => seen(option.value), seen(value ?? ''))
      );
    return options.find((option) => seen(option.label) === seen(label)) ?? only(shownLabel, seen(label));
  };
  const found = wanted.map(find);
  return {
    isMultiple: field.multiple,
    missing: wanted.find((_, index) => !found[index]) ?? null,
    disabled: wanted.find((_, index) => found[index]?.matches(':disabled')) ?? null,
    meant: found.flatMap((option) => option ?? []).map(({ value, label }) => ({ value, label })),
    options: options
      .slice(0, mostNamed)
      .map(({ value, label }) => ({ value: value.slice(0, mostShown), label: seen(label).slice(0, mostShown) })),
  };
};
