import { AlreadyExists, type BrowserPool, Conflict, type ObjectKey, type ResourceStore } from '@tintype/crds';

/** The name of the pool of sessions whose spec names none. */
export const defaultPool = 'default';

/**
 * Creates a pool of `replicas` pods, or changes only the size of an existing one. Used where settings decide the size,
 * not `kubectl`.
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
      // Another program wrote first: read the pool again.
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

/** The name of the lease for which the operators of a namespace compete. */
export const operatorLeaseName = 'tintype-operator';

/**
 * Arguments for Node.js: semi-spaces of 8 MB, because a session leaves small, short-lived objects. With V8's default,
 * the operator takes 90 MB more after 1,000 sessions. With 4 MB, V8 promotes objects that are garbage soon after
 * (docs/performance.md).
 */
export const operatorNodeArguments = ['--max-semi-space-size=8'] as const;
