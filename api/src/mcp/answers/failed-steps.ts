import { type ErrorCode, errorTable, isJsonObject, TintypeError } from '@tintype/contracts';
import { adviceOf } from '../calls/tool-error.js';

/** The most failures that the text lists. The results have all failures. */
const mostShown = 3;
/** Longer error messages are cut here. The results have their full text. */
const maxMessageChars = 1000;

interface Failure {
  /** The place in the batch, from 1. */
  place: number;
  type: string;
  error: TintypeError;
}

const failuresIn = (results: readonly unknown[]): Failure[] =>
  results.flatMap((result, at) => {
    if (!isJsonObject(result) || result.success !== false) return [];
    // A pod of a newer release may send a code that this api does not know.
    const code = Object.hasOwn(errorTable, String(result.code)) ? (result.code as ErrorCode) : 'internal';
    const error = new TintypeError(code, String(result.error).slice(0, maxMessageChars));
    return [{ place: at + 1, type: String(result.type), error }];
  });

const firstLineOf = (failures: readonly Failure[], { ran, sent }: { ran: number; sent: number }): string => {
  const places = failures.map(({ place }) => place).join(', ');
  const notRun =
    ran < sent ? `, and ${ran + 1 === sent ? `action ${sent}` : `actions ${ran + 1} to ${sent}`} did not run` : '';
  return `${failures.length === 1 ? 'Action' : 'Actions'} ${places} of ${sent} failed${notRun}.`;
};

/** The failures of a batch of `sent` actions, with the advice of a failed call. Undefined if nothing failed. */
export const failedStepsText = (results: unknown, sent: number, tool: string): string | undefined => {
  const ranSteps: unknown[] = Array.isArray(results) ? results : [];
  const failures = failuresIn(ranSteps);
  if (failures.length === 0) return undefined;
  const advice = failures.slice(0, mostShown).flatMap(({ place, type, error }) => {
    const [fault = '', ...next] = adviceOf(error, tool);
    return [failures.length === 1 ? fault : `Action ${place}, ${type}: ${fault}`, ...next];
  });
  // Give the same advice only once.
  return [firstLineOf(failures, { ran: ranSteps.length, sent }), ...new Set(advice)].join('\n');
};
