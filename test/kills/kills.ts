import assert from 'node:assert/strict';
import type { SessionCharge } from '@tintype/ledger';
import { type Footprints, footprintsOf, grown } from '../kit/kills/footprint.js';
import { KillStage, settleMs } from '../kit/kills/stage.js';
import { SeededRandom } from '../kit/played/seeded-random.js';
import { until } from '../kit/until.js';
import { killParts, type Struck } from './killer.js';
import { type Answers, checkVisit, Visitor } from './visitor.js';

export interface KillsOptions {
  seed: number;
  /** Sessions that clients get; more are begun. */
  sessions: number;
  warm: number;
  /** Sessions at the end, after the last kill. */
  calm: number;
  say?: (line: string) => void;
}

export interface KillsReport {
  struck: Struck;
  answers: Answers;
  reasons: Record<string, number>;
  /** Number of sessions by credits. */
  prices: Record<string, number>;
  opens: number;
  charges: number;
  credits: number;
  /** Footprints of the lasting programs: before everything, and around the calm sessions. */
  footprints: { begin: Footprints; before: Footprints; after: Footprints };
}

/** One below the account's limit: an abandoned session may hold the last slot for a while. */
const visitors = 4;
/** Among kills hardly a session reaches its second minute, so the first calm ones do. */
const calmStays = ['long', 'staying'] as const;
const sayEvery = 10;

const addUp = (counts: readonly Readonly<Record<string, number>>[]): Record<string, number> => {
  const sum: Record<string, number> = {};
  for (const each of counts) for (const [key, count] of Object.entries(each)) sum[key] = (sum[key] ?? 0) + count;
  return sum;
};

/**
 * Opens sessions for several clients while parts are killed at random. Throws if a process, folder, slot or fault in
 * the ledger is left.
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
    say?.('the kills are over; waiting for rest');
    await stage.untilIdle();
    const footprints = { begin, ...(await calmly(stage, crowd, options)) };
    return { struck, footprints, ...(await settle(stage, crowd)) };
  } finally {
    stop.abort();
    await killing;
    await stage.stop();
  }
};

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
 * Sessions without kills: the programs may not grow with their number. Waits for temporary connections to close, and
 * ignores what the first sessions allocate for good.
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

/** A client pays for each session it got, unless the node was lost. A refused client pays nothing. */
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
  // A client that was cut off may or may not have a session, until its time ends.
  assert.ok(paidFor.length <= (answers[0] ?? 0), `who was refused a session pays for it: ${paidFor}`);
  const reasons = addUp(charges.map(({ closeReason }) => ({ [closeReason]: 1 })));
  const prices = addUp(charges.map(({ credits }) => ({ [credits]: 1 })));
  return { answers, reasons, prices, ...report };
};
