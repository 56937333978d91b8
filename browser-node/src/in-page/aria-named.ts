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
    const named = deepQuery(bare(document), '*').map((each): [string, Element] => [
      (each as Element & Named)._ariaRef?.ref ?? '',
      each,
    ]);
    return new Map(named.filter(([name]) => name !== ''));
  };
