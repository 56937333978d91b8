import { sessionCredits } from './session-charge.js';

export interface SessionLife {
  /** RFC 3339. */
  startedAt: string;
  /** Every moment at which it is known to have been over, RFC 3339 or milliseconds of the epoch; the earliest counts. */
  ends: readonly (string | number | undefined)[];
  maxTtlSeconds: number;
  /** Its caller is known to have been given it, and has had it. */
  isPaid: boolean;
}

const millisecondsOf = (moment: string | number) => (typeof moment === 'number' ? moment : Date.parse(moment));

/**
 * When a session that was open ended, and what it costs. By this the operator charges, and the api says what is going to be
 * charged. It needs one end at least.
 */
export const endOfSession = ({ startedAt, ends, maxTtlSeconds, isPaid }: SessionLife) => {
  const start = Date.parse(startedAt);
  const known = ends.filter((end) => end !== undefined).map(millisecondsOf);
  const end = Math.max(start, Math.min(...known));
  return { endedAt: new Date(end).toISOString(), credits: isPaid ? sessionCredits(end - start, maxTtlSeconds) : 0 };
};
