import type { Frame } from 'playwright-core';
import type { Action, ActionContext } from '../context/action-context.js';
import { notFound } from '../elements/diagnosis.js';
import { namedElement } from '../elements/element.js';
import { locate } from '../elements/locate.js';
import { addressOf } from '../navigation/address.js';
import type { SelectorOrRef } from '../page-world/ask.js';
import type { SeenSnapshot } from '../pages/page-state.js';
import { answerFor, answerWithoutDocument, type Reading, type SnapshotAnswer } from '../snapshot/answer.js';
import { noOmissions, remarksOf } from '../snapshot/budget.js';
import { changesSince } from '../snapshot/changes.js';
import { type Line, type LineOptions, linesOf } from '../snapshot/lines.js';
import { onOneDocument } from '../snapshot/on-one-document.js';
import { aroundSilentFrames, countSkipped } from '../snapshot/silent-frames.js';
import { tokenEstimate } from '../snapshot/tokens.js';
import { cutBelow, maxDepth, treeOf } from '../snapshot/tree.js';
import { addDetails } from '../snapshot/tree-details.js';
import { titleOf } from './reading.js';

interface Source {
  which: SelectorOrRef | undefined;
  silent: ReadonlySet<Frame>;
}

const emptyAnswer: SnapshotAnswer = {
  snapshot: '# The document is empty: it has no content yet, or a script removed it.',
  truncated: false,
};

const nothingToShow = (interactiveOnly: boolean): SnapshotAnswer => ({
  snapshot: interactiveOnly
    ? '# No elements to act on. Leave out `interactiveOnly` to see the text, or wait with `wait_for_selector`.'
    : '# No elements and no text. Wait with `wait_for_selector`, take a `screenshot`, or `goto` another address.',
  truncated: false,
});

/** Whether there is nothing to show, not even a remark on omitted parts. */
const isBlank = ({ lines, omissions }: Reading, maxTokens: number): boolean =>
  lines.length === 0 && remarksOf(omissions, maxTokens).length === 0;

/** Undefined for an empty document. `see` gets the lines before frames add their details. */
const read = async (
  context: ActionContext,
  { which, silent }: Source,
  options: LineOptions & { see: (lines: readonly Line[]) => void },
): Promise<Reading | undefined> => {
  const { page } = context;
  const { frame } = which ? await locate(context, which) : { frame: page.mainFrame() };
  const tree = await treeOf(context, frame, which);
  if (!tree && which) throw await notFound(context, which);
  if (!tree) return undefined;
  const isDeeper = cutBelow(tree, maxDepth);
  options.see(linesOf(tree, options));
  const frames = page.frames().filter((each) => !silent.has(each));
  const details = await addDetails(context, tree, frames);
  const omissions = { ...noOmissions, isDeeper, isCut: details.isCut, silentFrames: countSkipped(tree) };
  return { lines: linesOf(tree, options), details, omissions };
};

/** Remembers the snapshot, unless the action was stopped: its caller never got it. */
const remember = ({ state, deadline }: ActionContext, seen: SeenSnapshot): void => {
  if (deadline.signal.aborted) return;
  state.lastSnapshot = seen;
  state.seenRefs.add(seen.text);
};

export const snapshot: Action<'snapshot'> = async (context, payload) => {
  const { mode, interactiveOnly, maxTokens, changesOnly } = payload;
  const which = namedElement(payload);
  let seen: readonly Line[] = [];
  const see = (lines: readonly Line[]) => {
    seen = lines;
  };
  const readOne = (here: ActionContext) =>
    aroundSilentFrames(here, async (silent) => {
      const reading = await read(here, { which, silent }, { mode, interactiveOnly, see });
      if (!reading) return emptyAnswer;
      return isBlank(reading, maxTokens) ? nothingToShow(interactiveOnly) : answerFor(here, reading, maxTokens);
    });
  const answer = (await onOneDocument(context, readOne)) ?? answerWithoutDocument(seen, maxTokens);
  const { truncated } = answer;
  const now = { settings: JSON.stringify({ which, mode, interactiveOnly }), text: answer.snapshot, truncated };
  const changes = changesOnly ? changesSince(context.state.lastSnapshot, now) : undefined;
  const text = changes ?? answer.snapshot;
  const page = { url: await addressOf(context), title: await titleOf(context.target) };
  remember(context, now);
  return {
    ...page,
    truncated,
    snapshot: text,
    tokenEstimate: tokenEstimate(text),
    ...(changesOnly ? { changesOnly: changes !== undefined } : {}),
  };
};
