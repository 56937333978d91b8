import { keyText, type ObjectKey, type Pod } from '@tintype/crds';
import type { Expectations } from '../controller/expectations.js';
import type { RefillPacer } from './refill-pacer.js';
import type { ReservedPods } from './reserved-pods.js';

/** The state of pools in one term of a leader. */
export interface PoolState {
  reserved: ReservedPods;
  refill: RefillPacer;
  expectations: Expectations;
  unconfirmed: UnconfirmedNames;
  shortages: Shortages;
  /** Epoch milliseconds of each pool's last status write. */
  statusAt: Map<string, number>;
}

/**
 * Names of pods whose create got no answer. The next create takes the same name, so that only one pod can exist. A name
 * that was seen is dropped: no later pod may have it.
 */
export class UnconfirmedNames {
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

  forget(pool: string): void {
    this.#names.delete(pool);
  }
}

interface Shortage {
  /** The number of browsers that the pool should have. */
  desired: number;
  /** Since when each missing browser is missing, in monotonic milliseconds; oldest first. */
  since: number[];
}

/** Measures how long pools lack browsers. */
export class Shortages {
  readonly #shortages = new Map<string, Shortage>();

  /** Returns, for each browser that is ready again, how many milliseconds it was missing. `now` is monotonic. */
  update(pool: string, desired: number, ready: number, now: number): number[] {
    const { desired: previousDesired, since } = this.#shortages.get(pool) ?? { desired, since: [] };
    // Drop the newest missing browsers that a smaller pool no longer wants: they were not replaced.
    const unwanted = Math.max(0, previousDesired - desired);
    const missingSince = since.slice(0, Math.max(0, since.length - unwanted));
    const missing = Math.max(0, desired - ready);
    const replaced = missingSince.splice(0, Math.max(0, missingSince.length - missing));
    while (missingSince.length < missing) missingSince.push(now);
    this.#shortages.set(pool, { desired, since: missingSince });
    return replaced.map((at) => now - at);
  }

  forget(pool: string): void {
    this.#shortages.delete(pool);
  }
}
