import type { ActionContext } from '../context/action-context.js';
import { fit, type Lacks, lacksNothing, type RefOf, remarksOf, written } from './budget.js';
import { refsOf, type Told } from './facts.js';
import type { Line } from './lines.js';

/** What was read of a document. */
export interface Reading {
  lines: readonly Line[];
  told: Told;
  lacks: Lacks;
}

export interface Answer {
  snapshot: string;
  truncated: boolean;
}

const answerOf = (all: readonly Line[], shown: readonly Line[], lacks: Lacks, refOf: RefOf): Answer => {
  const remarks = remarksOf(lacks);
  const whole = new Set(all);
  return {
    snapshot: [...shown.map((line) => written(line, refOf)), ...remarks].join('\n'),
    truncated: remarks.length > 0 || shown.some((line) => !whole.has(line)),
  };
};

/** The lines that there is room for, with refs of these alone: there may be many others, of which nobody hears. */
export const answerTo = async (
  context: ActionContext,
  { lines, told, lacks }: Reading,
  mostTokens: number,
): Promise<Answer> => {
  // None that is given next is longer.
  const longest = `e${context.memory.nextRef + lines.length}`;
  const fitting = fit(lines, { mostTokens, lacks, refOf: () => longest });
  const refs = await refsOf(context, fitting, told);
  const refOf = (name: string) => refs.get(name);
  const isWithout = fitting.some(({ named }) => named !== undefined && !refs.has(named));
  const known = { ...lacks, lines: lines.length - fitting.length, refs: isWithout };
  const shown = fit(fitting, { mostTokens, lacks: known, refOf });
  return answerOf(lines, shown, { ...known, lines: lines.length - shown.length }, refOf);
};

/** Of a document that has gone: nothing is left in it to give refs to. */
export const answerOfGone = (lines: readonly Line[], mostTokens: number): Answer => {
  const refOf = () => undefined;
  const lacks = { ...lacksNothing, isGone: true };
  const shown = fit(lines, { mostTokens, lacks, refOf });
  return answerOf(lines, shown, { ...lacks, lines: lines.length - shown.length }, refOf);
};
