import type { SessionActionPayload } from '@tintype/contracts';
import type { Frame, Locator } from 'playwright-core';
import { notFound } from '../elements/diagnosis.js';
import { whichOf, within } from '../elements/element.js';
import { locate } from '../elements/locate.js';
import { addressOf } from '../navigation/address.js';
import { locatorOfTree, type Which } from '../page-world/ask.js';
import { playwrightError } from '../run/playwright-error.js';
import type { AriaNode } from '../snapshot/aria-node.js';
import { fit, written } from '../snapshot/budget.js';
import { cut } from '../snapshot/cut.js';
import { addFacts, refsOf } from '../snapshot/facts.js';
import { linesOf } from '../snapshot/lines.js';
import { aroundSilentFrames, passedOver } from '../snapshot/silent-frames.js';
import { tokenEstimate } from '../snapshot/tokens.js';
import type { Action, ActionContext } from './action.js';
import { titleOf } from './title.js';

/**
 * What is nested deeper is left out. The DevTools protocol hands on no object that is deeper than 1000, and Playwright, which
 * writes several levels for one, then tries again until the time is up.
 */
const mostDepth = 45;

/** A document that is on its way has so long to have an element. */
const emptyMs = 1000;
const pauseMs = 100;

/** One level more than is shown, so as to know whether there is more. Undefined where there is nothing to make a tree of. */
const treeOf = async (context: ActionContext, source: Locator): Promise<AriaNode[] | undefined> => {
  const ends = performance.now() + emptyMs;
  for (;;) {
    try {
      return (await source.ariaSnapshotJSON({ mode: 'ai', depth: mostDepth, ...within(context) })) as AriaNode[];
    } catch (error) {
      if (playwrightError(error) !== 'noMatch') throw error;
      if (performance.now() > ends) return undefined;
      await context.deadline.sleep(pauseMs);
    }
  }
};

const emptyRemark = '# The document is empty: nothing has been written into it, or all of it was removed.';

interface Source {
  which: Which | undefined;
  silent: ReadonlySet<Frame>;
}

const fittingOf = async (
  context: ActionContext,
  payload: SessionActionPayload<'snapshot'>,
  { which, silent }: Source,
) => {
  const { page } = context;
  const { frame } = which ? await locate(context, which) : { frame: page.mainFrame() };
  const tree = await treeOf(context, locatorOfTree(frame, which));
  if (!tree && which) throw await notFound(context, which);
  if (!tree) return { snapshot: emptyRemark, truncated: false };
  const isDeeper = cut(tree, mostDepth);
  const places = await addFacts(
    context,
    tree,
    page.frames().filter((each) => !silent.has(each)),
  );
  const lines = linesOf(tree, payload);
  const { refs, isShort } = await refsOf(context, lines, places);
  const all = lines.map((line) => ({ line, text: written(line, refs[line.named ?? '']) }));
  const lacks = { isDeeper, silentFrames: passedOver(tree), refs: isShort };
  return fit(all, { mostTokens: payload.maxTokens, lacks });
};

/** The page as those get it who do not see it: what there is, what it is called, and by which ref it is acted on. */
export const snapshot: Action<'snapshot'> = async (context, payload) => {
  const which = whichOf(payload);
  const fitting = await aroundSilentFrames(context, (silent) => fittingOf(context, payload, { which, silent }));
  return {
    url: await addressOf(context),
    title: await titleOf(context.target),
    ...fitting,
    tokenEstimate: tokenEstimate(fitting.snapshot),
  };
};
