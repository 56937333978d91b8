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
  // People see neither the kind nor the number of spaces, nor format characters such as soft hyphens.
  const seen = (text: string) =>
    text
      .replace(/\p{Cf}/gu, '')
      .replace(/\s+/g, ' ')
      .trim();
  const isMeant = (option: HTMLOptionElement, { value, label }: WantedOption) =>
    (value === undefined || option.value === value) && (label === undefined || seen(option.label) === seen(label));
  const find = (each: WantedOption) => options.find((option) => isMeant(option, each));
  return {
    isMultiple: field.multiple,
    missing: wanted.find((each) => !find(each)) ?? null,
    disabled: wanted.find((each) => find(each)?.matches(':disabled')) ?? null,
    meant: wanted.flatMap((each) => find(each) ?? []).map(({ value, label }) => ({ value, label })),
    options: options
      .slice(0, mostNamed)
      .map(({ value, label }) => ({ value: value.slice(0, mostShown), label: seen(label).slice(0, mostShown) })),
  };
};
