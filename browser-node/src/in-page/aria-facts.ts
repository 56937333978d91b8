import type { Bare } from './bare.js';

/** What Playwright does not say of an element in its snapshots. */
export interface AriaFacts {
  /** Where it has another one than Playwright was shown. */
  role?: string;
  /** Of a frame. */
  name?: string;
  /** Of what shows a number: how much it is. */
  value?: string;
  /** Whether what it opens is open. */
  expanded?: boolean;
}

export interface FactsTools {
  bare: Bare;
  ariaNamed: (names: readonly string[]) => Map<string, Element>;
  isSummary: (element: Element) => boolean;
  isEdited: (element: Element) => boolean;
}

/** Runs in the page. What there is to say of elements, by what Playwright calls them; of each that is here, if only that. */
export const ariaFacts = (
  wanted: readonly string[],
  { bare, ariaNamed, isSummary, isEdited }: FactsTools,
): Record<string, AriaFacts> => {
  const mostLength = 200;
  const ranges = /^(meter|progressbar|slider|spinbutton)$/;

  const amountOf = (element: Element): string | null => {
    if (element instanceof HTMLProgressElement)
      return element.position < 0 ? null : `${element.value} of ${element.max}`;
    if (element instanceof HTMLMeterElement) return `${element.value} of ${element.max}`;
    const [now, most] = ['aria-valuenow', 'aria-valuemax'].map((name) => bare(element).getAttribute(name));
    const isShare = /^(meter|progressbar)$/.test(bare(element).getAttribute('role') ?? '');
    return now && most && isShare ? `${now} of ${most}` : (now ?? null);
  };
  const shownBy = (element: Element): string | null => {
    const isRange = element instanceof HTMLProgressElement || element instanceof HTMLMeterElement;
    if (!isRange && !ranges.test(bare(element).getAttribute('role') ?? '')) return null;
    if (element instanceof HTMLInputElement) return null;
    return bare(element).getAttribute('aria-valuetext') || amountOf(element);
  };
  const nameOf = (element: Element): string | null => {
    if (!/^i?frame$/.test(bare(element).localName)) return null;
    const names = ['aria-label', 'title', 'name'].map((name) => bare(element).getAttribute(name)?.trim());
    return names.find(Boolean) ?? null;
  };
  const expandedOf = (element: Element): boolean | null => {
    const said = bare(element).getAttribute('aria-expanded');
    if (said === 'true' || said === 'false') return said === 'true';
    return isSummary(element) ? (element.parentElement as HTMLDetailsElement).open : null;
  };
  const factsOf = (element: Element): AriaFacts => {
    const [name, value, expanded] = [nameOf(element), shownBy(element), expandedOf(element)];
    return {
      ...(isEdited(element) ? { role: 'textbox' } : {}),
      ...(name === null ? {} : { name: name.slice(0, mostLength) }),
      ...(value === null ? {} : { value: value.slice(0, mostLength) }),
      ...(expanded === null ? {} : { expanded }),
    };
  };
  return Object.fromEntries([...ariaNamed(wanted)].map(([name, element]) => [name, factsOf(element)]));
};
