import { type Kind, type Kinds, keyText } from '@tintype/crds';
import type { ChangeHandler } from '@tintype/stores';

/**
 * What a handler knows that hears every change and nothing else. Each telling must begin where the one before ended: it
 * is a breach when `previous` is not what was told last, or when one object turns into another.
 */
export class ToldObjects<T extends Kinds[Kind]> {
  readonly #objects = new Map<string, T>();
  /** How many changes were told. */
  tellings = 0;
  breaches = 0;

  readonly hear: ChangeHandler<T> = (previous, current) => {
    this.tellings += 1;
    const either = current ?? previous;
    if (!either) return this.#breach();
    const key = keyText(either.metadata);
    if (!isSame(this.#objects.get(key), previous)) this.#breach();
    if (previous && current && previous.metadata.uid !== current.metadata.uid) this.#breach();
    if (current) this.#objects.set(key, current);
    else this.#objects.delete(key);
  };

  get objects(): Iterable<T> {
    return this.#objects.values();
  }

  #breach(): void {
    this.breaches += 1;
  }
}

const isSame = (one: Kinds[Kind] | undefined, other: Kinds[Kind] | undefined): boolean =>
  one?.metadata.uid === other?.metadata.uid && one?.metadata.resourceVersion === other?.metadata.resourceVersion;
