import type { Frame } from 'playwright-core';
import type { AriaBound } from '../../in-page/aria-view.js';
import { playwrightErrorKind } from '../browser/playwright-error.js';
import type { ActionContext } from '../context/action-context.js';
import { callLimit } from '../elements/element.js';
import { ask, locatorOfTree, type SelectorOrRef } from '../page-world/ask.js';
import type { AriaNode } from './aria-node.js';

const isNode = (child: AriaNode | string): child is AriaNode => typeof child !== 'string';

/** Leaves out of a tree what is nested deeper than so many levels; false where there is nothing of the kind. */
export const cutBelow = (tree: readonly AriaNode[], mostDepth: number): boolean => {
  let level: readonly AriaNode[] = tree;
  for (let depth = 1; depth < mostDepth; depth += 1)
    level = level.flatMap(({ children = [] }) => children.filter(isNode));
  const deeper = level.filter(({ children = [] }) => children.some(isNode));
  for (const node of deeper) node.children = node.children?.filter((child) => !isNode(child)) ?? [];
  return deeper.length > 0;
};

/**
 * What is nested deeper is left out. The DevTools protocol hands on no object that is deeper than 1000, and Playwright, which
 * writes several levels for one, then tries again until the time is up.
 */
export const mostDepth = 45;

/** Playwright takes a tenth of a millisecond for each, and on a busy machine several times that. */
export const documentLimit: AriaBound = { nodes: 100_000, milliseconds: 5000 };

/** A page with frames has so long, of which one may hang: so that there is time for a tree without it. */
const framesMs = 15_000;

/** A document that is on its way has so long to have an element. */
const emptyMs = 1000;
const pauseMs = 100;

/** Of an element or the page. One level more than is shown, so as to know whether there is more. Undefined where there is nothing to make a tree of. */
export const treeOf = async (
  context: ActionContext,
  frame: Frame,
  which: SelectorOrRef | undefined,
): Promise<AriaNode[] | undefined> => {
  const source = locatorOfTree(frame, which, documentLimit);
  // As soon as it answers, Playwright has the document. In one that it does not have, it would wait a second to try again.
  await ask(frame, 'count', { question: { selector: ':root' }, limit: callLimit(context) });
  const ends = performance.now() + emptyMs;
  const mostMs = context.page.frames().length > 1 ? framesMs : Infinity;
  for (;;) {
    try {
      return (await source.ariaSnapshotJSON({
        mode: 'ai',
        depth: mostDepth,
        ...callLimit(context, mostMs),
      })) as AriaNode[];
    } catch (error) {
      if (playwrightErrorKind(error) !== 'noMatch') throw error;
      if (performance.now() > ends) return undefined;
      await context.deadline.sleep(pauseMs);
    }
  }
};
