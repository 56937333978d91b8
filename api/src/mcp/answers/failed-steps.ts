import { type ErrorCode, errorTable, isJsonObject, TintypeError } from '@tintype/contracts';
import { adviceOf } from '../calls/tool-error.js';

/** At most three failures are shown. All are in the results. */
const mostShown = 3;
/** Longer sentences are cut. The results have them whole. */
const maxSentenceChars = 1000;

interface Failure {
  /** The place in the batch, from 1. */
  place: number;
  type: string;
  error: TintypeError;
}

const failuresIn = (results: readonly unknown[]): Failure[] =>
  results.flatMap((result, at) => {
    if (!isJsonObject(result) || result.success !== false) return [];
    // A newer pod may have another code.
    const code = Object.hasOwn(errorTable, String(result.code)) ? (result.code as ErrorCode) : 'internal';
    const error = new TintypeError(code, String(result.error).slice(0, maxSentenceChars));
    return [{ place: at + 1, type: String(result.type), error }];
  });

const headOf = (failures: readonly Failure[], { ran, sent }: { ran: number; sent: number }): string => {
  const places = failures.map(({ place }) => place).join(', ');
  const notRun =
    ran < sent ? `, and ${ran + 1 === sent ? `action ${sent}` : `actions ${ran + 1} to ${sent}`} did not run` : '';
  return `${failures.length === 1 ? 'Action' : 'Actions'} ${places} of ${sent} failed${notRun}.`;
};

/** Lists the failures of a batch of `sent` actions in the words of a failed call. Undefined if nothing failed. */
export const failedSteps = (results: unknown, sent: number, tool: string): string | undefined => {
  const ran: unknown[] = Array.isArray(results) ? results : [];
  const failures = failuresIn(ran);
  if (failures.length === 0) return undefined;
  const advice = failures.slice(0, mostShown).flatMap(({ place, type, error }) => {
    const [fault = '', ...next] = adviceOf(error, tool);
    return [failures.length === 1 ? fault : `Action ${place}, ${type}: ${fault}`, ...next];
  });
  // Give the same advice only once.
  return [headOf(failures, { ran: ran.length, sent }), ...new Set(advice)].join('\n');
};
