import { type BrowserSession, isFinal, keyText, type Pod, type ResourceStore, type Selector } from '@tintype/crds';
import type { Clock } from '@tintype/runtime';
import { isUnclaimed } from './pool-pod.js';

/** What informers have seen of sessions: may be old. */
export interface Sessions {
  get: (key: string) => BrowserSession | undefined;
  /** The unfinished sessions that name this pod, by its uid, in their status. */
  naming: (podUid: string) => readonly BrowserSession[];
}

/** A pod that an attempt of a session was given, or had when this leader began. */
interface Given {
  /** Of the session. */
  key: string;
  uid: string;
  attempt: number;
  podUid: string;
  at: number;
}

/** The cache has every session by then that was there when a pod was given to it. */
const unseenMs = 60_000;

const hasFinished = ({ status }: BrowserSession): boolean => isFinal(status?.phase ?? 'Pending');

/** The uid of the pod that an unfinished session names in its status. */
export const podNamedBy = (session: BrowserSession): string | undefined =>
  hasFinished(session) ? undefined : session.status?.pod?.uid;

/** The session has named a pod, or may have been given one that it never came to name, and has none of it any more. */
export const givesBack = (previous: BrowserSession | undefined, current: BrowserSession | undefined): boolean => {
  if (!previous || hasFinished(previous)) return false;
  if (!current || current.metadata.uid !== previous.metadata.uid || hasFinished(current)) return true;
  const podUid = podNamedBy(previous);
  return podUid !== undefined && podUid !== podNamedBy(current);
};

/**
 * Which pods are spoken for though nothing on them says so: those that an unfinished session names in its status, as the
 * cache and one consistent list at the beginning of a term have it, and those that were given out and are not seen to be
 * named yet. A pod that its session never claimed is free again once the session is finished, gone or bound to another.
 */
export class GivenPods {
  readonly #sessions: Sessions;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #scope: Pick<Selector, 'namespace'>;
  /** By the pod's uid; a pod is given to one only, an attempt has one only. */
  readonly #given = new Map<string, Given>();
  readonly #ofAttempt = new Map<string, Given>();
  #listed: Promise<void> | undefined;

  /** Of the sessions in this scope; all by default. */
  constructor(sessions: Sessions, clock: Pick<Clock, 'now'>, scope: Pick<Selector, 'namespace'> = {}) {
    this.#sessions = sessions;
    this.#clock = clock;
    this.#scope = scope;
  }

  /** Once a term, before the first pod is given out or taken away: what an earlier leader wrote may not be in the cache yet. */
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

  /** The pod that an attempt was given, by its uid. */
  podOf(session: BrowserSession, attempt: number): string | undefined {
    return this.#ofAttempt.get(attemptText(session.metadata.uid, attempt))?.podUid;
  }

  /** A pod that is claimed or gone says so itself: handler of the informer of pods. */
  readonly observe = (previous: Pod | undefined, current: Pod | undefined): void => {
    if (previous && previous.metadata.uid !== current?.metadata.uid) this.#forgetPod(previous);
    if (current && !isUnclaimed(current)) this.#forgetPod(current);
  };

  /** A session that is gone wants none: handler of the informer of sessions. */
  readonly observeSession = (previous: BrowserSession | undefined, current: BrowserSession | undefined): void => {
    if (!previous || previous.metadata.uid === current?.metadata.uid) return;
    for (const given of [...this.#given.values()]) if (given.uid === previous.metadata.uid) this.#forget(given);
  };

  /** A session that is not this one has to do with the pod. */
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

  #isHeld({ key, uid, attempt, podUid, at }: Given): boolean {
    const session = this.#sessions.get(key);
    if (session?.metadata.uid !== uid) return this.#clock.now() - at < unseenMs;
    if (hasFinished(session)) return false;
    return (session.status?.attempts ?? 0) < attempt || session.status?.pod?.uid === podUid;
  }

  #add(given: Given): void {
    const before = this.#ofAttempt.get(attemptText(given.uid, given.attempt));
    if (before) this.#forget(before);
    this.#given.set(given.podUid, given);
    this.#ofAttempt.set(attemptText(given.uid, given.attempt), given);
  }

  #forgetPod({ metadata: { uid } }: Pod): void {
    const given = this.#given.get(uid);
    if (given) this.#forget(given);
  }

  #forget({ uid, attempt, podUid }: Given): void {
    this.#given.delete(podUid);
    this.#ofAttempt.delete(attemptText(uid, attempt));
  }
}

const idOf = ({ metadata }: BrowserSession) => ({ key: keyText(metadata), uid: metadata.uid });

const attemptText = (uid: string, attempt: number): string => `${uid} ${attempt}`;
