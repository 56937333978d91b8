export { type CredentialSource, credentialSource } from './kubernetes/credential-source.js';
export {
  defaultLimits,
  type KubernetesLimits,
  KubernetesStore,
  type KubernetesStoreOptions,
  openKubernetesStore,
} from './kubernetes/kubernetes-store.js';
