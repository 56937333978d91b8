import { AlreadyExists, type BrowserPool, Conflict, type ObjectKey, type ResourceStore } from '@tintype/crds';

/** The pool of sessions that name none. */
export const defaultPool = 'default';

/**
 * Makes a pool of so many warm browsers, or brings the one that is there to as many: for where a setting says so, and not
 * people by `kubectl`. What else they have said of it stays.
 */
export const provisionPool = async (
  store: Pick<ResourceStore, 'get' | 'create' | 'update'>,
  { namespace, name = defaultPool }: Partial<ObjectKey> & Pick<ObjectKey, 'namespace'>,
  replicas: number,
): Promise<BrowserPool> => {
  for (;;) {
    try {
      return await makeOrUpdate(store, { namespace, name }, replicas);
    } catch (error) {
      // Somebody else was faster.
      if (!(error instanceof Conflict || error instanceof AlreadyExists)) throw error;
    }
  }
};

const makeOrUpdate = async (
  store: Pick<ResourceStore, 'get' | 'create' | 'update'>,
  key: ObjectKey,
  replicas: number,
): Promise<BrowserPool> => {
  const known = await store.get('BrowserPool', key);
  if (known?.spec.replicas === replicas) return known;
  if (known) return store.update('BrowserPool', { ...known, spec: { ...known.spec, replicas } });
  const pool = { apiVersion: 'tintype.dev/v1alpha1', kind: 'BrowserPool', metadata: key, spec: { replicas } } as const;
  return store.create('BrowserPool', pool);
};

/** The lease of whoever leads among the operators of a namespace. */
export const operatorLeaseName = 'tintype-operator';

/**
 * What Node.js is started with for the operator, beside its program. What a session leaves behind is small and dies young; with
 * V8's own size of the young generation, 1,000 of them opened take 90 MB more, and with half of this size a lot of it grows old
 * first (docs/performance.md).
 */
export const operatorNodeArguments = ['--max-semi-space-size=8'] as const;
