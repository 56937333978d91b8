import { limits, type SessionAction, TintypeError } from '@tintype/contracts';
import type { Action, ActionContext } from '../context/action-context.js';
import { actionErrorFrom, messageOf } from '../context/action-error.js';
import { answerBytes } from '../context/answer-size.js';

/** Time kept back for the error answer of a batch that times out. */
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

/** Bytes kept back for the JSON around the results, and for failed results. */
const reserveBytes = 1024 * 1024;

/** If a result does not fit, drops its picture, then its answer. The step still counts as done. */
const fitted = (result: Result, bytesLeft: number): { result: Result; bytes: number } => {
  const bytes = answerBytes(result);
  if (!result.success) return { result, bytes: 0 };
  if (bytes <= bytesLeft) return { result, bytes };
  if (result.screenshot) return fitted(withoutPicture(result), bytesLeft);
  const { type, success } = result;
  return { result: { type, success, notes: [leftOutForSize.answer] }, bytes: 0 };
};

const leftOutForTime = 'This answer is left out: the batch ran out of time, and its answers are large.';

/** If the results are too large for an error answer, cuts each to its type, `success`, and error or note. */
const shortened = <S extends { results: Result[] }>(progress: S): S => {
  if (answerBytes(progress) <= limits.actionErrorBytes) return progress;
  const brief = ({ type, success, error, code }: Result): Result => {
    const why = success ? { notes: [leftOutForTime] } : { error, code };
    return { type, success, ...why };
  };
  return { ...progress, results: progress.results.map(brief) };
};

const runStep = async ({ act, deadline, state }: ActionContext, step: SessionAction): Promise<Result> => {
  const { lastSnapshot } = state;
  try {
    const answer = await act(step, Math.max(1, deadline.remaining - reserveMs));
    return { ...answer, type: step.type, success: true };
  } catch (error) {
    return failed(step.type, error);
  } finally {
    // The batch's answer may lack a step's snapshot, so the next `changesOnly` must not compare with it.
    state.lastSnapshot = lastSnapshot;
  }
};

/** Runs the steps one after another. No other action runs in between. */
export const batch: Action<'batch'> = async (context, { actions, stopOnError }) => {
  const { deadline, maxBytes } = context;
  const results: Result[] = [];
  let bytesLeft = maxBytes - reserveBytes;
  const progress = () => {
    const at = results.findIndex(({ success }) => !success);
    const completed = results.filter(({ success }) => success).length;
    return { results, completed, failedIndex: at < 0 ? null : at };
  };
  for (const step of actions) {
    const { result, bytes } = fitted(await runStep(context, step), bytesLeft);
    bytesLeft -= bytes;
    results.push(result);
    const isOver = results.length === actions.length || (!result.success && stopOnError);
    if (deadline.remaining <= reserveMs && (!isOver || result.code === 'timeout'))
      throw new TintypeError(
        'timeout',
        'The batch ran out of time and was stopped. `results` lists the steps that ran. Send the rest in another batch.',
        { details: shortened(progress()) },
      );
    if (isOver) break;
  }
  return progress();
};
