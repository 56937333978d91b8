export type { Lister } from './informer/indexer.js';
export { type ChangeHandler, type ChangeReason, Informer } from './informer/informer.js';
export { createInformerMetrics } from './informer/metrics.js';
export { JetStreamStore, type JetStreamStoreOptions } from './jetstream/jetstream-store.js';
export { provisionObjects } from './jetstream/provision.js';
export { type CredentialSource, credentialSource } from './kubernetes/credentials/credential-source.js';
export type { Installation } from './kubernetes/installation.js';
export {
  type KubernetesLimits,
  KubernetesStore,
  type KubernetesStoreOptions,
  openKubernetesStore,
} from './kubernetes/kubernetes-store.js';
export { type ObjectStore, openObjectStore } from './open-objects.js';
