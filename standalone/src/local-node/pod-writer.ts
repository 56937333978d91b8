import {
  agentPortAnnotation,
  Conflict,
  NotFound,
  type Pod,
  type PodStatus,
  type ResourceStore,
  StoreUnavailable,
  Throttled,
} from '@tintype/crds';
import { Backoff, pause, systemClock } from '@tintype/runtime';

export type PodStore = Pick<ResourceStore, 'get' | 'update' | 'updateStatus' | 'delete'>;

export const nodeName = 'local';

/** The node's writes to its pods. All but `evict` are retried until they succeed, the pod is gone, or the signal aborts. */
export class PodWriter {
  readonly #store: PodStore;
  readonly #signal: AbortSignal;

  constructor(store: PodStore, signal: AbortSignal) {
    this.#store = store;
    this.#signal = signal;
  }

  /** Binds the pod to this node and annotates its program's port. Undefined if the pod is gone or being deleted. */
  bind(pod: Pod, port: number): Promise<Pod | undefined> {
    return this.#retry(pod, async (current) => {
      if (current.spec.nodeName === nodeName) return current;
      const { metadata, spec } = current;
      if (metadata.deletionTimestamp) return undefined;
      const annotations = { ...metadata.annotations, [agentPortAnnotation]: String(port) };
      const bound = { ...current, metadata: { ...metadata, annotations }, spec: { ...spec, nodeName } };
      return this.#store.update('Pod', bound);
    });
  }

  async writeStatus(pod: Pod, status: PodStatus): Promise<void> {
    await this.#retry(pod, (current) => this.#store.updateStatus('Pod', { ...current, status }));
  }

  async writeWaiting(pod: Pod, status: PodStatus): Promise<void> {
    await this.#retry(pod, async (current) => {
      if (!current.spec.nodeName) await this.#store.updateStatus('Pod', { ...current, status });
    });
  }

  async delete(pod: Pod): Promise<void> {
    await this.#retry(pod, ({ metadata }) => this.#store.delete('Pod', metadata, { uid: metadata.uid }));
  }

  /** Deletes the pod with grace period 0: no process of it runs. Finalizers may delay the removal. */
  async release(pod: Pod): Promise<void> {
    await this.#retry(pod, ({ metadata }) =>
      this.#store.delete('Pod', metadata, { uid: metadata.uid, gracePeriodSeconds: 0 }),
    );
  }

  /** Deletes exactly the version of the pod that was seen. Tried once. */
  async evict({ metadata }: Pod): Promise<void> {
    const { namespace, name, uid, resourceVersion } = metadata;
    await this.#store.delete('Pod', { namespace, name }, { uid, resourceVersion }).catch((error) => {
      if (!(error instanceof NotFound || isTemporary(error))) throw error;
    });
  }

  /** `lastSeen` may be outdated: after a failed write, the pod is read again. */
  async #retry<T>(lastSeen: Pod, write: (current: Pod) => Promise<T>): Promise<T | undefined> {
    const backoff = new Backoff({ firstMs: 20, maxMs: 1000 });
    let current: Pod | undefined = lastSeen;
    for (;;) {
      this.#signal.throwIfAborted();
      try {
        current ??= await this.#store.get('Pod', lastSeen.metadata);
        if (current?.metadata.uid !== lastSeen.metadata.uid) return undefined;
        return await write(current);
      } catch (error) {
        if (error instanceof NotFound) return undefined;
        if (!isTemporary(error)) throw error;
        current = undefined;
        await pause(systemClock, backoff.next(), this.#signal);
      }
    }
  }
}

const isTemporary = (error: unknown): boolean =>
  error instanceof Conflict || error instanceof StoreUnavailable || error instanceof Throttled;
