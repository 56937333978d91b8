import { AlreadyExists, type BrowserPool, Conflict, type ObjectKey, type ResourceStore } from '@tintype/crds';

/** The pool of sessions whose spec names none. */
export const defaultPool = 'default';

/**
 * Creates a pool of this size, or changes only the size of an existing one. Used where settings decide the size, not
 * `kubectl`.
 */
export const provisionPool = async (
  store: Pick<ResourceStore, 'get' | 'create' | 'update'>,
  { namespace, name = defaultPool }: Partial<ObjectKey> & Pick<ObjectKey, 'namespace'>,
  replicas: number,
): Promise<BrowserPool> => {
  for (;;) {
    try {
      return await createOrUpdate(store, { namespace, name }, replicas);
    } catch (error) {
      // Another program wrote first.
      if (!(error instanceof Conflict || error instanceof AlreadyExists)) throw error;
    }
  }
};

const createOrUpdate = async (
  store: Pick<ResourceStore, 'get' | 'create' | 'update'>,
  key: ObjectKey,
  replicas: number,
): Promise<BrowserPool> => {
  const existing = await store.get('BrowserPool', key);
  if (existing?.spec.replicas === replicas) return existing;
  if (existing) return store.update('BrowserPool', { ...existing, spec: { ...existing.spec, replicas } });
  const pool = { apiVersion: 'tintype.dev/v1alpha1', kind: 'BrowserPool', metadata: key, spec: { replicas } } as const;
  return store.create('BrowserPool', pool);
};

/** The lease of the operators of a namespace. */
export const operatorLeaseName = 'tintype-operator';

/**
 * Semi-spaces of 8 MB, because a session leaves small, short-lived objects. With V8's default, 1,000 opened sessions
 * take 90 MB more. With 4 MB, V8 promotes many objects before they are garbage (docs/performance.md).
 */
export const operatorNodeArguments = ['--max-semi-space-size=8'] as const;
