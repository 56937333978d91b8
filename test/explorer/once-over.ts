import { any, type Invariants } from './invariants.js';

/** Of an operator that sweeps every two minutes, where the calls of an outage fail one sweep after another. */
const settlesWithinMs = 15 * 60_000;

/** From then on no pod can run a session, in milliseconds of the epoch; as `times.ts` of the operator has it. */
const afterLatestEndMs = 60_000;

/** What is true after every step of sessions that are over. */
export const onceOver: Invariants = {
  'an open is charged soon after nothing of it can run': ({ books, calmSince, clock }) =>
    any(books.unsettled, ({ session, startBy, options }) => {
      const deadAt = Date.parse(startBy) + options.maxTtlSeconds * 1000 + afterLatestEndMs;
      return clock.now() > Math.max(deadAt, calmSince) + settlesWithinMs && `${session} has no charge`;
    }),
};
