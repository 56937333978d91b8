import {
  type CallOptions,
  Conflict,
  type DeleteOptions,
  type EventSink,
  type Kind,
  type Kinds,
  keyText,
  type NewKinds,
  NotFound,
  type ObjectKey,
  type ObjectList,
  type ResourceStore,
  type Selector,
  type WatchEvent,
  type WatchOptions,
} from '@tintype/crds';
import type { Logger, Registry } from '@tintype/runtime';
import { checkHasStatus } from '../registry/changes.js';
import { checkKey, checkSelector } from '../registry/names.js';
import type { CredentialSource } from './credentials/credential-source.js';
import { RotatingAccess } from './credentials/rotating-access.js';
import { Installation } from './installation.js';
import { type EventReporter, kubernetesEvents } from './kubernetes-events.js';
import { listAll } from './reads/list.js';
import { isHeldBack, isVersion, storedObject } from './reads/stored-object.js';
import { type WatchLimits, watchOnce } from './reads/watch.js';
import type { Call } from './requests/call.js';
import { type ConnectionLimits, SharedConnections } from './requests/connections.js';
import { type OnRequest, observeRequests } from './requests/request-metrics.js';
import { RestClient } from './requests/rest-client.js';

export interface KubernetesLimits extends ConnectionLimits, WatchLimits {
  /** Limits one call with its retries. Each page of a list is one call. */
  deadlineMs: number;
  /** Objects per page. */
  pageSize: number;
  /** Reading the credentials fails after this time, and their plugin is killed. */
  credentialsMs: number;
}

const defaultLimits: KubernetesLimits = {
  calls: 64,
  watches: 64,
  deadlineMs: 10_000,
  pageSize: 500,
  credentialsMs: 15_000,
  watchSeconds: 300,
  silenceMs: 90_000,
  // etcd stores up to 1.5 MiB per object, in a shorter form than JSON.
  lineBytes: 8 * 1024 * 1024,
};

export interface KubernetesStoreOptions {
  source: CredentialSource;
  /** The user agent, such as `tintype-operator`. */
  program: string;
  log: Pick<Logger, 'info' | 'warn'>;
  registry?: Registry;
  limits?: Partial<KubernetesLimits>;
}

interface Parts {
  client: RestClient;
  connections: SharedConnections;
  limits: KubernetesLimits;
  namespace: string;
}

const ignoreRequests: OnRequest = () => undefined;

const undefinedIfNotFound = (error: unknown): undefined => {
  if (!(error instanceof NotFound)) throw error;
};

/** Reads the credentials; sends nothing to the server yet. Throws a ConfigError if they cannot be used. */
export const openKubernetesStore = async (options: KubernetesStoreOptions): Promise<KubernetesStore> => {
  const { source, program, log, registry } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const access = await RotatingAccess.open({ source, log, readMs: limits.credentialsMs });
  const connections = new SharedConnections(limits);
  const onRequest = registry ? observeRequests(registry) : ignoreRequests;
  const client = new RestClient({ access, connections, onRequest, userAgent: program, deadlineMs: limits.deadlineMs });
  return new KubernetesStore({ client, connections, limits, namespace: access.namespace });
};

export class KubernetesStore implements ResourceStore {
  /** The namespace of the pod, or of the kubeconfig's context. */
  readonly namespace: string;
  readonly #client: RestClient;
  readonly #connections: SharedConnections;
  readonly #limits: KubernetesLimits;

  constructor({ client, connections, limits, namespace }: Parts) {
    this.#client = client;
    this.#connections = connections;
    this.#limits = limits;
    this.namespace = namespace;
  }

  async get<K extends Kind>(kind: K, key: ObjectKey, { signal }: CallOptions = {}): Promise<Kinds[K] | undefined> {
    checkKey(kind, key);
    const answer = await this.#client.send({ verb: 'get', kind, at: key, signal }).catch(undefinedIfNotFound);
    return answer === undefined ? undefined : storedObject(kind, answer);
  }

  async list<K extends Kind>(
    kind: K,
    selector: Selector = {},
    { signal }: CallOptions = {},
  ): Promise<ObjectList<Kinds[K]>> {
    checkSelector(selector);
    return listAll(this.#client, { kind, selector, pageSize: this.#limits.pageSize, signal });
  }

  watch<K extends Kind>(kind: K, options: WatchOptions): AsyncIterable<WatchEvent<Kinds[K]>> {
    return watchOnce(this.#client, kind, options, this.#limits);
  }

  async create<K extends Kind>(kind: K, object: NewKinds[K], options?: CallOptions): Promise<Kinds[K]> {
    checkKey(kind, object.metadata);
    return this.#write({ verb: 'create', kind, at: object.metadata, body: object, ...options });
  }

  async update<K extends Kind>(kind: K, object: Kinds[K], options?: CallOptions): Promise<Kinds[K]> {
    return this.#replace('update', kind, object, options);
  }

  async updateStatus<K extends Kind>(kind: K, object: Kinds[K], options?: CallOptions): Promise<Kinds[K]> {
    checkHasStatus(kind);
    return this.#replace('update_status', kind, object, options);
  }

  async delete<K extends Kind>(kind: K, key: ObjectKey, options: DeleteOptions = {}): Promise<Kinds[K] | undefined> {
    checkKey(kind, key);
    const { uid, resourceVersion, gracePeriodSeconds, ...call } = options;
    const body = {
      apiVersion: 'v1',
      kind: 'DeleteOptions',
      propagationPolicy: 'Background',
      preconditions: { uid, resourceVersion },
      gracePeriodSeconds,
    };
    const answer = await this.#client.send({ verb: 'delete', kind, at: key, body, ...call }).catch(undefinedIfNotFound);
    return answer !== undefined && isHeldBack(answer) ? storedObject(kind, answer) : undefined;
  }

  eventSink(reporter: EventReporter): EventSink {
    return kubernetesEvents(this.#client, reporter);
  }

  /** Defaults to the program's namespace. */
  installation(namespace: string = this.namespace): Installation {
    return new Installation(this.#client, namespace);
  }

  /**
   * Throws Conflict for a missing uid, a missing version or version 0. An API server would then overwrite any version.
   */
  #replace<K extends Kind>(verb: Call['verb'], kind: K, object: Kinds[K], options?: CallOptions): Promise<Kinds[K]> {
    const { resourceVersion, uid } = object.metadata;
    if (!isVersion(resourceVersion) || typeof uid !== 'string' || !uid)
      throw new Conflict(`${kind} ${keyText(object.metadata)} lacks the uid or the version that a read returns`);
    return this.#write({ verb, kind, at: object.metadata, body: object, ...options });
  }

  async #write<K extends Kind>(call: Call & { kind: K }): Promise<Kinds[K]> {
    return storedObject(call.kind, await this.#client.send(call));
  }

  /** Waits for calls; ends watches. */
  close(): Promise<void> {
    return this.#connections.close();
  }
}
