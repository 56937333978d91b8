import type { Frame } from 'playwright-core';
import type { AriaBound } from '../../in-page/elements/aria-view.js';
import { playwrightErrorKind } from '../browser/playwright-error.js';
import type { ActionContext } from '../context/action-context.js';
import { callLimit } from '../elements/element.js';
import { ask, locatorOfTree, type SelectorOrRef } from '../page-world/ask.js';
import type { AriaNode } from './aria-node.js';

const isNode = (child: AriaNode | string): child is AriaNode => typeof child !== 'string';

/** Removes levels below `maxDepth`. False if there were none. */
export const cutBelow = (tree: readonly AriaNode[], maxDepth: number): boolean => {
  let level: readonly AriaNode[] = tree;
  for (let depth = 1; depth < maxDepth; depth += 1)
    level = level.flatMap(({ children = [] }) => children.filter(isNode));
  const deeper = level.filter(({ children = [] }) => children.some(isNode));
  for (const node of deeper) node.children = node.children?.filter((child) => !isNode(child)) ?? [];
  return deeper.length > 0;
};

/**
 * The DevTools protocol returns no object deeper than 1,000. Playwright writes several levels for each element, and
 * would retry until the timeout.
 */
export const maxDepth = 45;

/** Playwright takes 0.1 ms for each node, several times that on a busy machine. */
export const documentLimit: AriaBound = { nodes: 100_000, milliseconds: 5000 };

/** One frame may hang. This leaves time for a tree without it. */
const framesMs = 15_000;

/** How long a loading document may have no element. */
const emptyMs = 1000;
const pauseMs = 100;

/** The tree, one level deeper than shown, which tells whether there are more levels. Undefined without a root. */
export const treeOf = async (
  context: ActionContext,
  frame: Frame,
  which: SelectorOrRef | undefined,
): Promise<AriaNode[] | undefined> => {
  const source = locatorOfTree(frame, which, documentLimit);
  // Waits for the document. Without it, Playwright would wait a second and retry.
  await ask(frame, 'count', { question: { selector: ':root' }, limit: callLimit(context) });
  const ends = performance.now() + emptyMs;
  const maxMs = context.page.frames().length > 1 ? framesMs : Infinity;
  for (;;) {
    try {
      return (await source.ariaSnapshotJSON({
        mode: 'ai',
        depth: maxDepth,
        ...callLimit(context, maxMs),
      })) as AriaNode[];
    } catch (error) {
      if (playwrightErrorKind(error) !== 'noMatch') throw error;
      if (performance.now() > ends) return undefined;
      await context.deadline.sleep(pauseMs);
    }
  }
};
