import { type BrowserSession, labels, type Pod, type ResourceStore } from '@tintype/crds';
import { ColdStart, type PodSource } from '@tintype/operator';

/**
 * Warm pods while there are any in the cache, and then cold ones. It keeps no account of what it has given to whom, so two
 * sessions may be bound to one pod: what claims it is its version.
 */
export class PlayedSource implements PodSource {
  readonly #pods: ReadonlyMap<string, Pod>;
  readonly #cold: ColdStart;

  constructor(pods: ReadonlyMap<string, Pod>, store: ResourceStore) {
    this.#pods = pods;
    const spec = { containers: [{ name: 'browser', image: 'browser' }], nodeName: 'node-1' };
    this.#cold = new ColdStart(store, () => ({ labels: {}, annotations: {}, spec }));
  }

  async podFor(session: BrowserSession, attempt: number): Promise<Pod> {
    for (const pod of this.#pods.values()) if (isWarm(pod) && pod.metadata.uid !== session.status?.pod?.uid) return pod;
    return this.#cold.podFor(session, attempt);
  }
}

const isWarm = ({ metadata, status }: Pod) =>
  metadata.labels?.[labels.pool] !== undefined &&
  !metadata.labels[labels.session] &&
  !metadata.deletionTimestamp &&
  status?.phase === 'Running';
