import type { KeyObject } from 'node:crypto';
import { buckets } from '@tintype/contracts';
import { systemClock as clock, type GuardedFetch, type Logger, type Nats, type Registry } from '@tintype/runtime';
import type { Account } from '../accounts/account.js';
import type { Renders } from '../render/renders.js';
import { BatchCreation } from './accept/batch-creation.js';
import { BatchChanges } from './batch-changes.js';
import { observeBatches } from './batch-metrics.js';
import { BatchViews } from './batch-view.js';
import { JetStreamBatchLog } from './facts/batch-log.js';
import { BatchStore } from './facts/batch-store.js';
import { Notifier } from './notify/notifier.js';
import { BatchRun, type BatchRunOptions } from './run/batch-run.js';
import { CrashMarks } from './run/crash-marks.js';
import { checkItem, renderItem } from './run/item-attempt.js';
import { Turns } from './run/turns.js';
import { WorkQueue } from './work-queue.js';

export interface StartBatchesOptions {
  nats: Nats;
  masterKey: KeyObject;
  renders: Pick<Renders, 'render'>;
  /** Undefined if the account cannot be read now. */
  accountOf: (id: string) => Account | undefined;
  hasStorage: (account: Account) => boolean;
  /** Calls over the guarded connector. */
  fetch: GuardedFetch;
  /** Whether `fetch` certainly refuses the URL. Judges its text only, without a look-up. */
  refusesUrl: (url: URL) => boolean;
  /** Items that this replica renders at once. Each account's first item is rendered at once even beyond this number. */
  itemsAtOnce: number;
  log: Logger;
  registry: Registry;
}

export interface StartedBatches {
  creation: BatchCreation;
  views: BatchViews;
  changes: BatchChanges;
  stop: () => Promise<void>;
}

/** At most 50 batches, because each has a page of items in memory, up to 512 KiB of JSON. */
const batchesAtOnce = 50;
const notificationsAtOnce = 50;
/** The most batches of one account in work in this replica, and the most notifications. */
const accountAtOnce = 10;
/** How often each running batch reads whether it is cancelled. */
const cancelCheckMs = 1000;

const withdrawEverySecond = (runs: ReadonlySet<BatchRun>) => {
  const timer = setInterval(() => {
    for (const run of runs) void run.withdrawIfCancelled();
  }, cancelCheckMs);
  return { stop: () => clearInterval(timer) };
};

/** Starts what a replica does for batches: to accept them, and to do a share of their work. */
export const startBatches = async (options: StartBatchesOptions): Promise<StartedBatches> => {
  const { nats, masterKey, renders, accountOf, hasStorage, fetch, refusesUrl, itemsAtOnce, log, registry } = options;
  const store = new BatchStore({ log: new JetStreamBatchLog(nats), masterKey });
  const views = new BatchViews({ store, clock });
  const { follow, onEnd, onAttempt, onFailure } = observeBatches(registry);
  const turns = new Turns(itemsAtOnce, { firstItemAtOnce: true });
  const suspectTurns = new Turns(1);
  const marks = new CrashMarks(store.runs);
  const render: BatchRunOptions['render'] = (order, ending) => renderItem(renders, order, ending);
  const runs = new Set<BatchRun>();
  const feeder = new WorkQueue({
    ...{ nats, kind: 'feed', atOnce: batchesAtOnce, accountAtOnce, onFailure, log },
    work: async (batchKey, signals) => {
      const parts = { store, marks, accountOf, check: checkItem, render, turns, suspectTurns, onEnd, clock, log };
      const run = new BatchRun(parts, batchKey, signals);
      runs.add(run);
      return await run.run().finally(() => runs.delete(run));
    },
  });
  const notifier = new Notifier({ store, views, accountOf, fetch, onAttempt, clock, log });
  const notifications = new WorkQueue({
    ...{ nats, kind: 'notify', atOnce: notificationsAtOnce, accountAtOnce, onFailure, log },
    work: (batchKey, { ending }) => notifier.notify(batchKey, ending),
    afterDone: (batchKey) => notifier.requeue(batchKey),
  });
  follow({
    get running() {
      return runs.size;
    },
    itemsWaiting: () => [...runs].reduce((sum, run) => sum + run.itemsWaiting, 0),
    stalledSeconds: () => Math.max(0, ...[...runs].map((run) => run.stalledSeconds)),
    paused: () => store.runs.countPaused(),
    workAgeSeconds: async (kind) => {
      const since = await store.oldestQueuedAt(kind);
      return since === undefined ? 0 : Math.max(clock.now() - since, 0) / 1000;
    },
  });
  const withdrawing = withdrawEverySecond(runs);
  feeder.start();
  notifications.start();
  const keys = await nats.kv(buckets.batchKeys);
  return {
    creation: new BatchCreation({ store, keys, masterKey, hasStorage, refusesUrl, log }),
    views,
    changes: new BatchChanges({ store, clock }),
    stop: async () => {
      await Promise.all([feeder.stop(), notifications.stop(), withdrawing.stop()]);
    },
  };
};
