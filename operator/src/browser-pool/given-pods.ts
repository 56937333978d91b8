import { type BrowserSession, isFinal, keyText, type Pod, type ResourceStore, type Selector } from '@tintype/crds';
import type { Clock } from '@tintype/runtime';
import { isUnclaimed } from './pool-pod.js';

/** Informers' caches of sessions; may be old. */
export interface Sessions {
  get: (key: string) => BrowserSession | undefined;
  /** Unfinished sessions whose status names this pod, by its uid. */
  naming: (podUid: string) => readonly BrowserSession[];
}

/** The pod of a session's attempt, reserved by this leader, or found when its term began. */
interface Reservation {
  /** The session's key. */
  key: string;
  uid: string;
  attempt: number;
  podUid: string;
  at: number;
}

/** After this time the cache has every session for which a pod was reserved. */
const unseenMs = 60_000;

const hasFinished = ({ status }: BrowserSession): boolean => isFinal(status?.phase ?? 'Pending');

/** The uid of the pod that an unfinished session names in its status. */
export const podNamedBy = (session: BrowserSession): string | undefined =>
  hasFinished(session) ? undefined : session.status?.pod?.uid;

/** The session named a pod, or may have a reserved one, and needs it no longer. */
export const givesBack = (previous: BrowserSession | undefined, current: BrowserSession | undefined): boolean => {
  if (!previous || hasFinished(previous)) return false;
  if (!current || current.metadata.uid !== previous.metadata.uid || hasFinished(current)) return true;
  const podUid = podNamedBy(previous);
  return podUid !== undefined && podUid !== podNamedBy(current);
};

/**
 * Pods that are reserved although they do not show it: an unfinished session names them in its status (by the cache,
 * and one consistent list when the term begins), or this leader has reserved them. A pod that its session never claimed
 * becomes free when the session is finished, gone, or bound to another pod.
 */
export class GivenPods {
  readonly #sessions: Sessions;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #scope: Pick<Selector, 'namespace'>;
  /** Keyed by the pod's uid. A pod has one attempt, and an attempt one pod. */
  readonly #given = new Map<string, Reservation>();
  readonly #ofAttempt = new Map<string, Reservation>();
  #listed: Promise<void> | undefined;

  /** `scope`: the namespace of the sessions; default: all. */
  constructor(sessions: Sessions, clock: Pick<Clock, 'now'>, scope: Pick<Selector, 'namespace'> = {}) {
    this.#sessions = sessions;
    this.#clock = clock;
    this.#scope = scope;
  }

  /** Call it before the first pod is reserved or deleted in a term: the cache may lack what an earlier leader wrote. */
  async know(store: Pick<ResourceStore, 'list'>): Promise<void> {
    this.#listed ??= this.#list(store);
    try {
      await this.#listed;
    } catch (error) {
      this.#listed = undefined;
      throw error;
    }
  }

  give(pod: Pod, session: BrowserSession, attempt: number): void {
    this.#add({ ...idOf(session), attempt, podUid: pod.metadata.uid, at: this.#clock.now() });
  }

  /** The uid of the pod that is reserved for an attempt. */
  podOf(session: BrowserSession, attempt: number): string | undefined {
    return this.#ofAttempt.get(attemptText(session.metadata.uid, attempt))?.podUid;
  }

  /** Handler of the informer of pods: a claimed or deleted pod needs no reservation. */
  readonly observe = (previous: Pod | undefined, current: Pod | undefined): void => {
    if (previous && previous.metadata.uid !== current?.metadata.uid) this.#forgetPod(previous);
    if (current && !isUnclaimed(current)) this.#forgetPod(current);
  };

  /** Handler of the informer of sessions: a deleted session needs no pod. */
  readonly observeSession = (previous: BrowserSession | undefined, current: BrowserSession | undefined): void => {
    if (!previous || previous.metadata.uid === current?.metadata.uid) return;
    for (const given of [...this.#given.values()]) if (given.uid === previous.metadata.uid) this.#forget(given);
  };

  /** Another session than `by` has the pod. */
  isSpokenFor({ metadata: { uid } }: Pod, by?: BrowserSession): boolean {
    const given = this.#given.get(uid);
    if (given && !this.#isHeld(given)) this.#forget(given);
    else if (given && given.uid !== by?.metadata.uid) return true;
    return this.#sessions.naming(uid).some(({ metadata }) => metadata.uid !== by?.metadata.uid);
  }

  async #list(store: Pick<ResourceStore, 'list'>): Promise<void> {
    const { items } = await store.list('BrowserSession', this.#scope);
    for (const session of items) {
      const podUid = podNamedBy(session);
      if (podUid && !this.#given.has(podUid))
        this.#add({ ...idOf(session), attempt: session.status?.attempts ?? 0, podUid, at: this.#clock.now() });
    }
  }

  #isHeld({ key, uid, attempt, podUid, at }: Reservation): boolean {
    const session = this.#sessions.get(key);
    if (session?.metadata.uid !== uid) return this.#clock.now() - at < unseenMs;
    if (hasFinished(session)) return false;
    return (session.status?.attempts ?? 0) < attempt || session.status?.pod?.uid === podUid;
  }

  #add(given: Reservation): void {
    const before = this.#ofAttempt.get(attemptText(given.uid, given.attempt));
    if (before) this.#forget(before);
    this.#given.set(given.podUid, given);
    this.#ofAttempt.set(attemptText(given.uid, given.attempt), given);
  }

  #forgetPod({ metadata: { uid } }: Pod): void {
    const given = this.#given.get(uid);
    if (given) this.#forget(given);
  }

  #forget({ uid, attempt, podUid }: Reservation): void {
    this.#given.delete(podUid);
    this.#ofAttempt.delete(attemptText(uid, attempt));
  }
}

const idOf = ({ metadata }: BrowserSession) => ({ key: keyText(metadata), uid: metadata.uid });

const attemptText = (uid: string, attempt: number): string => `${uid} ${attempt}`;
