import type { PodRecord } from '@tintype/contracts';
import type { BrowserSession, BrowserSessionStatus, CloseReason, Pod, SessionPhase } from '@tintype/crds';
import { sessionId } from '@tintype/crds';
import { setCondition } from '../controller/conditions.js';
import type { Outside } from './outside.js';
import { meaningOf, type Reason } from './reasons.js';

/** Ends a pass before its end: `afterMs` says when to look again, if nothing that is watched happens before. */
export interface Wait {
  reason: Reason | 'PodNotReady' | 'Running' | 'Kept' | 'Changed' | 'Done';
  afterMs?: number;
}

/** One duty in the life of a session: does what is due, and lets the next one go on, or has the pass wait. */
export type Step = (pass: Pass) => Promise<Wait | undefined>;

/** What is known of a session that runs no browser any more, and never will again. */
export interface Ending {
  reason: CloseReason;
  /** Its pod, as it was seen last. */
  pod: Pod | undefined;
  /** The pod's own word, where it could be had. */
  record: PodRecord | undefined;
}

/** Without a startBy, which the api alone sets: so long after its creation. */
const unattendedMs = 60_000;

/** Phases in the order in which a session goes through them; it never goes back. */
const finished: readonly SessionPhase[] = ['Closed', 'Rejected', 'Failed'];

/** One look at one session, from the object as it was read to what has become of it since. */
export class Pass {
  readonly outside: Outside;
  /** The pod that has been claimed for the session, from the step that claimed it. */
  pod: Pod | undefined;
  /** How the session ended, from the step that stopped it. */
  ending: Ending | undefined;
  #session: BrowserSession;

  constructor(outside: Outside, session: BrowserSession) {
    this.outside = outside;
    this.#session = session;
  }

  /** As it was read or written last. */
  get session(): BrowserSession {
    return this.#session;
  }

  get status(): BrowserSessionStatus {
    return this.#session.status ?? {};
  }

  get id(): string {
    return sessionId(this.#session);
  }

  get phase(): SessionPhase {
    return this.status.phase ?? 'Pending';
  }

  get isDeleted(): boolean {
    return this.#session.metadata.deletionTimestamp !== undefined;
  }

  get isFinished(): boolean {
    return finished.includes(this.phase);
  }

  /** Made by hand: no api waits for it, and none confirms it. */
  get isUnattended(): boolean {
    return this.#session.spec.startBy === undefined;
  }

  /** Milliseconds of the epoch; not active by then is never active. */
  get startBy(): number {
    const { spec, metadata } = this.#session;
    return spec.startBy ? Date.parse(spec.startBy) : Date.parse(metadata.creationTimestamp) + unattendedMs;
  }

  get now(): number {
    return this.outside.clock.now();
  }

  /** Writes the object but its status. @throws Conflict when somebody else has written it since it was read. */
  async write(change: (session: BrowserSession) => BrowserSession): Promise<void> {
    this.#session = await this.outside.store.update('BrowserSession', change(this.#session));
  }

  /** Writes the status, with the condition `Ready` for its reason. @throws Conflict, as {@link write}. */
  async writeStatus(change: BrowserSessionStatus, reason: Reason): Promise<void> {
    const ready = { type: 'Ready', status: change.phase === 'Active' ? 'True' : 'False', reason } as const;
    const conditions = [...setCondition(this.status.conditions, { ...ready, message: meaningOf(reason) }, this.now)];
    const status = { ...this.status, ...change, conditions };
    this.#session = await this.outside.store.updateStatus('BrowserSession', { ...this.#session, status });
  }

  event(type: 'Normal' | 'Warning', reason: Reason): void {
    this.outside.record(this.#session, type, reason, meaningOf(reason));
  }

  /** The pod that the session is bound to, as the cache has it; asked for where the cache does not know it. */
  async boundPod(): Promise<Pod | undefined> {
    const cached = this.#bound((key) => this.outside.pods.get(key));
    return cached ?? this.readPod();
  }

  /** The same, read now. Undefined when it is gone. */
  async readPod(): Promise<Pod | undefined> {
    const { pod } = this.status;
    if (!pod) return undefined;
    const { namespace } = this.#session.metadata;
    const read = await this.outside.store.get('Pod', { namespace, name: pod.name });
    return read?.metadata.uid === pod.uid ? read : undefined;
  }

  #bound(find: (key: { namespace: string; name: string }) => Pod | undefined): Pod | undefined {
    const { pod } = this.status;
    const found = pod && find({ namespace: this.#session.metadata.namespace, name: pod.name });
    return found?.metadata.uid === pod?.uid ? found : undefined;
  }
}
