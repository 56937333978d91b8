import { buckets } from '@tintype/contracts';
import type { ResourceStore } from '@tintype/crds';
import type { Logger, Nats, Registry } from '@tintype/runtime';
import { type CredentialSource, JetStreamStore, openKubernetesStore } from '@tintype/stores';

/** What holds the objects of sessions. */
export interface Objects {
  store: ResourceStore;
  /** The one that the program is in. */
  namespace: string;
  close: () => Promise<void>;
}

export interface ObjectsOptions {
  /** The way to Kubernetes; without it, objects are in the bucket of NATS. */
  kubernetes: CredentialSource | undefined;
  nats: Nats;
  log: Logger;
  registry: Registry;
}

/** Where there is no Kubernetes, there is one namespace. */
const onlyNamespace = 'default';

export const openObjects = async ({ kubernetes, nats, log, registry }: ObjectsOptions): Promise<Objects> => {
  if (!kubernetes) {
    const store = new JetStreamStore({ nats, bucket: buckets.objects, log });
    return { store, namespace: onlyNamespace, close: async () => undefined };
  }
  const store = await openKubernetesStore({ source: kubernetes, program: 'tintype-api', log, registry });
  return { store, namespace: store.namespace, close: () => store.close() };
};
