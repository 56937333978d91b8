import assert from 'node:assert/strict';
import type { SessionCharge } from '@tintype/ledger';
import type { Visit } from './visitor.js';

/** Times of deletions are in whole seconds. */
const nearMs = 1000;

/**
 * It is charged for the time that its client had it, by the client's own clock, which took no part in the charge. `charged` of
 * the stage sees to it that the price is that of these times. Of one that was killed its client knows neither when nor why.
 */
export const checkVisit = (visit: Visit, charge: SessionCharge): void => {
  const { closeReason, credits } = charge;
  const what = JSON.stringify({ visit, charge });
  assert.equal(credits > 0, closeReason !== 'NodeLost', `it is paid for, unless its node was lost: ${what}`);
  checkBeginning(visit, charge, what);
  checkEnding(visit, charge, what);
  // Nothing has ended it before its client did, or its time.
  const isWhole = closeReason === 'Deleted' || closeReason === 'Expired';
  if (isWhole && visit.stay !== 'short') assert.ok(credits >= 2, `it saw its second minute: ${what}`);
};

const checkBeginning = (visit: Visit, { startedAt = '', expiresAt = '' }: SessionCharge, what: string): void => {
  const start = Date.parse(startedAt);
  assert.ok(start >= visit.askedAt - nearMs, `it began before it was asked for: ${what}`);
  assert.ok(start <= visit.givenAt, `it began after it was given: ${what}`);
  assert.equal(Date.parse(expiresAt) - start, visit.maxTtlSeconds * 1000, `it has the time it was made with: ${what}`);
};

const checkEnding = (visit: Visit, { endedAt = '', expiresAt, closeReason }: SessionCharge, what: string): void => {
  const { leftAt = Infinity, closedAt = Infinity } = visit;
  const end = Date.parse(endedAt);
  assert.ok(end <= closedAt + nearMs, `it is charged for longer than it was open: ${what}`);
  // Nobody but its client deletes it.
  if (closeReason === 'Deleted') assert.ok(end >= leftAt - nearMs, `it is charged for less than it was open: ${what}`);
  if (closeReason === 'Expired') assert.equal(endedAt, expiresAt, `it is charged for all of its time: ${what}`);
};
