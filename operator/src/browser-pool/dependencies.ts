import type { BrowserPool, ObjectKey, Pod, ResourceStore } from '@tintype/crds';
import type { Clock } from '@tintype/runtime';
import type { PodTemplate } from '../browser-session/pods/resources.js';
import type { PoolState } from './pool-state.js';

/** Returns a pod's template. Without a pool, the operator's settings apply. */
export type TemplateFor = (pool: BrowserPool | undefined, pod: ObjectKey) => PodTemplate;

/** The pods of pools in an informer's cache, which may be old. `pool` is the pool's key. */
export interface PoolPods {
  /** Pods that no session has claimed, and that were not created for a session. */
  unclaimed: (pool: string) => readonly Pod[];
  /** The number of the pool's pods that a session has claimed, or that were created for a session. */
  claimed: (pool: string) => number;
}

/** The sessions in an informer's cache, which may be old. `pool` is the pool's key. */
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
  /** Reports that a missing browser is ready, and for how long it was missing. `pool` is the pool's key. */
  onRefilled?: (pool: string, milliseconds: number) => void;
  /** Returns digits that no other pod of the pool has in its name. */
  newSuffix: () => string;
}
