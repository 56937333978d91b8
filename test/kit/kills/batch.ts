import assert from 'node:assert/strict';
import { readIndexedResults } from '@tintype/api';
import { compareLedger } from '@tintype/ledger/testing';
import type { SeededRandom } from '../played/seeded-random.js';
import type { BatchStage } from '../service/batch-stage.js';
import { startFlakyStore } from '../service/flaky-store.js';
import { type Process, untilReady } from '../service/service.js';
import { until } from '../until.js';

/** Killed with -9 and started again. */
export const victims = ['an api', 'both apis', 'the node', 'nats-server', 'the store'] as const;
export type Victim = (typeof victims)[number];

export interface KilledBatch {
  count: number;
  /** One after the other, at equal distances within the batch. */
  kills: readonly Victim[];
  /** Chooses which uploads and notifications fail. */
  random: SeededRandom;
  note: (what: string) => void;
}

const size = { vw: 32, vh: 32 };

/** Every third item is to be fresh: another replica may render it again, without another charge. */
const isFresh = (number: number) => number % 3 === 0;

/** Every twentieth item is wrong. */
const isBad = (number: number) => number % 20 === 7;

const kill = async ({ child }: Process): Promise<void> => {
  child.kill();
  await child.exited;
};

/** Kills these apis with -9, and starts them again. */
export const replaceApis = async ({ service }: BatchStage, ...numbers: number[]) => {
  await Promise.all(service.apis.filter((_, at) => numbers.includes(at)).map(kill));
  await Promise.all(numbers.map(async (at) => untilReady(await service.startApi(at))));
};

const restart: Record<Victim, (stage: BatchStage, round: number) => Promise<void>> = {
  'an api': (stage, round) => replaceApis(stage, round % 2),
  'both apis': (stage) => replaceApis(stage, 0, 1),
  'the node': async ({ service }) => {
    await Promise.all(service.nodes.map(kill));
    await untilReady(await service.startNode(0));
  },
  'nats-server': async ({ service }) => {
    await service.nats.kill();
    await service.nats.start();
  },
  'the store': async ({ s3 }) => {
    await s3.kill();
    // Some uploads fail.
    await new Promise((resolve) => setTimeout(resolve, 500));
    await s3.start();
  },
};

const checkItems = (items: Awaited<ReturnType<BatchStage['state']>>['items']) => {
  for (const { number, error, location } of items) {
    assert.equal(error?.code, isBad(number) ? 'invalid_option' : undefined, `item ${number}`);
    if (!isBad(number)) assert.ok(location?.endsWith(`/item-${number}.png`), location ?? 'nowhere');
  }
};

interface Expected {
  /** Each item's. */
  statuses: string[];
  /** Notifications that the receiver refuses. */
  refusals: number;
}

const checkLedger = async (stage: BatchStage, charges: number) => {
  assert.equal(await stage.charges(), charges, 'each success is charged once');
  const admin = await stage.service.connect();
  await until('the ledger has no faults', async () => {
    const { faults } = await compareLedger(admin, await readIndexedResults(admin));
    return faults.length === 0;
  });
};

/** The receiver refuses some notifications, and then gets them again with the same id. */
const checkNotification = async (stage: BatchStage, batch: string, { statuses, refusals }: Expected) => {
  const [notification] = await stage.untilNotified(batch);
  const ids = stage.notifications.map(({ deliveryId }) => deliveryId);
  assert.deepEqual([new Set(ids).size, ids.length > refusals], [1, true], `one delivery id, and ${refusals} refusals`);
  assert.deepEqual(
    notification?.body.results?.map(({ status }) => status),
    statuses,
  );
};

/** Feeds a batch while its programs are killed, and checks items, objects, charges and the notification. */
export const killAroundBatch = async (stage: BatchStage, plan: KilledBatch): Promise<void> => {
  const store = await startFlakyStore(() => stage.s3.settings.endpoint, plan.random);
  try {
    await stage.useStorage({ endpoint: store.url });
    await feedAndKill(stage, plan);
    plan.note(`uploads: ${JSON.stringify(store.counts)}`);
    assert.ok(store.counts.refused > 0 && store.counts.slow > 0, 'the store was flaky');
  } finally {
    await stage.useStorage();
    await store.close();
  }
};

const feedAndKill = async (stage: BatchStage, { count, kills, random, note }: KilledBatch): Promise<void> => {
  const refusals = 1 + Math.floor(random.between(0, 3));
  stage.refusals = refusals;
  note(`the receiver refuses ${refusals} notifications`);
  const data = Array.from({ length: count }, (_, number) => ({
    url: stage.page(number),
    options: isBad(number) ? { vw: 0 } : { ...size, file_name: `item-${number}`, fresh: isFresh(number) },
  }));
  const { status, json } = await stage.create(data);
  assert.equal(status, 202);
  const { batchId } = json;
  const endedItems = async () => {
    const state = await stage.state(batchId).catch(() => undefined);
    return count - (state?.queued ?? count);
  };
  for (const [round, victim] of kills.entries()) {
    const least = Math.floor((count * (round + 1)) / (kills.length + 2));
    await until(`${least} items have ended`, async () => (await endedItems()) >= least, 180_000);
    note(`${await endedItems()} items have ended: killing ${victim}`);
    await restart[victim](stage, round);
  }
  const state = await stage.untilFinished(batchId, 600_000);
  const good = data.filter((_, number) => !isBad(number)).length;
  assert.deepEqual(
    [state.status, state.succeeded, state.failed],
    ['completed_with_errors', good, count - good],
    JSON.stringify(state.items.filter(({ error }) => error && error.code !== 'invalid_option').slice(0, 3)),
  );
  checkItems(state.items);
  const [folder = ''] = /screenshots\/\d{4}\/\d\d\/\d\d/.exec(state.items[0]?.location ?? '') ?? [];
  assert.equal(stage.s3.objects(folder).length, good);
  const statuses = state.items.map(({ status: each }) => each);
  await checkNotification(stage, batchId, { statuses, refusals });
  await checkLedger(stage, good);
};
