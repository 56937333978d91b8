import type { Bare } from './bare.js';

interface Named {
  /** Playwright's name of an element in its snapshots. */
  _ariaRef?: { ref: string };
}

/** What a line of a snapshot ends with. */
export interface AriaRef {
  ref: string;
  /** What the browser says of what stands in a field, where somebody has been there and it takes something else. */
  problem?: string;
}

export interface RefTools {
  bare: Bare;
  refOf: (element: Element) => string;
}

/** Runs in the page. What elements are called here, by what Playwright calls them in a snapshot that it has just made. */
export const ariaRefs = (wanted: readonly string[], { bare, refOf }: RefTools): Record<string, AriaRef> => {
  const isWanted = new Set(wanted);
  const names: Record<string, AriaRef> = {};
  const problemOf = (element: Element) =>
    bare(element).matches(':user-invalid')
      ? { problem: (element as HTMLInputElement).validationMessage?.slice(0, 200) }
      : {};
  const trees: ParentNode[] = [bare(document)];
  for (let tree = trees.shift(); tree; tree = trees.shift()) {
    for (const element of tree.querySelectorAll<Element & Named>('*')) {
      const name = element._ariaRef?.ref;
      if (name !== undefined && isWanted.has(name)) names[name] = { ref: refOf(element), ...problemOf(element) };
      if (element.shadowRoot instanceof ShadowRoot) trees.push(element.shadowRoot);
    }
  }
  return names;
};
