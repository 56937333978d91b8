import type { Bare } from './bare.js';

/** What a line of a snapshot ends with. */
export interface AriaRef {
  ref: string;
  /** What the browser says of what stands in a field, where somebody has been there and it takes something else. */
  problem?: string;
}

export interface RefTools {
  bare: Bare;
  ariaNamed: (names: readonly string[]) => Map<string, Element>;
  refOf: (element: Element) => string;
}

/** Runs in the page. What elements are called here, by what Playwright calls them. */
export const ariaRefs = (wanted: readonly string[], { bare, ariaNamed, refOf }: RefTools): Record<string, AriaRef> => {
  const problemOf = (element: Element) =>
    bare(element).matches(':user-invalid')
      ? { problem: (element as HTMLInputElement).validationMessage?.slice(0, 200) }
      : {};
  const refs: Record<string, AriaRef> = {};
  for (const [name, element] of ariaNamed(wanted)) refs[name] = { ref: refOf(element), ...problemOf(element) };
  return refs;
};
