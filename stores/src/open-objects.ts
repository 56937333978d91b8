import type { EventSink, ResourceStore } from '@tintype/crds';
import type { Logger, Nats, Registry } from '@tintype/runtime';
import { JetStreamStore } from './jetstream/jetstream-store.js';
import type { CredentialSource } from './kubernetes/credentials/credential-source.js';
import type { EventReporter } from './kubernetes/kubernetes-events.js';
import { openKubernetesStore } from './kubernetes/kubernetes-store.js';

/** The store of sessions, pools, pods and the lease. */
export interface ObjectStore {
  store: ResourceStore;
  /** The program's own namespace. */
  namespace: string;
  /** Only on Kubernetes. */
  eventSink?: (reporter: EventReporter) => EventSink;
  close: () => Promise<void>;
}

export interface ObjectStoreOptions {
  /** Undefined: the objects are in the NATS bucket. */
  kubernetes: CredentialSource | undefined;
  nats: Nats;
  bucket: string;
  /** The user agent for the API server. */
  program: string;
  log: Logger;
  registry: Registry;
}

/** Without Kubernetes, all objects are in this namespace. */
const onlyNamespace = 'default';

/**
 * Opens the store on Kubernetes, or else in NATS. Throws a ConfigError if the credentials for Kubernetes cannot be
 * used.
 */
export const openObjectStore = async (options: ObjectStoreOptions): Promise<ObjectStore> => {
  const { kubernetes: source, nats, bucket, program, log, registry } = options;
  if (!source) {
    const store = new JetStreamStore({ nats, bucket, log });
    return { store, namespace: onlyNamespace, close: async () => undefined };
  }
  const store = await openKubernetesStore({ source, program, log, registry });
  const eventSink = (reporter: EventReporter) => store.eventSink(reporter);
  return { store, namespace: store.namespace, eventSink, close: () => store.close() };
};
