import { type SessionCharge, sessionCredits } from '../session-charge.js';

interface CheckedCharge {
  charge: SessionCharge;
  /** Milliseconds since the epoch. */
  startedAt: number | undefined;
  endedAt: number | undefined;
  expiresAt: number | undefined;
}

/** Returns the contradiction as a clause about the charge or session; undefined if there is none. */
type Check = (judged: CheckedCharge) => string | undefined;

const aboveCap: Check = ({ charge: { credits, options } }) => {
  const cap = sessionCredits(Number.POSITIVE_INFINITY, options.maxTtlSeconds);
  return credits > cap ? `it costs ${credits}, but ${options.maxTtlSeconds} s cost at most ${cap}` : undefined;
};

const lacksTimes: Check = ({ charge: { credits }, startedAt, endedAt }) =>
  credits > 0 && (startedAt === undefined || endedAt === undefined)
    ? `it costs ${credits}, but lacks its start or end`
    : undefined;

const endedTooSoon: Check = ({ startedAt, endedAt }) =>
  startedAt !== undefined && endedAt !== undefined && endedAt < startedAt ? 'it ended before it started' : undefined;

const endedTooLate: Check = ({ endedAt, expiresAt }) =>
  endedAt !== undefined && expiresAt !== undefined && endedAt > expiresAt ? 'it ended after it expired' : undefined;

const expiredAtAnotherTime: Check = ({ charge: { options }, startedAt, expiresAt }) =>
  startedAt !== undefined && expiresAt !== undefined && expiresAt - startedAt !== options.maxTtlSeconds * 1000
    ? `it expired ${(expiresAt - startedAt) / 1000} s after it started, not ${options.maxTtlSeconds} s`
    : undefined;

/**
 * A charge of 0 is no contradiction: a session may be free for many reasons. The recorded times lack the fractions of a
 * millisecond that the pod measures. So a session may be up to 1 ms longer than its recorded times.
 */
const otherCredits: Check = ({ charge: { credits, options }, startedAt, endedAt }) => {
  if (credits === 0 || startedAt === undefined || endedAt === undefined) return undefined;
  const [expected, oneMsLonger] = [0, 1].map((moreMs) =>
    sessionCredits(endedAt - startedAt + moreMs, options.maxTtlSeconds),
  );
  return credits === expected || credits === oneMsLonger
    ? undefined
    : `it costs ${credits}, but its times mean ${expected}`;
};

const checks = [aboveCap, lacksTimes, endedTooSoon, endedTooLate, expiredAtAnotherTime, otherCredits];

const timeOf = (text: string | undefined) => (text === undefined ? undefined : Date.parse(text));

/** A sentence about the first contradiction within a session's charge; undefined if there is none. */
export const sessionChargeFault = (charge: SessionCharge): string | undefined => {
  const [startedAt, endedAt, expiresAt] = [charge.startedAt, charge.endedAt, charge.expiresAt].map(timeOf);
  const judged = { charge, startedAt, endedAt, expiresAt };
  for (const check of checks) {
    const fault = check(judged);
    if (fault) return `The charge of session ${charge.session}: ${fault}.`;
  }
  return undefined;
};
