import { type Kind, type Kinds, keyText, type ObjectKey, type ResourceStore } from '@tintype/crds';
import type { Informer } from '@tintype/stores';

/** An object as it was written here, and every version of it that came before. */
interface Written<K extends Kind> {
  object: Kinds[K];
  before: Set<string>;
}

/**
 * An informer's cache that never shows an object as it was before this process wrote it. The watch tells what a pass has
 * written only after the next one may have begun, and that one would spend its writes on conflicts.
 */
export class FreshCache<K extends Kind> {
  readonly #informer: Pick<Informer<K>, 'cache' | 'onChange'>;
  readonly #written = new Map<string, Written<K>>();

  constructor(informer: Pick<Informer<K>, 'cache' | 'onChange'>) {
    this.#informer = informer;
    informer.onChange((previous, current) => {
      const told = current ?? previous;
      if (told) this.#forgetIfTold(keyText(told.metadata));
    });
  }

  /** Undefined also when a write from here has taken it away. */
  get(key: ObjectKey): Kinds[K] | undefined {
    const text = keyText(key);
    const cached = this.#informer.cache.get(text);
    const object = this.#isBehind(text) ? this.#written.get(text)?.object : cached;
    return object && isGone(object) ? undefined : object;
  }

  /** A write has made this of the object's version `before`. */
  wrote(before: string, object: Kinds[K]): void {
    // Nothing was changed; but one that the write took away may come back with the version that it had.
    if (object.metadata.resourceVersion === before && !isGone(object)) return;
    const key = keyText(object.metadata);
    const versions = this.#written.get(key)?.before ?? new Set();
    this.#written.set(key, { object, before: versions.add(before) });
    this.#forgetIfTold(key);
  }

  /** What the cache has is none of the versions before: it is this one, or somebody else has written a later one. */
  #forgetIfTold(key: string): void {
    if (!this.#isBehind(key)) this.#written.delete(key);
  }

  #isBehind(key: string): boolean {
    const cached = this.#informer.cache.get(key);
    return cached !== undefined && (this.#written.get(key)?.before.has(cached.metadata.resourceVersion) ?? false);
  }
}

const isGone = ({ metadata }: Kinds[Kind]): boolean =>
  metadata.deletionTimestamp !== undefined && !metadata.finalizers?.length && !metadata.deletionGracePeriodSeconds;

/** Whom to tell what was written. */
export interface WrittenTo {
  BrowserSession: Pick<FreshCache<'BrowserSession'>, 'wrote'>;
  Pod: Pick<FreshCache<'Pod'>, 'wrote'>;
}

/** The store as one pass has it: its calls end when the pass has to, and the next pass sees what it wrote. */
export const storeOfPass = (store: ResourceStore, signal: AbortSignal, written: WrittenTo): ResourceStore => {
  const noted = async <K extends Kind>(kind: K, sent: Kinds[K], answer: Promise<Kinds[K]>): Promise<Kinds[K]> => {
    const object = await answer;
    const cache: Pick<FreshCache<Kind>, 'wrote'> | undefined = written[kind as keyof WrittenTo];
    cache?.wrote(sent.metadata.resourceVersion, object);
    return object;
  };
  return {
    get: (kind, key) => store.get(kind, key, { signal }),
    list: (kind, selector) => store.list(kind, selector, { signal }),
    watch: (kind, options) => store.watch(kind, options),
    create: (kind, object) => store.create(kind, object, { signal }),
    update: (kind, object) => noted(kind, object, store.update(kind, object, { signal })),
    updateStatus: (kind, object) => noted(kind, object, store.updateStatus(kind, object, { signal })),
    delete: (kind, key, options) => store.delete(kind, key, { ...options, signal }),
  };
};
