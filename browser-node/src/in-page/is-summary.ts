import type { Bare } from './bare.js';

/** Runs in the page. Whether an element is what opens and closes the details around it. */
export const isSummary =
  (bare: Bare) =>
  (element: Element): boolean =>
    bare(element).matches('details > summary:first-of-type');
