import type { Duplex } from 'node:stream';
import type { LiveRight, PodRecord, SessionState, StorageState } from '@tintype/contracts';
import type { BrowserSession, ObjectKey, Pod, ResourceStore } from '@tintype/crds';
import type { SessionOpen, SlotOwner, SlotRequest } from '@tintype/ledger';
import type { Clock, StreamedAnswer } from '@tintype/runtime';

export interface SessionPod {
  namespace: string;
  name: string;
  uid: string;
  /** `address:port` of the agent, once the session is Active. */
  address?: string | undefined;
}

export const podOf = ({ metadata, status }: BrowserSession): SessionPod | undefined =>
  status?.pod && { ...status.pod, namespace: metadata.namespace };

export interface PodEnd {
  /** The agent's own record, if there is one. */
  record?: PodRecord | undefined;
  /** The ended pod, whose agent no longer answers. */
  pod?: Pod | undefined;
}

/** Calls without an answer throw; the agent may have done what they asked. */
export interface SessionAgent {
  /**
   * Tells the agent that the client receives the session. False if the pod does not run it, or it is too late. Throws
   * PodNotReached if the agent certainly did not hear of it.
   */
  confirm: (pod: SessionPod, session: string) => Promise<boolean>;
  /**
   * Ends the session for good; a repeated call gets the same answer. If the pod has ended and is silent, answers what it
   * left; undefined if the pod is gone.
   */
  close: (pod: SessionPod, session: string) => Promise<PodEnd | undefined>;
}

export interface LoadingAgent extends Pick<LiveSessionAgent, 'read'> {
  /**
   * Gives the browser a profile; the first call counts. Throws a TintypeError that the agent answers, and any other error
   * without an answer.
   */
  load: (pod: SessionPod, session: string, state: StorageState) => Promise<void>;
}

export interface SessionSlots {
  take: (order: SlotRequest) => Promise<boolean>;
  /** Frees every slot of the session, or only those of this owner. */
  free: (account: string, session: string, owner?: SlotOwner) => Promise<void>;
}

export interface SessionOpens {
  findOpen: (session: string) => Promise<Pick<SessionOpen, 'uid'> | undefined>;
}

export interface ActionOrder {
  type: string;
  payload: Record<string, unknown>;
  /** Milliseconds that remain. */
  deadlineMs: number;
  answerBytes?: number | undefined;
}

/** The caller that waits for an action. */
export interface ActionCaller {
  /** Aborts when the client leaves. */
  left: AbortSignal;
  /** Called after each step of a batch. */
  onStep?: (() => void) | undefined;
  /** The most bytes of JSON that the caller takes; by default, the limit of every session. */
  answerBytes?: number | undefined;
}

/** The answer of an action. A StreamedAnswer stays a stream: many whole ones at once would exceed the memory. */
export type ActionAnswer = Record<string, unknown> | StreamedAnswer;

export interface LiveSessionAgent {
  /** `over` if the agent does not run the session, or the pod has ended. */
  read: (pod: SessionPod, session: string) => Promise<SessionState | 'over'>;
  /** The answer of `close` for an ended session, with a shorter timeout. */
  recall: (pod: SessionPod, session: string) => Promise<PodEnd | undefined>;
  /** Throws a TintypeError for the client, any other error without an answer. */
  act: (pod: SessionPod, session: string, order: ActionOrder, caller: ActionCaller) => Promise<ActionAnswer>;
}

export interface PodSocket {
  socket: Duplex;
  /** The bytes that arrived with the upgrade. */
  head: Buffer;
  /** `Sec-WebSocket-Accept` */
  accept: string;
}

/** DevTools, or the live view with one of its rights. */
export type ConnectPurpose = 'cdp' | LiveRight;

export interface PodConnection {
  session: string;
  purpose: ConnectPurpose;
  /** The client's `Sec-WebSocket-Key`. */
  key: string;
}

export interface ConnectableAgent {
  /** Throws as `act` does. */
  connect: (pod: SessionPod, connection: PodConnection, signal: AbortSignal) => Promise<PodSocket>;
}

export interface SessionDependencies {
  store: Pick<ResourceStore, 'create' | 'delete'>;
  /** Resolves with the object, or undefined if there is none, once `holds` accepts it. */
  waitFor: (
    key: ObjectKey,
    holds: (session: BrowserSession | undefined) => boolean,
    signal: AbortSignal,
  ) => Promise<BrowserSession | undefined>;
  slots: SessionSlots;
  ledger: SessionOpens;
  agent: SessionAgent;
  clock: Pick<Clock, 'now' | 'after'>;
  /** 0 to 1; tests replace it to repeat a run. */
  random?: () => number;
}
