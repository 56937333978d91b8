import { objectGone } from '@tintype/ledger';
import { any, type Invariants } from './always.js';

/** The sweeper runs every two minutes, and an outage can fail several sweeps. */
const settlesWithinMs = 15 * 60_000;

/** After this time no pod can run the session; see the operator's `times.ts`. */
const afterLatestEndMs = 60_000;

/** Object times are whole seconds, so an end can be up to 1 s after them. */
const wholeSecondMs = 1000;

/** Holds after every step for finished sessions. */
export const onceOver: Invariants = {
  'an open is charged soon after its session must be over': ({ ledger, calmSince, clock }) =>
    any(ledger.unsettled, ({ session, startBy, options }) => {
      const deadAt = Date.parse(startBy) + options.maxTtlSeconds * 1000 + afterLatestEndMs;
      return clock.now() > Math.max(deadAt, calmSince) + settlesWithinMs && `${session} has no charge`;
    }),

  'a closed session frees its slot': ({ violations }) => any(violations.slotsKept, (session) => session),

  'a session ends when it is deleted or its time is over': ({ ledger }, { sessions }) =>
    any(ledger.charges.firsts, ({ session, uid, endedAt = '', expiresAt = '', closeReason }) => {
      // The end of a removed session may be unknown.
      const isGone = closeReason === objectGone;
      const deletedAt = isGone ? '' : sessions.get(uid)?.metadata.deletionTimestamp;
      const ended = Date.parse(endedAt);
      const isLater = ended > Date.parse(expiresAt) || ended >= Date.parse(deletedAt ?? '') + wholeSecondMs;
      return isLater && `${session} at ${endedAt}`;
    }),

  'a session records why it ended': (world, { sessions }) =>
    any(world.objects('BrowserSession').values(), ({ metadata, status }) => {
      const isWrong = status?.closeReason === 'Deleted' && !metadata.deletionTimestamp;
      return isWrong && `${metadata.name} was not deleted`;
    }) ??
    any(world.ledger.charges.firsts, ({ session, uid, closeReason }) => {
      const object = closeReason === 'Deleted' ? sessions.get(uid) : undefined;
      return object && !object.metadata.deletionTimestamp && `${session} was not deleted, but is charged so`;
    }),
};
