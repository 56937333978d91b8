import type { Kind, Kinds, ResourceStore } from '@tintype/crds';
import type { FreshCache } from './fresh-cache.js';

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
