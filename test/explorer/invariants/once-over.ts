import { objectGone } from '@tintype/ledger';
import { any, type Invariants } from './always.js';

/** Of an operator that sweeps every two minutes, where the calls of an outage fail one sweep after another. */
const settlesWithinMs = 15 * 60_000;

/** From then on no pod can run a session, in milliseconds of the epoch; as `times.ts` of the operator has it. */
const afterLatestEndMs = 60_000;

/** Objects have their times in whole seconds: what ended before it was deleted may have done so up to one later than that says. */
const wholeSecondMs = 1000;

/** What is true after every step of sessions that are over. */
export const onceOver: Invariants = {
  'an open is charged soon after nothing of it can run': ({ books, calmSince, clock }) =>
    any(books.unsettled, ({ session, startBy, options }) => {
      const deadAt = Date.parse(startBy) + options.maxTtlSeconds * 1000 + afterLatestEndMs;
      return clock.now() > Math.max(deadAt, calmSince) + settlesWithinMs && `${session} has no charge`;
    }),

  'a session that was closed leaves its slot': ({ violations }) => any(violations.slotsKept, (session) => session),

  'it ends when it is deleted, or its time is over': ({ books }, { sessions }) =>
    any(books.charges.firsts, ({ session, uid, endedAt = '', expiresAt = '', closeReason }) => {
      // Of one that was taken away, nobody may know when.
      const isGone = closeReason === objectGone;
      const deletedAt = isGone ? '' : sessions.get(uid)?.metadata.deletionTimestamp;
      const ended = Date.parse(endedAt);
      const isLater = ended > Date.parse(expiresAt) || ended >= Date.parse(deletedAt ?? '') + wholeSecondMs;
      return isLater && `${session} at ${endedAt}`;
    }),

  'it says why it ended': (world, { sessions }) =>
    any(world.objects('BrowserSession').values(), ({ metadata, status }) => {
      const isWrong = status?.closeReason === 'Deleted' && !metadata.deletionTimestamp;
      return isWrong && `${metadata.name} was not deleted`;
    }) ??
    any(world.books.charges.firsts, ({ session, uid, closeReason }) => {
      const object = closeReason === 'Deleted' ? sessions.get(uid) : undefined;
      return object && !object.metadata.deletionTimestamp && `${session} was not deleted, and is charged so`;
    }),
};
