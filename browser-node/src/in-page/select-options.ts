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
