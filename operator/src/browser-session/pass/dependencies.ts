import type { AgentRefusal, PodRecord } from '@tintype/contracts';
import type { BrowserSession, ObjectKey, Pod, ResourceStore, Selector } from '@tintype/crds';
import type { SessionCharge, SessionOpen, SlotOrder, SlotOwner, TakenSlot } from '@tintype/ledger';
import type { Clock } from '@tintype/runtime';
import type { Reason } from './reasons.js';

/** Holds an account to its sessions at once. A slot is a message that names its session. */
export interface Slots {
  /** True when the session has a slot now, also when it had one. */
  take: (order: SlotOrder) => Promise<boolean>;
  /** Gives back whatever the session holds, or what is this owner's of it. */
  free: (account: string, session: string, owner?: SlotOwner) => Promise<void>;
  /** Every one that is taken, by whomever. */
  all: () => Promise<TakenSlot[]>;
}

/** The books of sessions: nothing in them changes or goes. */
export interface Books {
  /** Writes the open unless there is one; answers the one that stands. */
  open: (open: SessionOpen) => Promise<SessionOpen>;
  findOpen: (session: string) => Promise<SessionOpen | undefined>;
  /** Writes the charge unless there is one; answers the one that stands. */
  charge: (charge: SessionCharge) => Promise<SessionCharge>;
  /** Every open that has no charge yet. */
  unsettled: () => Promise<SessionOpen[]>;
}

export interface ActivateOrder {
  session: string;
  account: string;
  maxTtlSeconds: number;
  /** RFC 3339: the pod refuses later. */
  startBy: string;
  cdp: boolean;
  proxy: boolean;
  /** Which that is, where it is to go through one: a URL, with its login. */
  upstreamProxy?: string | undefined;
  bypassBotDetection: boolean;
  /** The caller has the session for sure, as it does whose kubectl made it. */
  confirmed: boolean;
}

/** What the answer was. With `order`, no pod would take it: it is no order. */
export type ActivateRefusal = AgentRefusal | 'order';

/** The pod said no, and will not change its mind. */
export class ActivateRefused extends Error {
  override name = 'ActivateRefused';
  readonly refusal: ActivateRefusal;

  constructor(refusal: ActivateRefusal, message: string = refusal) {
    super(message);
    this.refusal = refusal;
  }
}

/** The program in a session's pod. Calls that get no answer throw; what they asked for may have been done. */
export interface PodAgent {
  /** Opens the browser to the session; the same answer again for the same session. By the pod's clock, RFC 3339. */
  activate: (pod: Pod, order: ActivateOrder) => Promise<{ startedAt: string }>;
  /** Ends the session for ever, also one that never ran there; the same answer again. */
  close: (pod: Pod, session: string) => Promise<PodRecord>;
}

export interface Accounts {
  find: (account: string) => Promise<{ disabled: boolean; concurrentSessions: number } | undefined>;
}

/** The account has none, or none that can be opened here, and will not have one by waiting; the message says which. */
export class NoProxy extends Error {
  override name = 'NoProxy';
}

/** What accounts have their sessions go through. */
export interface Proxies {
  /** A URL, with its login. @throws NoProxy, or what the connection throws */
  proxyOf: (account: string) => Promise<string>;
}

/** There is none to be had now; the message says why. */
export class NoPod extends Error {
  override name = 'NoPod';
}

/** The pods that sessions are given. */
export interface PodSource {
  /** A pod for this attempt: the same one for the same attempt, for as long as it is there. It need not be ready. */
  podFor: (session: BrowserSession, attempt: number) => Promise<Pod>;
}

/** What an informer has seen: may be old, never wrong about what was. */
export interface PodCache {
  get: (key: ObjectKey) => Pod | undefined;
}

/** Everything outside of the operator that a session needs. */
export interface SessionDependencies {
  store: ResourceStore;
  pods: PodCache;
  source: PodSource;
  agent: PodAgent;
  slots: Slots;
  books: Books;
  accounts: Accounts;
  proxies: Proxies;
  clock: Pick<Clock, 'now'>;
  /** Says on the object what happened to it; never fails. */
  record: (session: BrowserSession, type: 'Normal' | 'Warning', reason: Reason, note: string) => void;
  /** The only namespace that is looked after; all by default. */
  scope?: Pick<Selector, 'namespace'>;
  /** How long finished sessions stay to be looked at, where nobody deletes them. */
  ttlSecondsAfterClosed: number;
}
