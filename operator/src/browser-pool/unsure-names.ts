import { keyText, type ObjectKey, type Pod } from '@tintype/crds';

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
