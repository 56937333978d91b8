import type { BrowserPool, Kind, Kinds, NewKinds, NewObjectMeta, ObjectMeta } from '@tintype/crds';

const builders: { [K in Kind]: (metadata: NewObjectMeta) => NewKinds[K] } = {
  BrowserSession: (metadata) => ({
    apiVersion: 'tintype.dev/v1alpha1',
    kind: 'BrowserSession',
    metadata,
    spec: { account: 'acme', maxTtlSeconds: 60 },
  }),
  BrowserPool: (metadata) => ({
    apiVersion: 'tintype.dev/v1alpha1',
    kind: 'BrowserPool',
    metadata,
    spec: { replicas: 1 },
  }),
  Pod: (metadata) => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata,
    spec: { containers: [{ name: 'browser', image: 'browser:1' }] },
  }),
  Lease: (metadata) => ({
    apiVersion: 'coordination.k8s.io/v1',
    kind: 'Lease',
    metadata,
    spec: { holderIdentity: 'a', leaseDurationSeconds: 15 },
  }),
};

export const kinds = Object.keys(builders) as Kind[];

export const kindsWithStatus = ['BrowserSession', 'BrowserPool', 'Pod'] as const;

export const newObject = <K extends Kind>(kind: K, metadata: NewObjectMeta): NewKinds[K] => builders[kind](metadata);

export const withMetadata = <T extends { metadata: ObjectMeta }>(object: T, metadata: Partial<NewObjectMeta>): T => ({
  ...object,
  metadata: { ...object.metadata, ...metadata },
});

/** A copy whose only annotation is this note. */
export const noted = <T extends { metadata: ObjectMeta }>(object: T, note: string): T =>
  withMetadata(object, { annotations: { 'tintype.dev/note': note } });

export const noteOf = (object: Kinds[Kind] | undefined): string | undefined =>
  object?.metadata.annotations?.['tintype.dev/note'];

export const withReplicas = (pool: BrowserPool, replicas: number): BrowserPool => ({
  ...pool,
  spec: { ...pool.spec, replicas },
});

/** A status for each kind that differs from the status of a new object. */
export const statuses: { [K in (typeof kindsWithStatus)[number]]: Kinds[K]['status'] } = {
  BrowserSession: { phase: 'Pending' },
  BrowserPool: { replicas: 3 },
  Pod: { phase: 'Running' },
};

export const withStatus = <T extends { status?: unknown }>(object: T, status: T['status']): T => ({
  ...object,
  status,
});
