import type { AriaNode } from './aria-node.js';

const isNode = (child: AriaNode | string): child is AriaNode => typeof child !== 'string';

/** Leaves out of a tree what is nested deeper than so many levels; false where there is nothing of the kind. */
export const cut = (tree: readonly AriaNode[], mostDepth: number): boolean => {
  let level: readonly AriaNode[] = tree;
  for (let depth = 1; depth < mostDepth; depth += 1)
    level = level.flatMap(({ children = [] }) => children.filter(isNode));
  const deeper = level.filter(({ children = [] }) => children.some(isNode));
  for (const node of deeper) node.children = node.children?.filter((child) => !isNode(child)) ?? [];
  return deeper.length > 0;
};
