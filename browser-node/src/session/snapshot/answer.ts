import type { ActionContext } from '../context/action-context.js';
import { fit, lineText, noOmissions, type Omissions, type RefOf, remarksOf } from './budget.js';
import type { Line } from './lines.js';
import { refsOf, type TreeDetails } from './tree-details.js';

export interface Reading {
  lines: readonly Line[];
  details: TreeDetails;
  omissions: Omissions;
}

export interface SnapshotAnswer {
  snapshot: string;
  truncated: boolean;
}

interface Shown {
  lines: readonly Line[];
  omissions: Omissions;
  refOf: RefOf;
  maxTokens: number;
}

const answerOf = (all: readonly Line[], { lines: shown, omissions, refOf, maxTokens }: Shown): SnapshotAnswer => {
  const remarks = remarksOf(omissions, maxTokens);
  const unshortened = new Set(all);
  return {
    snapshot: [...shown.map((line) => lineText(line, refOf)), ...remarks].join('\n'),
    truncated: remarks.length > 0 || shown.some((line) => !unshortened.has(line)),
  };
};

/** Fits the lines into the budget, and gives refs only to the lines that fit. */
export const answerFor = async (
  context: ActionContext,
  { lines, details, omissions }: Reading,
  maxTokens: number,
): Promise<SnapshotAnswer> => {
  // No ref will be longer than this one.
  const longest = `e${context.state.nextRef + lines.length}`;
  const fitting = fit(lines, { maxTokens, omissions, refOf: () => longest });
  const refs = await refsOf(context, fitting, details);
  const refOf = (name: string) => refs.get(name);
  const lacksRefs = fitting.some(({ named }) => named !== undefined && !refs.has(named));
  const omissionsSoFar = { ...omissions, lines: lines.length - fitting.length, refs: lacksRefs };
  const shown = fit(fitting, { maxTokens, omissions: omissionsSoFar, refOf });
  const allOmissions = { ...omissionsSoFar, lines: lines.length - shown.length };
  return answerOf(lines, { lines: shown, omissions: allOmissions, refOf, maxTokens });
};

export const answerWithoutDocument = (lines: readonly Line[], maxTokens: number): SnapshotAnswer => {
  const refOf = () => undefined;
  const omissions = { ...noOmissions, isGone: true };
  const shown = fit(lines, { maxTokens, omissions, refOf });
  const allOmissions = { ...omissions, lines: lines.length - shown.length };
  return answerOf(lines, { lines: shown, omissions: allOmissions, refOf, maxTokens });
};
