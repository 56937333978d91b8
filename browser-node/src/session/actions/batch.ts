import { limits, type SessionAction, TintypeError } from '@tintype/contracts';
import type { Action, ActionContext } from '../context/action-context.js';
import { actionErrorFrom, messageOf } from '../context/action-error.js';
import { answerBytes } from '../context/answer-size.js';

/** A batch that runs out of time says how far it came, and needs some to say it. */
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
  picture: 'The picture was left out. The batch has answered too much already.',
  answer: 'It was done. What it answered was left out: the batch has answered too much already.',
};

const withoutPicture = ({ screenshot, notes = [], ...rest }: Result): Result => ({
  ...rest,
  notes: [...(notes as string[]), leftOutForSize.picture],
});

/** What the results stand in, and those that were left out or have failed. */
const frameBytes = 1024 * 1024;

/** All answers of a batch are one: what makes it too large is left out, a picture before the rest. It has been done. */
const fitted = (result: Result, room: number): { result: Result; bytes: number } => {
  const bytes = answerBytes(result);
  if (!result.success) return { result, bytes: 0 };
  if (bytes <= room) return { result, bytes };
  if (result.screenshot) return fitted(withoutPicture(result), room);
  const { type, success } = result;
  return { result: { type, success, notes: [leftOutForSize.answer] }, bytes: 0 };
};

const leftOutForTime = 'What this answered was left out: the batch ran out of time, and it is much.';

/** As much as is said of a failure; of more, which steps were done. */
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

/** One after another; nothing of another action comes between them. */
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
        'The batch took too long, and was stopped: `results` says what was done. Send the rest in another.',
        { details: shortened(stand()) },
      );
    if (isOver) break;
  }
  return stand();
};
