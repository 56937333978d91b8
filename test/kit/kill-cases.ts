import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { checkEnd, isBefore, KillPhases, type Outcome, type Phase } from './kill-phases.js';
import { type KilledPart, KillStage } from './kill-stage.js';

export interface KillCase {
  part: KilledPart;
  phase: Phase;
  /** What the client may be answered to its call that is under way; 0: the connection broke. */
  told?: readonly number[];
  /** How the session ends, if its client was given it. */
  reason: string;
  /**
   * How it ends instead where its browser was opened and is gone before anybody used it: the confirmation may have been heard
   * or not, so that its client is given it, and pays only if it was.
   */
  lost?: string;
  /** By default it is short, and costs one credit. */
  maxTtlSeconds?: number;
  credits?: number;
}

/** Long enough for a part to come back; and a minute costs one credit, whatever becomes of it. */
const shortSeconds = 20;

/** Each of the cases, one after the other on one service: what is left of one would be found by the next. */
export const killCases = (what: string, cases: readonly KillCase[], warm = 0): void => {
  describe(what, { timeout: 1_800_000 }, () => {
    let stage: KillStage;

    before(async () => {
      stage = await KillStage.start({ TINTYPE_WARM_SESSIONS: String(warm) });
    });
    after(() => stage?.stop());

    for (const one of cases) {
      it(`${one.part}, while ${one.phase === 'idle' ? 'nobody has one' : `a session is ${one.phase}`}`, async (t) => {
        const said = stage.stack.output().length;
        try {
          await play(stage, one);
        } catch (error) {
          t.diagnostic(stage.stack.output().slice(said));
          throw error;
        }
      });
    }

    it('leaves exact books', async () => void (await stage.verified()));
  });
};

const play = async (stage: KillStage, one: KillCase): Promise<void> => {
  const { phase, part, maxTtlSeconds = shortSeconds } = one;
  const outcome = await new KillPhases(stage).strike(phase, part, maxTtlSeconds);
  if (one.told) assert.ok(one.told.includes(outcome.told ?? 0), `the client was told ${outcome.told}`);
  await settle(stage, one, outcome);
};

/** Sees the session to its end, and to its charge. */
const settle = async (stage: KillStage, one: KillCase, { session, told, ended }: Outcome): Promise<void> => {
  const { phase, reason, credits: price = 1 } = one;
  const isGiven = !isBefore(phase) || told === 201;
  if (isBefore(phase) && isGiven) assert.equal((await stage.call('DELETE', `/${session}`)).status, 200);
  await stage.untilIdle();
  if (!isGiven && !(await stage.books.findOpen(session))) return;
  const charge = await stage.charged(session);
  const isLost = isGiven && charge.closeReason === one.lost;
  if (!isLost) assert.equal(charge.credits, isGiven ? price : 0, charge.closeReason);
  if (isGiven && !isLost) assert.equal(charge.closeReason, reason);
  if (ended) await checkEnd(charge, ended);
};
