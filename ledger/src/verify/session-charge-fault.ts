import { type SessionCharge, sessionCredits } from '../session-charge.js';

interface CheckedCharge {
  charge: SessionCharge;
  /** Milliseconds of the epoch. */
  startedAt: number | undefined;
  endedAt: number | undefined;
  expiresAt: number | undefined;
}

type Check = (judged: CheckedCharge) => string | undefined;

const aboveCap: Check = ({ charge: { credits, options } }) => {
  const cap = sessionCredits(Number.POSITIVE_INFINITY, options.maxTtlSeconds);
  return credits > cap
    ? `it is charged ${credits}, and ${options.maxTtlSeconds} s cost no more than ${cap}`
    : undefined;
};

const neverOpen: Check = ({ charge: { credits }, startedAt, endedAt }) =>
  credits > 0 && (startedAt === undefined || endedAt === undefined)
    ? `it is charged ${credits}, and does not say from when to when it was open`
    : undefined;

const endedTooSoon: Check = ({ startedAt, endedAt }) =>
  startedAt !== undefined && endedAt !== undefined && endedAt < startedAt ? 'it ended before it started' : undefined;

const endedTooLate: Check = ({ endedAt, expiresAt }) =>
  endedAt !== undefined && expiresAt !== undefined && endedAt > expiresAt ? 'it ended after it expired' : undefined;

const expiredAtAnotherTime: Check = ({ charge: { options }, startedAt, expiresAt }) =>
  startedAt !== undefined && expiresAt !== undefined && expiresAt - startedAt !== options.maxTtlSeconds * 1000
    ? `it expired ${(expiresAt - startedAt) / 1000} s after it started, and not ${options.maxTtlSeconds} s`
    : undefined;

/** Free for many a reason, else what its times come to. A pod measures fractions of the milliseconds that are written down. */
const otherCredits: Check = ({ charge: { credits, options }, startedAt, endedAt }) => {
  if (credits === 0 || startedAt === undefined || endedAt === undefined) return undefined;
  const [whole, more] = [0, 1].map((part) => sessionCredits(endedAt - startedAt + part, options.maxTtlSeconds));
  return credits === whole || credits === more ? undefined : `it is charged ${credits}, and its times come to ${whole}`;
};

const checks = [aboveCap, neverOpen, endedTooSoon, endedTooLate, expiredAtAnotherTime, otherCredits];

const timeOf = (text: string | undefined) => (text === undefined ? undefined : Date.parse(text));

/** What is wrong with a session's charge in itself, whatever the rest of the books say: the first thing, if any. */
export const sessionChargeFault = (charge: SessionCharge): string | undefined => {
  const [startedAt, endedAt, expiresAt] = [charge.startedAt, charge.endedAt, charge.expiresAt].map(timeOf);
  const judged = { charge, startedAt, endedAt, expiresAt };
  for (const check of checks) {
    const fault = check(judged);
    if (fault) return `The charge of session ${charge.session}: ${fault}.`;
  }
  return undefined;
};
