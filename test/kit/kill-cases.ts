import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { SessionCharge } from '@tintype/ledger';
import { KillPhases, type Outcome, type Phase } from './kill-phases.js';
import { type KilledPart, KillStage } from './kill-stage.js';

export interface KillCase {
  part: KilledPart;
  phase: Phase;
  /** What the client may be answered to its call that is under way; 0: the connection broke. */
  told?: readonly number[];
  /** How the session ends, if its client was given it. */
  reason: string;
  /** By default it is short, and costs one credit. */
  maxTtlSeconds?: number;
  credits?: number;
}

/** Long enough for a part to come back; and a minute costs one credit, whatever becomes of it. */
const shortSeconds = 20;

/** Each of the cases, one after the other on one service: what is left of one would be found by the next. */
export const killCases = (what: string, cases: readonly KillCase[]): void => {
  describe(what, { timeout: 900_000 }, () => {
    let stage: KillStage;

    before(async () => {
      stage = await KillStage.start();
    });
    after(() => stage?.stop());

    for (const one of cases) {
      it(`${one.part}, while a session is ${one.phase}`, async () => {
        const { phase, part, maxTtlSeconds = shortSeconds } = one;
        const outcome = await new KillPhases(stage).strike(phase, part, maxTtlSeconds);
        if (one.told) assert.ok(one.told.includes(outcome.told ?? 0), `the client was told ${outcome.told}`);
        await settle(stage, one, outcome);
        await stage.verified();
      });
    }
  });
};

/** Sees the session to its end, and to its charge. */
const settle = async (stage: KillStage, one: KillCase, { session, told, ended }: Outcome): Promise<void> => {
  const { phase, reason, credits: price = 1 } = one;
  const isOpening = phase === 'opening';
  const isGiven = !isOpening || told === 201;
  if (isOpening && isGiven) assert.equal((await stage.call('DELETE', `/${session}`)).status, 200);
  await stage.untilIdle();
  if (!isGiven && !(await stage.books.findOpen(session))) return;
  const charge = await stage.charged(session);
  assert.equal(charge.credits, isGiven ? price : 0, charge.closeReason);
  if (isGiven) assert.equal(charge.closeReason, reason);
  if (ended) await checkEnd(charge, ended);
};

/** What a busy machine may be late by. */
const lateMs = 15_000;
/** Times of Kubernetes are to the second, and the object is deleted before the part is killed. */
const earlyMs = 5000;

/** Its browser ran no longer than it should, and it is charged up to then, by a clock that took no part in it. */
const checkEnd = async (charge: SessionCharge, { struckAt, browserGone }: NonNullable<Outcome['ended']>) => {
  const { endedAt = '', expiresAt = '', closeReason } = charge;
  const due = closeReason === 'Expired' ? Date.parse(expiresAt) : struckAt;
  const [charged, gone] = [Date.parse(endedAt), await browserGone];
  assert.ok(gone <= due + lateMs, `its browser ran for ${gone - due} ms too long`);
  assert.ok(charged <= gone + 1000, `it is charged for ${charged - gone} ms after its browser`);
  assert.ok(charged >= due - earlyMs, `it is charged up to ${due - charged} ms before its end`);
};
