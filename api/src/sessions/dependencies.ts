import type { Duplex } from 'node:stream';
import type { PodRecord, SessionStand } from '@tintype/contracts';
import type { BrowserSession, ObjectKey, Pod, ResourceStore } from '@tintype/crds';
import type { SessionOpen, SlotOrder, SlotOwner } from '@tintype/ledger';
import type { Clock, LongAnswer } from '@tintype/runtime';

/** The pod of a session, as its object names it. */
export interface SessionPod {
  namespace: string;
  name: string;
  uid: string;
  /** `address:port` of its program, once the session is Active. */
  address?: string | undefined;
}

/** The pod that the session's object names. */
export const podOf = ({ metadata, status }: BrowserSession): SessionPod | undefined =>
  status?.pod && { ...status.pod, namespace: metadata.namespace };

/** What a pod tells of the end of its session. */
export interface PodEnd {
  /** Its own word, where there is one. */
  record?: PodRecord | undefined;
  /** As it was read, where it could not be asked any more: it has ended. */
  pod?: Pod | undefined;
}

/** The program in a session's pod. Calls that get no answer throw; what they asked for may have been done. */
export interface SessionAgent {
  /**
   * Says that the caller gets the session; false when the pod does not run it any more, or it is too late. Throws NotReached
   * when the pod has not heard of it for sure.
   */
  confirm: (pod: SessionPod, session: string) => Promise<boolean>;
  /**
   * Ends the session for ever; the same answer again. Of a pod that can't be asked, and is seen to have ended, what it left
   * behind; undefined when it is gone.
   */
  close: (pod: SessionPod, session: string) => Promise<PodEnd | undefined>;
}

export interface SessionSlots {
  take: (order: SlotOrder) => Promise<boolean>;
  /** Whatever the session holds, or what is this owner's of it. */
  free: (account: string, session: string, owner?: SlotOwner) => Promise<void>;
}

/** What is in the books of a session whose browser may have been opened. */
export interface SessionOpens {
  findOpen: (session: string) => Promise<Pick<SessionOpen, 'uid'> | undefined>;
}

/** An action as its client has sent it. */
export interface ActionOrder {
  type: string;
  payload: Record<string, unknown>;
  /** What is left of its time, in milliseconds. */
  deadlineMs: number;
}

/** A long one is not read here: an account that has many would have all memory. */
export type ActionAnswer = Record<string, unknown> | LongAnswer;

/** What can be asked of a session that runs, besides. */
export interface LiveSessionAgent {
  /** How it stands now: `over` when the pod says that it does not run it, or is seen to have ended. */
  read: (pod: SessionPod, session: string) => Promise<SessionStand | 'over'>;
  /** What `close` answers, of a session that is over already: with less patience, since its caller only wants to know. */
  recall: (pod: SessionPod, session: string) => Promise<PodEnd | undefined>;
  /** Throws a TintypeError that the caller is to be told, and something else when there is no answer. */
  act: (pod: SessionPod, session: string, order: ActionOrder, signal: AbortSignal) => Promise<ActionAnswer>;
}

/** A WebSocket of a pod that nobody has read from yet. */
export interface PodSocket {
  socket: Duplex;
  /** The first that the pod has said. */
  head: Buffer;
  /** `Sec-WebSocket-Accept`, the pod's answer to the client's key. */
  accept: string;
}

/** What a DevTools client is connected to. */
export interface ConnectableAgent {
  /** The pod's answer to a WebSocket with that key. Throws as `act` does. */
  connect: (pod: SessionPod, session: string, key: string, signal: AbortSignal) => Promise<PodSocket>;
}

/** Everything outside of the api that opening and closing a session needs. */
export interface SessionsOutside {
  store: Pick<ResourceStore, 'create' | 'delete'>;
  /** Resolves with the object once `holds` is true of it; undefined stands for one that is not there. */
  waitFor: (
    key: ObjectKey,
    holds: (session: BrowserSession | undefined) => boolean,
    signal: AbortSignal,
  ) => Promise<BrowserSession | undefined>;
  slots: SessionSlots;
  books: SessionOpens;
  agent: SessionAgent;
  clock: Pick<Clock, 'now' | 'after'>;
  /** From 0 up to 1; for tests that play the same again. */
  random?: () => number;
}
