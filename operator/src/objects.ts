import { buckets } from '@tintype/contracts';
import type { EventSink, ResourceStore } from '@tintype/crds';
import type { Logger, Nats, Registry } from '@tintype/runtime';
import { type CredentialSource, JetStreamStore, openKubernetesStore } from '@tintype/stores';
import { eventLogSink } from './controller/event-log-sink.js';

/** What holds sessions, pools, pods and the lease, and what tells people of them. */
export interface Objects {
  store: ResourceStore;
  /** The one that the program is in. */
  namespace: string;
  events: EventSink;
  close: () => Promise<void>;
}

export interface ObjectsOptions {
  /** The way to Kubernetes; without it, objects are in the bucket of NATS. */
  kubernetes: CredentialSource | undefined;
  nats: Nats;
  log: Logger;
  registry: Registry;
  /** This process's alone, at most 128 characters. */
  identity: string;
}

export const openObjects = (options: ObjectsOptions): Promise<Objects> =>
  options.kubernetes ? onKubernetes(options.kubernetes, options) : onNats(options);

const onKubernetes = async (source: CredentialSource, options: ObjectsOptions): Promise<Objects> => {
  const { log, registry, identity } = options;
  const store = await openKubernetesStore({ source, program: 'tintype-operator', log, registry });
  const events = store.eventSink({ controller: 'tintype.dev/operator', instance: identity });
  return { store, namespace: store.namespace, events, close: () => store.close() };
};

const onNats = async ({ nats, log }: ObjectsOptions): Promise<Objects> => ({
  store: new JetStreamStore({ nats, bucket: buckets.objects, log }),
  namespace: 'default',
  events: eventLogSink(log),
  close: async () => undefined,
});
