import type { EventSink, ResourceStore } from '@tintype/crds';
import type { Logger, Nats, Registry } from '@tintype/runtime';
import { JetStreamStore } from './jetstream/jetstream-store.js';
import type { CredentialSource } from './kubernetes/credentials/credential-source.js';
import type { EventReporter } from './kubernetes/kubernetes-events.js';
import { openKubernetesStore } from './kubernetes/kubernetes-store.js';

/** What holds sessions, pools, pods and the lease. */
export interface Objects {
  store: ResourceStore;
  /** The one that the program is in. */
  namespace: string;
  /** Where events go to, if there is a place for them. */
  eventSink?: (reporter: EventReporter) => EventSink;
  close: () => Promise<void>;
}

export interface ObjectsOptions {
  /** The way to Kubernetes; without it, objects are in the bucket of NATS. */
  kubernetes: CredentialSource | undefined;
  nats: Nats;
  bucket: string;
  /** As the API server is told who asks. */
  program: string;
  log: Logger;
  registry: Registry;
}

/** Where there is no Kubernetes, there is one namespace. */
const onlyNamespace = 'default';

/** Opens the store that a program's configuration names. */
export const openObjects = async (options: ObjectsOptions): Promise<Objects> => {
  const { kubernetes: source, nats, bucket, program, log, registry } = options;
  if (!source) {
    const store = new JetStreamStore({ nats, bucket, log });
    return { store, namespace: onlyNamespace, close: async () => undefined };
  }
  const store = await openKubernetesStore({ source, program, log, registry });
  const eventSink = (reporter: EventReporter) => store.eventSink(reporter);
  return { store, namespace: store.namespace, eventSink, close: () => store.close() };
};
