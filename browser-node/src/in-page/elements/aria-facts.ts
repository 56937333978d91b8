import type { DomOf } from '../tree.js';

interface Named {
  _ariaRef?: { ref: string };
}

interface NamedTools {
  domOf: DomOf;
  deepQuery: (root: ParentNode, selector: string) => Element[];
}

/** The elements that Playwright has named, keyed by that name. */
export const ariaNamed =
  ({ domOf, deepQuery }: NamedTools) =>
  (): Map<string, Element> => {
    const named = new Map<string, Element>();
    for (const element of deepQuery(domOf(document), '*')) {
      const name = (element as Element & Named)._ariaRef?.ref;
      if (name !== undefined) named.set(name, element);
    }
    return named;
  };

interface RefTools {
  ariaNamed: () => Map<string, Element>;
  refOf: (element: Element) => string;
}

/** Our refs, keyed by Playwright's names. */
export const ariaRefs = (wanted: readonly string[], { ariaNamed, refOf }: RefTools): Record<string, string> => {
  const named = ariaNamed();
  const there = wanted.flatMap((name) => [[name, named.get(name)] as const].filter(([, element]) => element));
  return Object.fromEntries(there.map(([name, element]) => [name, refOf(element as Element)]));
};

/** Sets the name of a frame's element in Playwright's snapshots. */
export const setAriaName = (element: Element & { _ariaRef?: object }, name: string | null): [] => {
  if (name === null) delete element._ariaRef;
  else element._ariaRef = { role: 'iframe', name: '', ref: name };
  return [];
};

/** Facts that Playwright's snapshots lack. */
export interface AriaFacts {
  /** The role, if it differs from the one that Playwright saw. */
  role?: string;
  /** Only for frames. */
  name?: string;
  /** The amount of a meter, progress bar, slider or spin button. */
  value?: string;
  expanded?: boolean;
  /** The validation message, once the user has touched the field. */
  problem?: string;
}

export interface DocumentFacts {
  /** Playwright's names without their numbers; they differ by frame. */
  prefixes: string[];
  /** Keyed by Playwright's name. */
  facts: Record<string, AriaFacts>;
  /** The tree was cut at its limits. */
  isCut: boolean;
}

interface FactsTools {
  domOf: DomOf;
  ariaNamed: () => Map<string, Element>;
  isSummary: (element: Element) => boolean;
  isEdited: (element: Element) => boolean;
  isCut: () => boolean;
}

export const ariaFacts = ({ domOf, ariaNamed, isSummary, isEdited, isCut }: FactsTools): DocumentFacts => {
  const maxLength = 200;
  const ranges = /^(meter|progressbar|slider|spinbutton)$/;

  const amountOf = (element: Element): string | null => {
    if (element instanceof HTMLProgressElement)
      return element.position < 0 ? null : `${element.value} of ${element.max}`;
    if (element instanceof HTMLMeterElement) return `${element.value} of ${element.max}`;
    const [now, max] = ['aria-valuenow', 'aria-valuemax'].map((name) => domOf(element).getAttribute(name));
    const isShare = /^(meter|progressbar)$/.test(domOf(element).getAttribute('role') ?? '');
    return now && max && isShare ? `${now} of ${max}` : (now ?? null);
  };
  const shownBy = (element: Element): string | null => {
    const isRange = element instanceof HTMLProgressElement || element instanceof HTMLMeterElement;
    if (!isRange && !ranges.test(domOf(element).getAttribute('role') ?? '')) return null;
    if (element instanceof HTMLInputElement) return null;
    return domOf(element).getAttribute('aria-valuetext') || amountOf(element);
  };
  const nameOf = (element: Element): string | null => {
    if (!/^i?frame$/.test(domOf(element).localName)) return null;
    const names = ['aria-label', 'title', 'name'].map((name) => domOf(element).getAttribute(name)?.trim());
    return names.find(Boolean) ?? null;
  };
  const expandedOf = (element: Element): boolean | null => {
    const expanded = domOf(element).getAttribute('aria-expanded');
    if (expanded === 'true' || expanded === 'false') return expanded === 'true';
    return isSummary(element) ? (element.parentElement as HTMLDetailsElement).open : null;
  };
  const problemOf = (element: Element): string | null =>
    domOf(element).matches(':user-invalid') ? ((element as HTMLInputElement).validationMessage ?? null) : null;
  const factsOf = (element: Element): AriaFacts => {
    const name = nameOf(element);
    const value = shownBy(element);
    const expanded = expandedOf(element);
    const problem = problemOf(element);
    return {
      ...(isEdited(element) ? { role: 'textbox' } : {}),
      ...(name === null ? {} : { name: name.slice(0, maxLength) }),
      ...(value === null ? {} : { value: value.slice(0, maxLength) }),
      ...(expanded === null ? {} : { expanded }),
      ...(problem === null ? {} : { problem: problem.slice(0, maxLength) }),
    };
  };
  const named = [...ariaNamed()].map(([name, element]) => [name, factsOf(element)] as const);
  return {
    prefixes: [...new Set(named.map(([name]) => name.replace(/\d+$/, '')))],
    facts: Object.fromEntries(named.filter(([, facts]) => Object.keys(facts).length > 0)),
    isCut: isCut(),
  };
};
