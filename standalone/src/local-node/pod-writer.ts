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

/** The name of the one node. */
export const nodeName = 'local';

/** Writes of the node about its pods. Each is tried until it is done, or the pod is gone, or the signal ends it all. */
export class PodWriter {
  readonly #store: PodStore;
  readonly #signal: AbortSignal;

  constructor(store: PodStore, signal: AbortSignal) {
    this.#store = store;
    this.#signal = signal;
  }

  /** Takes the pod for this node, and says where its program will listen. Undefined when it is gone or being deleted. */
  bind(pod: Pod, port: number): Promise<Pod | undefined> {
    return this.#insist(pod, async (current) => {
      if (current.spec.nodeName === nodeName) return current;
      const { metadata, spec } = current;
      if (metadata.deletionTimestamp) return undefined;
      const annotations = { ...metadata.annotations, [agentPortAnnotation]: String(port) };
      const bound = { ...current, metadata: { ...metadata, annotations }, spec: { ...spec, nodeName } };
      return this.#store.update('Pod', bound);
    });
  }

  async tell(pod: Pod, status: PodStatus): Promise<void> {
    await this.#insist(pod, (current) => this.#store.updateStatus('Pod', { ...current, status }));
  }

  /** Says why it waits, unless it does not wait any more. */
  async tellWaiting(pod: Pod, status: PodStatus): Promise<void> {
    await this.#insist(pod, async (current) => {
      if (!current.spec.nodeName) await this.#store.updateStatus('Pod', { ...current, status });
    });
  }

  /** Has it end as its own grace period says. */
  async delete(pod: Pod): Promise<void> {
    await this.#insist(pod, ({ metadata }) => this.#store.delete('Pod', metadata, { uid: metadata.uid }));
  }

  /** Says that nothing of it runs any more: a pod that is being deleted goes with that, finalizers permitting. */
  async release(pod: Pod): Promise<void> {
    await this.#insist(pod, ({ metadata }) =>
      this.#store.delete('Pod', metadata, { uid: metadata.uid, gracePeriodSeconds: 0 }),
    );
  }

  /** Takes the pod away as it was seen, and not when somebody has written it since. Tried once. */
  async evict({ metadata }: Pod): Promise<void> {
    const { namespace, name, uid, resourceVersion } = metadata;
    await this.#store.delete('Pod', { namespace, name }, { uid, resourceVersion }).catch((error) => {
      if (!(error instanceof NotFound || mayPass(error))) throw error;
    });
  }

  /** `read` is the pod as it was seen last; when that is too old, it is read again. */
  async #insist<T>(read: Pod, write: (current: Pod) => Promise<T>): Promise<T | undefined> {
    const backoff = new Backoff({ firstMs: 20, maxMs: 1000 });
    let current: Pod | undefined = read;
    for (;;) {
      this.#signal.throwIfAborted();
      try {
        current ??= await this.#store.get('Pod', read.metadata);
        if (current?.metadata.uid !== read.metadata.uid) return undefined;
        return await write(current);
      } catch (error) {
        if (error instanceof NotFound) return undefined;
        if (!mayPass(error)) throw error;
        current = undefined;
        await pause(systemClock, backoff.next(), this.#signal);
      }
    }
  }
}

const mayPass = (error: unknown): boolean =>
  error instanceof Conflict || error instanceof StoreUnavailable || error instanceof Throttled;
