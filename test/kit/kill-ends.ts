import assert from 'node:assert/strict';
import type { SessionCharge } from '@tintype/ledger';
import type { Outcome } from './kill-phases.js';

/** What a busy machine may be late by. */
const lateMs = 15_000;
/** Times of Kubernetes are to the second, and the object is deleted before the part is killed. */
const earlyMs = 5000;

/** Its browser ran no longer than it should, and it is charged up to then, by a clock that took no part in it. */
export const checkEnd = async (
  charge: SessionCharge,
  { struckAt, browserGone }: NonNullable<Outcome['ended']>,
): Promise<void> => {
  const { endedAt = '', expiresAt = '', closeReason } = charge;
  const due = closeReason === 'Expired' ? Date.parse(expiresAt) : struckAt;
  const [charged, gone] = [Date.parse(endedAt), await browserGone];
  assert.ok(gone <= due + lateMs, `its browser ran for ${gone - due} ms too long`);
  assert.ok(charged <= gone + 1000, `it is charged for ${charged - gone} ms after its browser`);
  assert.ok(charged >= due - earlyMs, `it is charged up to ${due - charged} ms before its end`);
};
