import { keyText, type ObjectKey, type Pod } from '@tintype/crds';
import type { Expectations } from '../controller/expectations.js';
import type { GivenPods } from './given-pods.js';
import type { Refill } from './refill.js';

/** What one leader remembers of pools, from its first pass to its last. */
export interface PoolMemory {
  given: GivenPods;
  refill: Refill;
  expectations: Expectations;
  unsure: UnsureNames;
  shortages: Shortages;
  /** When each pool's status was written last, in milliseconds of the epoch. */
  statusAt: Map<string, number>;
}

/**
 * Names of pods whose create got no answer: it may have worked, may work later, or never. Whoever makes a pod takes such a name
 * first, so that of the two only one can be. One that was seen is none of them: a name is no later pod's.
 */
export class UnsureNames {
  readonly #names = new Map<string, ObjectKey[]>();

  add(pool: string, name: ObjectKey): void {
    this.#names.set(pool, [...(this.#names.get(pool) ?? []), name]);
  }

  take(pool: string): ObjectKey | undefined {
    const [first, ...rest] = this.#names.get(pool) ?? [];
    if (first) this.#names.set(pool, rest);
    return first;
  }

  /** Handler of the informer of pods. */
  readonly observe = (_: Pod | undefined, current: Pod | undefined): void => {
    if (!current) return;
    const seen = keyText(current.metadata);
    for (const [pool, names] of this.#names)
      this.#names.set(
        pool,
        names.filter((name) => keyText(name) !== seen),
      );
  };

  /** The pool is gone. */
  forget(pool: string): void {
    this.#names.delete(pool);
  }
}

interface Shortage {
  desired: number;
  /** When each browser that is missing was missed first, in milliseconds that only go forward; the oldest first. */
  since: number[];
}

/** Since when pools lack browsers. What is taken first is the first to be made good. */
export class Shortages {
  readonly #shortages = new Map<string, Shortage>();

  /** A pool has so many of so many now. Answers how long each was missed that has come since, in milliseconds. */
  see(pool: string, desired: number, ready: number, now: number): number[] {
    const { desired: before, since } = this.#shortages.get(pool) ?? { desired, since: [] };
    // Those that are not wanted any more have not come.
    const missed = desired < before ? since.slice(0, Math.max(0, since.length - (before - desired))) : [...since];
    const missing = Math.max(0, desired - ready);
    const come = missed.splice(0, Math.max(0, missed.length - missing));
    while (missed.length < missing) missed.push(now);
    this.#shortages.set(pool, { desired, since: missed });
    return come.map((at) => now - at);
  }

  /** The pool is gone. */
  forget(pool: string): void {
    this.#shortages.delete(pool);
  }
}
