import type { Bare } from './bare.js';

/** Runs in the page. What a node lies in as it is shown: the slot that it is put into, and the host of a shadow tree. */
export const outerOf =
  (bare: Bare) =>
  (node: Node): Node | null => {
    const { assignedSlot, parentNode } = bare(node as Element);
    return assignedSlot ?? parentNode ?? (node instanceof ShadowRoot ? node.host : null);
  };
