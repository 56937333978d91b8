import type { Frame, Page } from 'playwright-core';
import type { AriaRef } from '../../in-page/aria-refs.js';
import { elementLocator, whichOf, within } from '../elements/element.js';
import { locate } from '../elements/locate.js';
import { addressOf } from '../navigation/address.js';
import { askNaming } from '../page-world/ask-naming.js';
import type { AriaNode } from '../snapshot/aria-node.js';
import { fit, written } from '../snapshot/budget.js';
import { cut } from '../snapshot/cut.js';
import { type Line, linesOf } from '../snapshot/lines.js';
import { aroundSilentFrames, passedOver } from '../snapshot/silent-frames.js';
import { tokenEstimate } from '../snapshot/tokens.js';
import type { Action, ActionContext } from './action.js';
import { titleOf } from './title.js';

const frameMs = 1000;
/**
 * What is nested deeper is left out. The DevTools protocol hands on no object that is deeper than 1000, and Playwright, which
 * writes several levels for one, then tries again until the time is up.
 */
const mostDepth = 45;

interface Refs {
  refs: Record<string, AriaRef>;
  /** There are more, in frames that did not answer in time. */
  isShort: boolean;
}

/** Our refs of the elements that Playwright has named so. */
const refsOf = async (context: ActionContext, lines: readonly Line[], silent: ReadonlySet<Frame>): Promise<Refs> => {
  const { page, memory } = context;
  const wanted = lines.flatMap(({ named = [] }) => named);
  const refs: Refs['refs'] = {};
  const late: Frame[] = [];
  if (wanted.length === 0) return { refs, isShort: false };
  for (const frame of page.frames()) {
    if (silent.has(frame)) continue;
    const limit = within(context, frame === page.mainFrame() ? Infinity : frameMs);
    const found = askNaming(frame, 'ariaRefs', { question: { wanted }, memory, within: limit });
    Object.assign(refs, await found.catch(() => void late.push(frame)));
  }
  // A frame that has gone has none any more.
  return { refs, isShort: late.some((frame) => !frame.isDetached()) && wanted.some((name) => !refs[name]) };
};

/** One level more than is shown, so as to know whether there is more. */
const treeOf = async (context: ActionContext, source: Pick<Page, 'ariaSnapshotJSON'>): Promise<AriaNode[]> =>
  (await source.ariaSnapshotJSON({ mode: 'ai', depth: mostDepth, ...within(context) })) as AriaNode[];

/** The page as those get it who do not see it: what there is, what it is called, and by which ref it is acted on. */
export const snapshot: Action<'snapshot'> = async (context, payload) => {
  const { page, target } = context;
  const { maxTokens, mode, interactiveOnly } = payload;
  const which = whichOf(payload);
  const source = which ? elementLocator(await locate(context, which)) : page;
  const fitting = await aroundSilentFrames(context, async (silent) => {
    const tree = await treeOf(context, source);
    const isDeeper = cut(tree, mostDepth);
    const lines = linesOf(tree, { mode, interactiveOnly });
    const { refs, isShort } = await refsOf(context, lines, silent);
    const all = lines.map((line) => ({ line, text: written(line, refs[line.named ?? '']) }));
    const lacks = { isDeeper, silentFrames: passedOver(tree), refs: isShort };
    return fit(all, { mostTokens: maxTokens, lacks });
  });
  return {
    url: await addressOf(context),
    title: await titleOf(target),
    ...fitting,
    tokenEstimate: tokenEstimate(fitting.snapshot),
  };
};
