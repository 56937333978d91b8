import type { Kind, Kinds, NewKinds, NewObjectMeta, ObjectKey } from '@tintype/crds';
import type { SeededRandom } from '../kit/played/seeded-random.js';
import { watchedLabels } from './informer-process.js';

export interface Population<K extends Kind> {
  kind: K;
  /** Names per namespace, mostly in use. */
  size: number;
  make: (metadata: NewObjectMeta, random: SeededRandom) => NewKinds[K];
  /** Changes the status; undefined for kinds without one. */
  withStatus?: (object: Kinds[K], random: SeededRandom) => Kinds[K];
}

export type AnyPopulation = { [K in Kind]: Population<K> }[Kind];

const finalizer = 'tintype.dev/soak';

/** Labels, annotations of some size, sometimes a finalizer. */
export const newMeta = ({ namespace, name }: ObjectKey, random: SeededRandom): NewObjectMeta => ({
  namespace,
  name,
  labels: random.chance(0.5) ? watchedLabels : { soak: 'other' },
  annotations: { payload: 'x'.repeat(random.between(100, 2000)), turn: String(random.next()) },
  ...(random.chance(0.2) ? { finalizers: [finalizer] } : {}),
});

const sessions: Population<'BrowserSession'> = {
  kind: 'BrowserSession',
  size: 80,
  make: (metadata, random) => ({
    apiVersion: 'tintype.dev/v1alpha1',
    kind: 'BrowserSession',
    metadata,
    spec: { account: `account-${Math.floor(random.between(0, 10))}` },
  }),
  withStatus: (object, random) => ({
    ...object,
    status: { ...object.status, attempts: Math.floor(random.between(0, 1000)) },
  }),
};

const pods: Population<'Pod'> = {
  kind: 'Pod',
  size: 80,
  make: (metadata, random) => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata,
    // A pod with a node waits for the node at its deletion.
    spec: { containers: [{ name: 'main', image: 'none' }], ...(random.chance(0.5) ? { nodeName: 'node-0' } : {}) },
  }),
  withStatus: (object, random) => ({
    ...object,
    status: { ...object.status, message: `turn ${random.next()}` },
  }),
};

const leases: Population<'Lease'> = {
  kind: 'Lease',
  size: 30,
  make: (metadata, random) => ({
    apiVersion: 'coordination.k8s.io/v1',
    kind: 'Lease',
    metadata,
    spec: { holderIdentity: `holder-${random.next()}` },
  }),
};

export const populations: readonly AnyPopulation[] = [sessions, pods, leases];
