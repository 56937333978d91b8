import assert from 'node:assert/strict';
import type { SessionCharge } from '@tintype/ledger';
import { type Footprints, footprintsOf, grown } from '../kit/footprint.js';
import { KillStage, settleMs } from '../kit/kill-stage.js';
import { SeededRandom } from '../kit/seeded-random.js';
import { until } from '../kit/until.js';
import { killParts, type Struck } from './killer.js';
import { type Answers, checkVisit, Visitor } from './visitor.js';

export interface KillsOptions {
  seed: number;
  /** How many are given to clients; more are begun. */
  sessions: number;
  /** So many browsers are kept warm. */
  warm: number;
  /** So many are opened and closed at the end, when nothing is killed any more. */
  calm: number;
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
  /** Of the programs that outlive sessions: before all, and around those of the end. */
  footprints: { begin: Footprints; before: Footprints; after: Footprints };
}

/** One fewer than an account may have: what is left of a session that nobody was given may hold the last. */
const visitors = 4;
/** What the first of them do once nothing is killed any more: among kills hardly a session sees its second minute. */
const calmStays = ['long', 'staying'] as const;
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
export const killsAmongSessions = async (options: KillsOptions): Promise<KillsReport> => {
  const { seed, sessions, warm, say } = options;
  const stage = await KillStage.start({ TINTYPE_WARM_SESSIONS: String(warm) });
  const stop = new AbortController();
  const crowd = Array.from({ length: visitors }, (_, index) => new Visitor(stage, new SeededRandom(seed + index + 1)));
  const given = () => crowd.reduce((sum, visitor) => sum + visitor.given.length, 0);
  await stage.untilWarm();
  const begin = await footprintsOf(stage);
  const killing = killParts({ stage, random: new SeededRandom(seed), given }, stop.signal);
  try {
    await share(crowd, sessions, (visitor) => visitor.visit(), say);
    stop.abort();
    const struck = await killing;
    say?.('the kills are over; it comes to rest');
    await stage.untilIdle();
    const footprints = { begin, ...(await calmly(stage, crowd, options)) };
    return { struck, footprints, ...(await settle(stage, crowd)) };
  } finally {
    stop.abort();
    await killing;
    await stage.stop();
  }
};

/** All of them together do it so often. */
const share = async (
  crowd: readonly Visitor[],
  times: number,
  act: (visitor: Visitor) => Promise<void>,
  say?: KillsOptions['say'],
): Promise<void> => {
  let begun = 0;
  await Promise.all(
    crowd.map(async (visitor) => {
      while (begun < times) {
        begun += 1;
        if (begun % sayEvery === 0) say?.(`session ${begun} of ${times}`);
        await act(visitor);
      }
    }),
  );
};

/**
 * Sessions that nothing is killed among, so that the programs live through all of them: they may not grow with their number.
 * What connects them for a while is waited out, and what the first few make for good does not count.
 */
const calmly = async (
  stage: KillStage,
  crowd: readonly Visitor[],
  { calm }: KillsOptions,
): Promise<{ before: Footprints; after: Footprints }> => {
  await Promise.all(crowd.map((visitor, index) => visitor.call(calmStays[index])));
  await stage.untilIdle();
  const before = await footprintsOf(stage);
  await share(crowd, calm, (visitor) => visitor.call());
  await stage.untilIdle();
  let after = await footprintsOf(stage);
  const hasNotGrown = async () => {
    after = await footprintsOf(stage);
    return grown(before, after, calm).length === 0;
  };
  await until('they are as large as before', hasNotGrown, settleMs).catch((cause) => {
    throw new Error(grown(before, after, calm).join('\n'), { cause });
  });
  return { before, after };
};

/** Who was given a session pays for it, unless its node was lost; who was refused one does not; else nobody knows. */
const settle = async (
  stage: KillStage,
  crowd: readonly Visitor[],
): Promise<Omit<KillsReport, 'struck' | 'footprints'>> => {
  const charges: SessionCharge[] = [];
  for (const visit of crowd.flatMap(({ given }) => given)) {
    const charge = await stage.charged(visit.session);
    checkVisit(visit, charge);
    charges.push(charge);
  }
  const dear = charges.filter(({ credits }) => credits > 1);
  assert.ok(dear.length >= calmStays.length, 'those that saw their second minute cost more than one');
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
  return { answers, reasons, prices, ...report };
};
