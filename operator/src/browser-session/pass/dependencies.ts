import type { AgentRefusal, PodRecord } from '@tintype/contracts';
import type { BrowserSession, ObjectKey, Pod, ResourceStore, Selector } from '@tintype/crds';
import type { SessionCharge, SessionOpen, SlotOwner, SlotRequest, TakenSlot } from '@tintype/ledger';
import type { Clock } from '@tintype/runtime';
import type { Reason } from './reasons.js';

/** Limits how many sessions an account has at once. A slot is a ledger message that names its session. */
export interface Slots {
  /** True if the session has a slot, new or old. */
  take: (request: SlotRequest) => Promise<boolean>;
  /** Frees the session's slot; with `owner`, only if that owner took it. */
  free: (account: string, session: string, owner?: SlotOwner) => Promise<void>;
  /** The taken slots of all accounts. */
  all: () => Promise<TakenSlot[]>;
}

/** The ledger's opens and charges. An entry never changes. */
export interface Ledger {
  /** Writes the open unless the session has one. Returns the open that the ledger then has. */
  open: (open: SessionOpen) => Promise<SessionOpen>;
  findOpen: (session: string) => Promise<SessionOpen | undefined>;
  /** Writes the charge unless the session has one. Returns the charge that the ledger then has. */
  charge: (charge: SessionCharge) => Promise<SessionCharge>;
  /** The opens without a charge. */
  unsettled: () => Promise<SessionOpen[]>;
}

export interface ActivateOrder {
  session: string;
  account: string;
  maxTtlSeconds: number;
  /** RFC 3339. After this time, a pod refuses the order. */
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
  /** Ends the session for good, even if it never ran in this pod. A repeated call gets the same answer. */
  close: (pod: Pod, session: string) => Promise<PodRecord>;
}

export interface Accounts {
  /** Undefined if there is no such account. `concurrentSessions` is its number of slots. */
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
  /** The pod for this attempt, ready or not. A later call returns the same pod while it can serve. @throws NoPod */
  podFor: (session: BrowserSession, attempt: number) => Promise<Pod>;
}

/** A cache of pods. Each pod in it is a version that the store had, maybe an old one. */
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
  /** How long the objects of finished sessions stay. */
  ttlSecondsAfterClosed: number;
}
