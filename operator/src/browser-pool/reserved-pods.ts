import { type BrowserSession, isFinal, keyText, type Pod, type ResourceStore, type Selector } from '@tintype/crds';
import type { Clock } from '@tintype/runtime';
import { isUnclaimed } from './pool-pod.js';

/** The sessions in an informer's cache, which may be old. */
export interface Sessions {
  get: (key: string) => BrowserSession | undefined;
  /** Unfinished sessions whose status names this pod, by its uid. */
  naming: (podUid: string) => readonly BrowserSession[];
}

/** The pod of a session's attempt: this leader reserved it, or found it when the term began. */
interface Reservation {
  /** The session's key. */
  key: string;
  /** The session's uid. */
  uid: string;
  attempt: number;
  podUid: string;
  /** When it was reserved or found, in epoch milliseconds. */
  reservedAt: number;
}

/** After this time, the cache shows every session that has reserved a pod. */
const cacheLagMs = 60_000;

const hasFinished = ({ status }: BrowserSession): boolean => isFinal(status?.phase ?? 'Pending');

/** The uid of the pod that an unfinished session names in its status. */
export const podNamedBy = (session: BrowserSession): string | undefined =>
  hasFinished(session) ? undefined : session.status?.pod?.uid;

/** True if the session named a pod or may have reserved one, and no longer needs it. */
export const freesPod = (previous: BrowserSession | undefined, current: BrowserSession | undefined): boolean => {
  if (!previous || hasFinished(previous)) return false;
  if (!current || current.metadata.uid !== previous.metadata.uid || hasFinished(current)) return true;
  const podUid = podNamedBy(previous);
  return podUid !== undefined && podUid !== podNamedBy(current);
};

/**
 * Unclaimed pods that a session is about to claim. An unfinished session names them in its status, or this leader has
 * reserved them. A pod that its session never claimed becomes free when the session is finished, gone, or bound to
 * another pod.
 */
export class ReservedPods {
  readonly #sessions: Sessions;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #scope: Pick<Selector, 'namespace'>;
  /** Keyed by the pod's uid. Each pod is reserved for one attempt, and each attempt has one pod. */
  readonly #byPod = new Map<string, Reservation>();
  readonly #byAttempt = new Map<string, Reservation>();
  #loaded: Promise<void> | undefined;

  /** `scope`: the namespace of the sessions; default: all. */
  constructor(sessions: Sessions, clock: Pick<Clock, 'now'>, scope: Pick<Selector, 'namespace'> = {}) {
    this.#sessions = sessions;
    this.#clock = clock;
    this.#scope = scope;
  }

  /**
   * Reads all sessions once a term, because the cache may lack what an earlier leader wrote. Call it before each use. A
   * failed read is repeated by the next call.
   */
  async load(store: Pick<ResourceStore, 'list'>): Promise<void> {
    this.#loaded ??= this.#load(store);
    try {
      await this.#loaded;
    } catch (error) {
      this.#loaded = undefined;
      throw error;
    }
  }

  reserve(pod: Pod, session: BrowserSession, attempt: number): void {
    this.#add({ ...idOf(session), attempt, podUid: pod.metadata.uid, reservedAt: this.#clock.now() });
  }

  /** The uid of the pod that is reserved for an attempt. */
  reservedPod(session: BrowserSession, attempt: number): string | undefined {
    return this.#byAttempt.get(attemptText(session.metadata.uid, attempt))?.podUid;
  }

  /** Handler of the informer of pods: claimed and deleted pods need no reservation. */
  readonly observe = (previous: Pod | undefined, current: Pod | undefined): void => {
    if (previous && previous.metadata.uid !== current?.metadata.uid) this.#removePod(previous);
    if (current && !isUnclaimed(current)) this.#removePod(current);
  };

  /** Handler of the informer of sessions: a deleted session needs no pod. */
  readonly observeSession = (previous: BrowserSession | undefined, current: BrowserSession | undefined): void => {
    if (!previous || previous.metadata.uid === current?.metadata.uid) return;
    for (const reservation of [...this.#byPod.values()])
      if (reservation.uid === previous.metadata.uid) this.#remove(reservation);
  };

  /** True if a session other than `claimant` names the pod, or has reserved it. */
  isReserved({ metadata: { uid } }: Pod, claimant?: BrowserSession): boolean {
    const reservation = this.#byPod.get(uid);
    if (reservation && !this.#isActive(reservation)) this.#remove(reservation);
    else if (reservation && reservation.uid !== claimant?.metadata.uid) return true;
    return this.#sessions.naming(uid).some(({ metadata }) => metadata.uid !== claimant?.metadata.uid);
  }

  async #load(store: Pick<ResourceStore, 'list'>): Promise<void> {
    const { items } = await store.list('BrowserSession', this.#scope);
    for (const session of items) {
      const podUid = podNamedBy(session);
      if (podUid && !this.#byPod.has(podUid))
        this.#add({ ...idOf(session), attempt: session.status?.attempts ?? 0, podUid, reservedAt: this.#clock.now() });
    }
  }

  #isActive({ key, uid, attempt, podUid, reservedAt }: Reservation): boolean {
    const session = this.#sessions.get(key);
    if (session?.metadata.uid !== uid) return this.#clock.now() - reservedAt < cacheLagMs;
    if (hasFinished(session)) return false;
    return (session.status?.attempts ?? 0) < attempt || session.status?.pod?.uid === podUid;
  }

  #add(reservation: Reservation): void {
    const earlier = this.#byAttempt.get(attemptText(reservation.uid, reservation.attempt));
    if (earlier) this.#remove(earlier);
    this.#byPod.set(reservation.podUid, reservation);
    this.#byAttempt.set(attemptText(reservation.uid, reservation.attempt), reservation);
  }

  #removePod({ metadata: { uid } }: Pod): void {
    const reservation = this.#byPod.get(uid);
    if (reservation) this.#remove(reservation);
  }

  #remove({ uid, attempt, podUid }: Reservation): void {
    this.#byPod.delete(podUid);
    this.#byAttempt.delete(attemptText(uid, attempt));
  }
}

const idOf = ({ metadata }: BrowserSession) => ({ key: keyText(metadata), uid: metadata.uid });

const attemptText = (uid: string, attempt: number): string => `${uid} ${attempt}`;
