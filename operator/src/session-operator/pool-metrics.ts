import { type BrowserPool, hasEnded, keyOf, keyText, type Pod } from '@tintype/crds';
import { Counter, Gauge, Histogram, type Registry } from '@tintype/runtime';
import type { Lister } from '@tintype/stores';
import type { PoolPods, PoolSessions } from '../browser-pool/dependencies.js';
import { isReady } from '../browser-session/pods/pod-state.js';

export type PodKind = 'warm' | 'cold';

/** Counts what happens to pools. `pool` is a pool's key. */
export interface PoolObserver {
  /** A pool's browser is ready after it was missing for this time. */
  refilled: (pool: string, milliseconds: number) => void;
  /** A session got a pod; `pool` is undefined if the pool does not exist. */
  assigned: (pool: string | undefined, kind: PodKind) => void;
  /** A session got its browser after this time; `pool` is undefined if the pool does not exist. */
  served: (pool: string | undefined, milliseconds: number) => void;
}

export interface PoolCaches {
  pools: Pick<Lister<BrowserPool>, 'list'>;
  pods: PoolPods;
  sessions: PoolSessions;
}

/** Seconds: from a browser that starts on an idle machine, to one whose image must load first. */
const refillBuckets = [0.25, 0.5, 1, 2, 3, 5, 10, 20, 30, 60, 120, 300];
/** Seconds: from a warm browser, to the longest start of a session. */
const waitBuckets = [0.02, 0.04, 0.06, 0.1, 0.2, 0.3, 0.5, 1, 2, 5, 10, 30];

/** Clients may name any pool. Pools that do not exist share an empty label, so that labels stay few. */
const labelOf = (pool: string | undefined): string => (pool === undefined ? '' : keyOf(pool).name);

const podCounts = (key: string, pods: PoolPods): Record<string, number> => {
  const idle = pods.unclaimed(key).filter((pod: Pod) => !pod.metadata.deletionTimestamp && !hasEnded(pod));
  const warm = idle.filter(isReady).length;
  return { warm, starting: idle.length - warm, claimed: pods.claimed(key) };
};

const observePoolStates = (registry: Registry, { pools, pods, sessions }: PoolCaches): void => {
  const registers = [registry];
  new Gauge({
    name: 'tintype_pool_desired',
    help: 'Warm browsers that the pool should have.',
    labelNames: ['pool'],
    registers,
    collect() {
      this.reset();
      for (const { metadata, spec } of pools.list()) this.set({ pool: metadata.name }, spec.replicas);
    },
  });
  new Gauge({
    name: 'tintype_pool_pods',
    help: 'Pods of the pool: warm, starting, or claimed by sessions. Cold starts count.',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      this.reset();
      for (const { metadata } of pools.list()) {
        const states = Object.entries(podCounts(keyText(metadata), pods));
        for (const [state, count] of states) this.set({ pool: metadata.name, state }, count);
      }
    },
  });
  new Gauge({
    name: 'tintype_pool_waiting_sessions',
    help: 'Sessions of the pool that wait for their browser.',
    labelNames: ['pool'],
    registers,
    collect() {
      this.reset();
      for (const { metadata } of pools.list()) this.set({ pool: metadata.name }, sessions.starting(keyText(metadata)));
    },
  });
};

export const observePools = (registry: Registry, caches: PoolCaches): PoolObserver => {
  observePoolStates(registry, caches);
  const refills = new Histogram({
    name: 'tintype_pool_refill_seconds',
    help: 'Time from the claim of a warm browser until the next one was ready.',
    labelNames: ['pool'],
    buckets: refillBuckets,
    registers: [registry],
  });
  const assignments = new Counter({
    name: 'tintype_pool_given_total',
    help: 'Pods that sessions got: warm ones of their pool, or cold ones that started for them.',
    labelNames: ['pool', 'kind'],
    registers: [registry],
  });
  const waits = new Histogram({
    name: 'tintype_pool_wait_seconds',
    help: 'Time that a session waited for its browser.',
    labelNames: ['pool'],
    buckets: waitBuckets,
    registers: [registry],
  });
  return {
    refilled: (pool, milliseconds) => refills.observe({ pool: keyOf(pool).name }, milliseconds / 1000),
    assigned: (pool, kind) => assignments.inc({ pool: labelOf(pool), kind }),
    served: (pool, milliseconds) => waits.observe({ pool: labelOf(pool) }, milliseconds / 1000),
  };
};
