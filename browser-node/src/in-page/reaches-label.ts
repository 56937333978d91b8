import type { Bare } from './bare.js';

interface ReachTools {
  bare: Bare;
  outerOf: (node: Node) => Node | null;
}

/** Runs in the page. Whether a click on an element reaches the label around it: a link or a field in between keeps it. */
export const reachesLabel =
  ({ bare, outerOf }: ReachTools) =>
  (hit: Element | null, label: Element): boolean => {
    const own = 'a[href], button, input, select, textarea, summary, [contenteditable]';
    for (let node: Node | null = hit; node; node = outerOf(node)) {
      if (node === label) return true;
      if (node instanceof Element && bare(node).matches(own)) return false;
    }
    return false;
  };
