import { limits, type SessionAction, TintypeError } from '@tintype/contracts';
import type { Action, ActionContext } from '../context/action-context.js';
import { actionErrorFrom, messageOf } from '../context/action-error.js';
import { answerBytes } from '../context/answer-size.js';

/** Time kept back to report how far a batch got when its time runs out. */
const reserveMs = 1500;

interface Result extends Record<string, unknown> {
  type: string;
  success: boolean;
}

const failed = (type: string, cause: unknown): Result => {
  const error = actionErrorFrom(cause);
  return { type, success: false, error: messageOf(error), code: error.code, ...error.details };
};

const leftOutForSize = {
  picture: 'The picture is left out: the answers of this batch are too large already.',
  answer: 'The action was done. Its answer is left out: the answers of this batch are too large already.',
};

const withoutPicture = ({ screenshot, notes = [], ...rest }: Result): Result => ({
  ...rest,
  notes: [...(notes as string[]), leftOutForSize.picture],
});

/** Reserved for the results' frame, and for results that failed or were left out. */
const frameBytes = 1024 * 1024;

/** A result that makes the batch's answer too large loses its picture, then its answer. The step was done. */
const fitted = (result: Result, room: number): { result: Result; bytes: number } => {
  const bytes = answerBytes(result);
  if (!result.success) return { result, bytes: 0 };
  if (bytes <= room) return { result, bytes };
  if (result.screenshot) return fitted(withoutPicture(result), room);
  const { type, success } = result;
  return { result: { type, success, notes: [leftOutForSize.answer] }, bytes: 0 };
};

const leftOutForTime = 'This answer is left out: the batch ran out of time, and its answers are large.';

/** Shortens results above the size limit of failures to type, success and error. */
const shortened = <S extends { results: Result[] }>(stand: S): S => {
  if (answerBytes(stand) <= limits.actionErrorBytes) return stand;
  const brief = ({ type, success, error, code }: Result): Result => {
    const why = success ? { notes: [leftOutForTime] } : { error, code };
    return { type, success, ...why };
  };
  return { ...stand, results: stand.results.map(brief) };
};

const runStep = async ({ act, deadline }: ActionContext, step: SessionAction): Promise<Result> => {
  try {
    const answer = await act(step, Math.max(1, deadline.remaining - reserveMs));
    return { ...answer, type: step.type, success: true };
  } catch (error) {
    return failed(step.type, error);
  }
};

/** Runs the steps one after another. No other action runs between them. */
export const batch: Action<'batch'> = async (context, { actions, stopOnError }) => {
  const { deadline } = context;
  const results: Result[] = [];
  let room = limits.actionAnswerBytes - frameBytes;
  const stand = () => {
    const at = results.findIndex(({ success }) => !success);
    const completed = results.filter(({ success }) => success).length;
    return { results, completed, failedIndex: at < 0 ? null : at };
  };
  for (const step of actions) {
    const { result, bytes } = fitted(await runStep(context, step), room);
    room -= bytes;
    results.push(result);
    const isOver = results.length === actions.length || (!result.success && stopOnError);
    if (deadline.remaining <= reserveMs && (!isOver || result.code === 'timeout'))
      throw new TintypeError(
        'timeout',
        'The batch ran out of time and was stopped. `results` lists the steps that ran. Send the rest in another batch.',
        { details: shortened(stand()) },
      );
    if (isOver) break;
  }
  return stand();
};
