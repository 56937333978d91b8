import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { checkEnd, isBefore, KillPhases, type Outcome, type Phase } from './phases.js';
import { type KilledPart, KillStage } from './stage.js';

export interface KillCase {
  part: KilledPart;
  phase: Phase;
  /** Possible answers to the call in flight; 0: the connection broke. */
  answers?: readonly number[];
  /** The close reason, if the client got the session. */
  reason: string;
  /**
   * The close reason if its browser was open and gone before use. The confirmation may be lost; the client pays only if
   * it arrived.
   */
  lost?: string;
  /** Short by default: one credit. */
  maxTtlSeconds?: number;
  credits?: number;
}

/** Long enough for a part to restart. One minute costs one credit. */
const shortSeconds = 20;

/** One after the other on one service: each case would find the rest of the one before. */
export const killCases = (what: string, cases: readonly KillCase[], warm = 0): void => {
  describe(what, { timeout: 1_800_000 }, () => {
    let stage: KillStage;

    before(async () => {
      stage = await KillStage.start({ TINTYPE_WARM_SESSIONS: String(warm) });
    });
    after(() => stage?.stop());

    for (const one of cases) {
      it(`${one.part}, while ${one.phase === 'idle' ? 'nobody has one' : `a session is ${one.phase}`}`, async (t) => {
        const printed = stage.stack.output().length;
        try {
          await play(stage, one);
        } catch (error) {
          t.diagnostic(stage.stack.output().slice(printed));
          throw error;
        }
      });
    }

    it('leaves an exact ledger', async () => void (await stage.verified()));
  });
};

const play = async (stage: KillStage, one: KillCase): Promise<void> => {
  const { phase, part, maxTtlSeconds = shortSeconds } = one;
  const outcome = await new KillPhases(stage).strike(phase, part, maxTtlSeconds);
  if (one.answers) assert.ok(one.answers.includes(outcome.answer ?? 0), `the client got ${outcome.answer}`);
  await settle(stage, one, outcome);
};

/** Follows the session to its end and charge. */
const settle = async (stage: KillStage, one: KillCase, { session, answer, ended }: Outcome): Promise<void> => {
  const { phase, reason, credits: price = 1 } = one;
  const isGiven = !isBefore(phase) || answer === 201;
  if (isBefore(phase) && isGiven) assert.equal((await stage.call('DELETE', `/${session}`)).status, 200);
  await stage.untilIdle();
  if (!isGiven && !(await stage.ledger.findOpen(session))) return;
  const charge = await stage.charged(session);
  const isLost = isGiven && charge.closeReason === one.lost;
  if (!isLost) assert.equal(charge.credits, isGiven ? price : 0, charge.closeReason);
  if (isGiven && !isLost) assert.equal(charge.closeReason, reason);
  if (ended) await checkEnd(charge, ended);
};
