import type { AgentRefusal, PodRecord } from '@tintype/contracts';
import type { BrowserSession, ObjectKey, Pod, ResourceStore, Selector } from '@tintype/crds';
import type { SessionCharge, SessionOpen, SlotOwner, SlotRequest, TakenSlot } from '@tintype/ledger';
import type { Clock } from '@tintype/runtime';
import type { Reason } from './reasons.js';

/** Limits an account's active sessions. A slot is a ledger message that names its session. */
export interface Slots {
  /** True if the session has a slot, new or old. */
  take: (order: SlotRequest) => Promise<boolean>;
  /** Frees the session's slot; with `owner`, only if that owner took it. */
  free: (account: string, session: string, owner?: SlotOwner) => Promise<void>;
  all: () => Promise<TakenSlot[]>;
}

/** The ledger's opens and charges; entries never change. */
export interface Ledger {
  /** Writes the open unless one exists; returns the existing one. */
  open: (open: SessionOpen) => Promise<SessionOpen>;
  findOpen: (session: string) => Promise<SessionOpen | undefined>;
  /** Writes the charge unless one exists; returns the existing one. */
  charge: (charge: SessionCharge) => Promise<SessionCharge>;
  /** The opens without a charge. */
  unsettled: () => Promise<SessionOpen[]>;
}

export interface ActivateOrder {
  session: string;
  account: string;
  maxTtlSeconds: number;
  /** RFC 3339; a pod refuses the order after it. */
  startBy: string;
  cdp: boolean;
  proxy: boolean;
  /** The proxy's URL with its login. */
  upstreamProxy?: string | undefined;
  bypassBotDetection: boolean;
  /** The client has the session already, for example through kubectl. */
  confirmed: boolean;
}

/** The pod's refusal. `order`: the order itself is invalid, so every pod would refuse it. */
export type ActivateRefusal = AgentRefusal | 'order';

/** The pod refused, and will not change its answer. */
export class ActivateRefused extends Error {
  override name = 'ActivateRefused';
  readonly refusal: ActivateRefusal;

  constructor(refusal: ActivateRefusal, message: string = refusal) {
    super(message);
    this.refusal = refusal;
  }
}

/** The agent in a session's pod. A call without an answer may have taken effect. */
export interface PodAgent {
  /** A repeated call gets the same answer. `startedAt` is RFC 3339, by the pod's clock. */
  activate: (pod: Pod, order: ActivateOrder) => Promise<{ startedAt: string }>;
  /** Ends the session for good, even if it never ran there. A repeated call gets the same answer. */
  close: (pod: Pod, session: string) => Promise<PodRecord>;
}

export interface Accounts {
  find: (account: string) => Promise<{ disabled: boolean; concurrentSessions: number } | undefined>;
}

/** The account has no proxy, or the operator cannot decrypt it; waiting does not help. */
export class NoProxy extends Error {
  override name = 'NoProxy';
}

export interface Proxies {
  /** The URL of the account's proxy, with its login. @throws NoProxy, or the connection's error */
  proxyOf: (account: string) => Promise<string>;
}

/** No pod is available now; the message says why. */
export class NoPod extends Error {
  override name = 'NoPod';
}

export interface PodSource {
  /** The pod for this attempt, ready or not; the same one while it exists. */
  podFor: (session: BrowserSession, attempt: number) => Promise<Pod>;
}

/** An informer's cache: it may be old, but never wrong. */
export interface PodCache {
  get: (key: ObjectKey) => Pod | undefined;
}

export interface SessionDependencies {
  store: ResourceStore;
  pods: PodCache;
  source: PodSource;
  agent: PodAgent;
  slots: Slots;
  ledger: Ledger;
  accounts: Accounts;
  proxies: Proxies;
  clock: Pick<Clock, 'now'>;
  /** Records an event about the session; never fails. */
  record: (session: BrowserSession, type: 'Normal' | 'Warning', reason: Reason, note: string) => void;
  /** The namespace to serve; default: all. */
  scope?: Pick<Selector, 'namespace'>;
  /** How long finished sessions stay. */
  ttlSecondsAfterClosed: number;
}
