import { type BrowserPool, type BrowserSession, keyText, type Pod } from '@tintype/crds';
import type { PodCache, PodSource } from '../browser-session/pass/dependencies.js';
import { sessionUid } from '../browser-session/pods/pod-state.js';
import { coldPodNames } from '../browser-session/pods/resources.js';
import { whyNotGiven } from './checks.js';
import type { PoolDependencies } from './dependencies.js';
import { byAge, templateHash } from './pool-pod.js';

export interface WarmPoolOptions
  extends Pick<PoolDependencies, 'store' | 'pods' | 'pools' | 'template' | 'memory' | 'clock'> {
  /** By its key, as it was seen or written last. */
  cache: PodCache;
  /** For whoever finds the pool empty, or none. */
  cold: PodSource;
  /** Hears what an attempt of a session is given first; the pool is undefined where there is none. */
  onGiven?: (pool: string | undefined, kind: 'warm' | 'cold') => void;
}

/**
 * The oldest pod of the session's pool that is ready and with which nobody else has to do, or else a cold one. The queue of
 * them is what the informer says of pods, less what is spoken for. Two leaders, or one whose cache is old, may give one pod
 * to two sessions: who claims it first by its version has it, and the other is given another.
 */
export class WarmPool implements PodSource {
  readonly #options: WarmPoolOptions;

  constructor(options: WarmPoolOptions) {
    this.#options = options;
  }

  async podFor(session: BrowserSession, attempt: number): Promise<Pod> {
    const { cold, memory, store, onGiven } = this.#options;
    const key = keyText({ namespace: session.metadata.namespace, name: session.spec.pool });
    const pool = this.#options.pools.get(key);
    if (this.#hasColdPod(session, attempt)) return cold.podFor(session, attempt);
    if (pool) await memory.given.know(store);
    const warm = pool && this.#warmPod(pool, session, attempt);
    if (!warm) {
      onGiven?.(pool && key, 'cold');
      return cold.podFor(session, attempt);
    }
    if (memory.given.podOf(session, attempt) !== warm.metadata.uid) onGiven?.(key, 'warm');
    memory.given.give(warm, session, attempt);
    return warm;
  }

  /** An earlier pass made one, and its status was refused. */
  #hasColdPod(session: BrowserSession, attempt: number): boolean {
    const { namespace, uid } = session.metadata;
    const pods = coldPodNames(session, attempt).map((name) => this.#options.cache.get({ namespace, name }));
    return pods.some((pod) => pod && sessionUid(pod) === uid);
  }

  #warmPod(pool: BrowserPool, session: BrowserSession, attempt: number): Pod | undefined {
    const { pods, memory, template: templateFor, clock } = this.#options;
    const template = templateHash(pool, templateFor);
    const isNamed = (pod: Pod) => memory.given.isSpokenFor(pod, session);
    const now = clock.now();
    const isFree = (pod: Pod) => !whyNotGiven({ pool, pod, template, now, isNamed });
    const known = pods.unclaimed(keyText(pool.metadata)).flatMap((pod) => this.#latest(pod));
    // The one that it had in an earlier attempt is none for it.
    const others = known.filter(({ metadata: { uid } }) => uid !== session.status?.pod?.uid).sort(byAge);
    const given = memory.given.podOf(session, attempt);
    return others.find((pod) => pod.metadata.uid === given && isFree(pod)) ?? others.find(isFree);
  }

  /** The informer may be behind what was written here. */
  #latest({ metadata }: Pod): Pod[] {
    const pod = this.#options.cache.get(metadata);
    return pod?.metadata.uid === metadata.uid ? [pod] : [];
  }
}
