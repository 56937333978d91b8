export type { Indexes, IndexFunction, Lister } from './informer/indexer.js';
export { type ChangeHandler, type ChangeReason, Informer, type InformerOptions } from './informer/informer.js';
export { createInformerMetrics, type InformerMetrics } from './informer/metrics.js';
export { JetStreamStore, type JetStreamStoreOptions } from './jetstream/jetstream-store.js';
export { type ObjectBucketOptions, provisionObjects } from './jetstream/provision.js';
export { type CredentialSource, credentialSource } from './kubernetes/credentials/credential-source.js';
export type { DefinitionUpdate, Installation } from './kubernetes/installation.js';
export type { EventReporter } from './kubernetes/kubernetes-events.js';
export {
  type KubernetesLimits,
  KubernetesStore,
  type KubernetesStoreOptions,
  openKubernetesStore,
} from './kubernetes/kubernetes-store.js';
export { type ObjectStore, type ObjectStoreOptions, openObjectStore } from './open-objects.js';
