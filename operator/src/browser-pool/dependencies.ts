import type { BrowserPool, ObjectKey, Pod, ResourceStore } from '@tintype/crds';
import type { Clock } from '@tintype/runtime';
import type { PodTemplate } from '../browser-session/pods/resources.js';
import type { PoolState } from './pool-state.js';

/** Without a pool, the operator's settings apply. */
export type TemplateFor = (pool: BrowserPool | undefined, pod: ObjectKey) => PodTemplate;

/** Informers' caches of pools' pods; may be old. `pool` is the pool's key. */
export interface PoolPods {
  /** Pods that no session has claimed, and that were not created for one. */
  unclaimed: (pool: string) => readonly Pod[];
  /** The number of the pool's pods that a session has claimed, or that were created for one. */
  claimed: (pool: string) => number;
}

/** Informers' caches of sessions; may be old. `pool` is the pool's key. */
export interface PoolSessions {
  /** The number of sessions that wait for their browser. */
  starting: (pool: string) => number;
}

/** An informer's cache of pools, by key. */
export interface Pools {
  get: (pool: string) => BrowserPool | undefined;
}

export interface PoolDependencies {
  store: ResourceStore;
  pods: PoolPods;
  sessions: PoolSessions;
  pools: Pools;
  template: TemplateFor;
  state: PoolState;
  clock: Pick<Clock, 'now' | 'monotonic'>;
  /** Records an event about the pool; never fails. */
  recordPool: (pool: BrowserPool, type: 'Normal' | 'Warning', reason: string, note: string) => void;
  /** Reports that a missing browser is ready, and for how long it was missing. */
  onRefilled?: (pool: string, milliseconds: number) => void;
  /** Returns digits that no other pod of the pool has in its name. */
  newSuffix: () => string;
}
