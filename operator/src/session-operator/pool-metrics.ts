import { type BrowserPool, hasEnded, keyOf, keyText, type Pod } from '@tintype/crds';
import { Counter, Gauge, Histogram, type Registry } from '@tintype/runtime';
import type { Lister } from '@tintype/stores';
import type { PoolPods } from '../browser-pool/dependencies.js';
import { isReady } from '../browser-session/pods/pod-state.js';

/** Where the pod of a session came from. */
export type PodKind = 'warm' | 'cold';

/** Hears what becomes of pools, which are named by their keys. */
export interface PoolObserver {
  /** A browser that was missing for so many milliseconds is there. */
  refilled: (pool: string, milliseconds: number) => void;
  /** A session is given a pod; undefined where the pool that it names is not there. */
  given: (pool: string | undefined, kind: PodKind) => void;
}

export interface PoolCaches {
  pools: Pick<Lister<BrowserPool>, 'list'>;
  pods: PoolPods;
}

/** From a browser that starts at once on an idle machine to one whose image has to come first. */
const refillBuckets = [0.25, 0.5, 1, 2, 3, 5, 10, 20, 30, 60, 120, 300];

const counts = (key: string, pods: PoolPods): Record<string, number> => {
  const idle = pods.unclaimed(key).filter((pod: Pod) => !pod.metadata.deletionTimestamp && !hasEnded(pod));
  const warm = idle.filter(isReady).length;
  return { warm, starting: idle.length - warm, claimed: pods.claimed(key) };
};

const observeStanding = (registry: Registry, { pools, pods }: PoolCaches): void => {
  const registers = [registry];
  new Gauge({
    name: 'tintype_pool_desired',
    help: 'Warm browsers that the pool is to have.',
    labelNames: ['pool'],
    registers,
    collect() {
      this.reset();
      for (const { metadata, spec } of pools.list()) this.set({ pool: metadata.name }, spec.replicas);
    },
  });
  new Gauge({
    name: 'tintype_pool_pods',
    help: 'Pods of the pool: warm, starting, or claimed by sessions, cold starts too.',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      this.reset();
      for (const { metadata } of pools.list()) {
        const states = Object.entries(counts(keyText(metadata), pods));
        for (const [state, count] of states) this.set({ pool: metadata.name, state }, count);
      }
    },
  });
};

/** How pools stand, as the caches know, and what the leader does for them. */
export const observePools = (registry: Registry, caches: PoolCaches): PoolObserver => {
  observeStanding(registry, caches);
  const refills = new Histogram({
    name: 'tintype_pool_refill_seconds',
    help: 'How long a browser was missing in the pool, from when it was taken until the next one was ready.',
    labelNames: ['pool'],
    buckets: refillBuckets,
    registers: [registry],
  });
  const given = new Counter({
    name: 'tintype_pool_given_total',
    help: 'Pods that sessions were given: warm ones of their pool, or cold ones, which were started for them.',
    labelNames: ['pool', 'kind'],
    registers: [registry],
  });
  return {
    refilled: (pool, milliseconds) => refills.observe({ pool: keyOf(pool).name }, milliseconds / 1000),
    // Whoever makes a session may name any pool: one that is not there is no label.
    given: (pool, kind) => given.inc({ pool: pool === undefined ? '' : keyOf(pool).name, kind }),
  };
};
