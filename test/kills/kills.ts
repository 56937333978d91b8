import assert from 'node:assert/strict';
import { type SessionCharge, sessionCredits } from '@tintype/ledger';
import { KillStage } from '../kit/kill-stage.js';
import { SeededRandom } from '../kit/seeded-random.js';
import { killParts, type Struck } from './killer.js';
import { type Answers, Visitor } from './visitor.js';

export interface KillsOptions {
  seed: number;
  /** How many are given to clients; more are begun. */
  sessions: number;
  /** Hears a line now and then. */
  say?: (line: string) => void;
}

export interface KillsReport {
  struck: Struck;
  answers: Answers;
  /** How the sessions ended that clients were given. */
  reasons: Record<string, number>;
  /** How many of them cost so many credits. */
  prices: Record<string, number>;
  opens: number;
  charges: number;
  credits: number;
}

/** One fewer than an account may have: what is left of a session that nobody was given may hold the last. */
const visitors = 4;
const sayEvery = 10;

const addUp = (counts: readonly Readonly<Record<string, number>>[]): Record<string, number> => {
  const sum: Record<string, number> = {};
  for (const each of counts) for (const [key, count] of Object.entries(each)) sum[key] = (sum[key] ?? 0) + count;
  return sum;
};

/**
 * Sessions for clients, several at once, while parts are killed at random. Then all of it ends, and leaves no process, no
 * folder, no slot, and books without a fault. Throws when it does not.
 */
export const killsAmongSessions = async ({ seed, sessions, say }: KillsOptions): Promise<KillsReport> => {
  const stage = await KillStage.start();
  const stop = new AbortController();
  const crowd = Array.from(
    { length: visitors },
    (_, index) => new Visitor(stage, new SeededRandom(seed + index + 1), index === 0),
  );
  const given = () => crowd.reduce((sum, visitor) => sum + visitor.given.length, 0);
  const killing = killParts({ stage, random: new SeededRandom(seed), given }, stop.signal);
  try {
    await visitAll(crowd, sessions, say);
    stop.abort();
    const struck = await killing;
    say?.('the kills are over; it comes to rest');
    await stage.untilIdle();
    return await settle(stage, crowd, struck);
  } finally {
    stop.abort();
    await killing;
    await stage.stop();
  }
};

const visitAll = async (crowd: readonly Visitor[], sessions: number, say: KillsOptions['say']): Promise<void> => {
  let begun = 0;
  await Promise.all(
    crowd.map(async (visitor) => {
      while (begun < sessions) {
        begun += 1;
        if (begun % sayEvery === 0) say?.(`session ${begun} of ${sessions}`);
        await visitor.visit();
      }
    }),
  );
};

const costs = ({ startedAt = '', endedAt = '', closeReason, options }: SessionCharge): number =>
  closeReason === 'NodeLost' ? 0 : sessionCredits(Date.parse(endedAt) - Date.parse(startedAt), options.maxTtlSeconds);

/** Who was given a session pays for it, unless its node was lost; who was refused one does not; else nobody knows. */
const settle = async (stage: KillStage, crowd: readonly Visitor[], struck: Struck): Promise<KillsReport> => {
  const charges: SessionCharge[] = [];
  for (const session of crowd.flatMap(({ given }) => given)) charges.push(await stage.charged(session));
  for (const charge of charges) assert.equal(charge.credits, costs(charge), `${charge.session}: ${charge.closeReason}`);
  const report = await stage.verified();
  const answers = addUp(crowd.map((visitor) => visitor.answers));
  assert.equal(report.opens, report.charges, 'every open has one charge');
  const given = new Set(charges.map(({ session }) => session));
  const others = (await stage.chargedSessions()).filter((session) => !given.has(session));
  const paidFor: string[] = [];
  for (const session of others) if ((await stage.charged(session)).credits > 0) paidFor.push(session);
  // Of those whose clients were cut off nobody knows: each may have been opened, and stay so until its time is over.
  assert.ok(paidFor.length <= (answers[0] ?? 0), `who was refused a session pays for it: ${paidFor}`);
  const reasons = addUp(charges.map(({ closeReason }) => ({ [closeReason]: 1 })));
  const prices = addUp(charges.map(({ credits }) => ({ [credits]: 1 })));
  return { struck, answers, reasons, prices, ...report };
};
