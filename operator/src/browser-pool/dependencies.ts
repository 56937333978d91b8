import type { BrowserPool, ObjectKey, Pod, ResourceStore } from '@tintype/crds';
import type { Clock } from '@tintype/runtime';
import type { PodTemplate } from '../browser-session/pods/resources.js';
import type { PoolMemory } from './pool-memory.js';

/** What a pod of this name is made from: of a pool that is not there it is the operator's own settings. */
export type TemplateFor = (pool: BrowserPool | undefined, pod: ObjectKey) => PodTemplate;

/** What informers have seen of the pods of pools: may be old. A pool is named by its key. */
export interface PoolPods {
  /** Those that no session has claimed, and that were not made for one. */
  unclaimed: (pool: string) => readonly Pod[];
  /** How many others there are. */
  claimed: (pool: string) => number;
}

/** What informers have seen of sessions: may be old. A pool is named by its key. */
export interface PoolSessions {
  /** How many wait for their browser. */
  starting: (pool: string) => number;
}

/** What informers have seen of pools. */
export interface Pools {
  get: (pool: string) => BrowserPool | undefined;
}

/** Everything outside of the operator that a pool needs. */
export interface PoolDependencies {
  store: ResourceStore;
  pods: PoolPods;
  sessions: PoolSessions;
  pools: Pools;
  template: TemplateFor;
  memory: PoolMemory;
  clock: Pick<Clock, 'now' | 'monotonic'>;
  /** Says on the object what happened to it; never fails. */
  recordPool: (pool: BrowserPool, type: 'Normal' | 'Warning', reason: string, note: string) => void;
  /** A browser that the pool lacked for so many milliseconds is ready. */
  onRefilled?: (pool: string, milliseconds: number) => void;
  /** Some letters and digits that no other pod of the pool has in its name. */
  newSuffix: () => string;
}
