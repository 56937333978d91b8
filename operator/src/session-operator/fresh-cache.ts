import { type Kind, type Kinds, keyText, type ObjectKey, type ResourceStore } from '@tintype/crds';
import type { Informer } from '@tintype/stores';

interface Written<K extends Kind> {
  object: Kinds[K];
  /** The versions that the writes replaced. */
  olderVersions: Set<string>;
}

/**
 * An informer's cache that never shows an older version than this process wrote. The next pass may begin before the
 * watch reports the write. With an older version, its own writes would fail with conflicts.
 */
export class FreshCache<K extends Kind> {
  readonly #informer: Pick<Informer<K>, 'cache' | 'onChange'>;
  readonly #written = new Map<string, Written<K>>();

  constructor(informer: Pick<Informer<K>, 'cache' | 'onChange'>) {
    this.#informer = informer;
    informer.onChange((previous, current) => {
      const changed = current ?? previous;
      if (changed) this.#forgetIfSeen(keyText(changed.metadata));
    });
  }

  /** The newest known version. Undefined also if a write of this process removed the object. */
  get(key: ObjectKey): Kinds[K] | undefined {
    const text = keyText(key);
    const cached = this.#informer.cache.get(text);
    const object = this.#isBehind(text) ? this.#written.get(text)?.object : cached;
    return object && isGone(object) ? undefined : object;
  }

  /** Notes a write: `oldVersion` is the version that `object` replaced. */
  noteWrite(oldVersion: string, object: Kinds[K]): void {
    // The same version means that nothing has changed, but a write that removed the object may return its old version.
    if (object.metadata.resourceVersion === oldVersion && !isGone(object)) return;
    const key = keyText(object.metadata);
    const versions = this.#written.get(key)?.olderVersions ?? new Set();
    this.#written.set(key, { object, olderVersions: versions.add(oldVersion) });
    this.#forgetIfSeen(key);
  }

  /** Forgets a key's write once the cache shows it, or shows a later version by another writer. */
  #forgetIfSeen(key: string): void {
    if (!this.#isBehind(key)) this.#written.delete(key);
  }

  /** True if the cache shows a version that a write of this process replaced. */
  #isBehind(key: string): boolean {
    const cached = this.#informer.cache.get(key);
    return (
      cached !== undefined && (this.#written.get(key)?.olderVersions.has(cached.metadata.resourceVersion) ?? false)
    );
  }
}

/** True if the store no longer has the object: it is deleted, and has no finalizers and no grace period. */
const isGone = ({ metadata }: Kinds[Kind]): boolean =>
  metadata.deletionTimestamp !== undefined && !metadata.finalizers?.length && !metadata.deletionGracePeriodSeconds;

export interface FreshCaches {
  BrowserSession: Pick<FreshCache<'BrowserSession'>, 'noteWrite'>;
  Pod: Pick<FreshCache<'Pod'>, 'noteWrite'>;
}

/** The store of one pass. `signal` aborts its calls, except watches. The next pass sees its updates. */
export const storeOfPass = (store: ResourceStore, signal: AbortSignal, caches: FreshCaches): ResourceStore => {
  const notingWrite = async <K extends Kind>(kind: K, sent: Kinds[K], answer: Promise<Kinds[K]>): Promise<Kinds[K]> => {
    const object = await answer;
    const cache: Pick<FreshCache<Kind>, 'noteWrite'> | undefined = caches[kind as keyof FreshCaches];
    cache?.noteWrite(sent.metadata.resourceVersion, object);
    return object;
  };
  return {
    get: (kind, key) => store.get(kind, key, { signal }),
    list: (kind, selector) => store.list(kind, selector, { signal }),
    watch: (kind, options) => store.watch(kind, options),
    create: (kind, object) => store.create(kind, object, { signal }),
    update: (kind, object) => notingWrite(kind, object, store.update(kind, object, { signal })),
    updateStatus: (kind, object) => notingWrite(kind, object, store.updateStatus(kind, object, { signal })),
    delete: (kind, key, options) => store.delete(kind, key, { ...options, signal }),
  };
};
