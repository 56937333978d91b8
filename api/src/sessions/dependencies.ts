import type { Duplex } from 'node:stream';
import type { PodRecord, SessionStand } from '@tintype/contracts';
import type { BrowserSession, ObjectKey, Pod, ResourceStore } from '@tintype/crds';
import type { SessionOpen, SlotOrder, SlotOwner } from '@tintype/ledger';
import type { Clock, LongAnswer } from '@tintype/runtime';

export interface SessionPod {
  namespace: string;
  name: string;
  uid: string;
  /** `address:port` of the agent, once the session is Active. */
  address?: string | undefined;
}

/** The pod that the session's object names. */
export const podOf = ({ metadata, status }: BrowserSession): SessionPod | undefined =>
  status?.pod && { ...status.pod, namespace: metadata.namespace };

/** What a pod reports of the end of its session. */
export interface PodEnd {
  /** The agent's own record, if there is one. */
  record?: PodRecord | undefined;
  /** The ended pod, read from the store because its agent does not answer any more. */
  pod?: Pod | undefined;
}

/** The agent in a session's pod. Calls without an answer throw; the agent may have done what they asked. */
export interface SessionAgent {
  /**
   * Tells the agent that the client receives the session. False if the pod does not run it any more, or it is too late.
   * Throws NotReached if the agent certainly did not hear of it.
   */
  confirm: (pod: SessionPod, session: string) => Promise<boolean>;
  /**
   * Ends the session for good; a repeated call gets the same answer. Answers what an ended pod left behind if its agent
   * does not answer, and undefined if the pod is gone.
   */
  close: (pod: SessionPod, session: string) => Promise<PodEnd | undefined>;
}

export interface SessionSlots {
  take: (order: SlotOrder) => Promise<boolean>;
  /** Frees every slot of the session, or only those of this owner. */
  free: (account: string, session: string, owner?: SlotOwner) => Promise<void>;
}

/** The books of opens. */
export interface SessionOpens {
  findOpen: (session: string) => Promise<Pick<SessionOpen, 'uid'> | undefined>;
}

export interface ActionOrder {
  type: string;
  payload: Record<string, unknown>;
  /** Milliseconds that remain. */
  deadlineMs: number;
}

/** A LongAnswer is passed on as a stream: many at once would exceed the memory. */
export type ActionAnswer = Record<string, unknown> | LongAnswer;

/** Further calls to the agent of a running session. */
export interface LiveSessionAgent {
  /** The state now; `over` if the agent does not run the session, or the pod has ended. */
  read: (pod: SessionPod, session: string) => Promise<SessionStand | 'over'>;
  /** The same answer as `close` for a session that is over, with a shorter timeout. */
  recall: (pod: SessionPod, session: string) => Promise<PodEnd | undefined>;
  /** Throws a TintypeError for the client, and any other error if there is no answer. */
  act: (pod: SessionPod, session: string, order: ActionOrder, signal: AbortSignal) => Promise<ActionAnswer>;
}

/** A WebSocket of a pod; nothing is read from it yet. */
export interface PodSocket {
  socket: Duplex;
  /** The bytes that arrived with the upgrade. */
  head: Buffer;
  /** `Sec-WebSocket-Accept`: the pod's answer to the client's key. */
  accept: string;
}

export interface ConnectableAgent {
  /** Opens a WebSocket with that key. Throws as `act` does. */
  connect: (pod: SessionPod, session: string, key: string, signal: AbortSignal) => Promise<PodSocket>;
}

/** What opening and closing a session depend on. */
export interface SessionsOutside {
  store: Pick<ResourceStore, 'create' | 'delete'>;
  /** Resolves with the object, or undefined if there is none, once `holds` is true of it. */
  waitFor: (
    key: ObjectKey,
    holds: (session: BrowserSession | undefined) => boolean,
    signal: AbortSignal,
  ) => Promise<BrowserSession | undefined>;
  slots: SessionSlots;
  books: SessionOpens;
  agent: SessionAgent;
  clock: Pick<Clock, 'now' | 'after'>;
  /** 0 to 1; tests replace it to repeat a run. */
  random?: () => number;
}
