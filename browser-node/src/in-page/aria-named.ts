import type { Bare } from './bare.js';

interface Named {
  /** Playwright's name of an element in its snapshots. */
  _ariaRef?: { ref: string };
}

export interface NamedTools {
  bare: Bare;
  deepQuery: (root: ParentNode, selector: string) => Element[];
}

/** Runs in the page. The elements that Playwright has named in snapshots, by their names. */
export const ariaNamed =
  ({ bare, deepQuery }: NamedTools) =>
  (): Map<string, Element> => {
    const named = new Map<string, Element>();
    for (const element of deepQuery(bare(document), '*')) {
      const name = (element as Element & Named)._ariaRef?.ref;
      if (name !== undefined) named.set(name, element);
    }
    return named;
  };
