import type { PodRecord } from '@tintype/contracts';
import {
  type BrowserSession,
  type BrowserSessionStatus,
  type CloseReason,
  expiryOf,
  isFinal,
  isFrozen,
  isNamedByApi,
  isWaitReason,
  labels,
  operatorPodLabels,
  type Pod,
  type SessionPhase,
  sessionId,
  type WaitReason,
} from '@tintype/crds';
import type { SessionOpen } from '@tintype/ledger';
import { findCondition, setCondition } from '../../controller/conditions.js';
import { boundedNote } from '../../controller/events/note.js';
import { equalsUpToNumbers } from '../../controller/failure-log.js';
import { isControlledBy } from '../../controller/object-metadata.js';
import type { SessionDependencies } from './dependencies.js';
import { type Reason, sentenceOf } from './reasons.js';
import { isChargeDecided } from './session-charge.js';
import { clocksDifferMs, startByOf } from './times.js';

/** Why a pass ended, and after how many milliseconds to look again, unless an event comes first. */
export interface PassResult {
  reason: Reason | 'PodNotReady' | 'Running' | 'Kept' | 'Changed' | 'Done';
  afterMs?: number;
}

/** One step of a session's life. Undefined: the next step runs. */
export type Step = (pass: Pass) => Promise<PassResult | undefined>;

/** What is known about a session whose browser has stopped for good. */
export interface Ending {
  reason: CloseReason;
  pod: Pod | undefined;
  record: PodRecord | undefined;
  /** Epoch milliseconds; the session was over by then. */
  seenAt: number;
}

/** Cuts the message to the length of an event's note: `detail` may come from other programs. */
const messageOf = (reason: Reason, detail?: string): string =>
  boundedNote(detail === undefined ? sentenceOf(reason) : `${sentenceOf(reason)}: ${detail}`);

/** One pass over one session, from the object as it was read. */
export class Pass {
  readonly dependencies: SessionDependencies;
  /** Set by `claimPod`. */
  pod: Pod | undefined;
  /** A URL; set by `findProxy`. */
  upstreamProxy: string | undefined;
  /** Set by `stop`. */
  ending: Ending | undefined;
  #session: BrowserSession;
  #open: SessionOpen | undefined;

  constructor(dependencies: SessionDependencies, session: BrowserSession) {
    this.dependencies = dependencies;
    this.#session = session;
  }

  /** The object as last read or written. */
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

  get isBinding(): boolean {
    return this.phase === 'Binding' && !this.isDeleted;
  }

  /** Closing, Settling, or a final phase, also if a person wrote it. */
  get isEnding(): boolean {
    return this.phase === 'Closing' || this.isStopped;
  }

  /** Settling or a final phase. In the steps after `stop`, no browser of such a session runs. */
  get isStopped(): boolean {
    return this.phase === 'Settling' || isFinal(this.phase);
  }

  /** A person wrote the phase: the status lacks figures that an operator writes with it. */
  get isEndedByHand(): boolean {
    const isOver = this.phase === 'Settling' || (this.phase === 'Closed' && !isChargeDecided(this.#session));
    return isOver && !isFrozen(this.status);
  }

  /** Created by hand: no api waits for it or confirms it. */
  get isUnattended(): boolean {
    const { spec, metadata } = this.#session;
    return spec.startBy === undefined || !isNamedByApi(metadata.name);
  }

  /** Epoch milliseconds. */
  get startBy(): number {
    return startByOf(this.#session);
  }

  get maxTtlSeconds(): number {
    return this.#session.spec.maxTtlSeconds;
  }

  /** Epoch milliseconds; undefined before the browser is open. */
  get expiresAt(): number | undefined {
    return expiryOf(this.#session);
  }

  get now(): number {
    return this.dependencies.clock.now();
  }

  /** The pod's clock shows at least this time. */
  get podNow(): number {
    return this.now - clocksDifferMs;
  }

  /** The result of a pass that ends while the session runs: look again when the session expires. */
  get whileRunning(): PassResult {
    return { reason: 'Running', afterMs: Math.max(0, (this.expiresAt ?? 0) - this.podNow) };
  }

  /** Writes the object except its status. @throws Conflict if the object has changed since it was read */
  async write(change: (session: BrowserSession) => BrowserSession): Promise<void> {
    this.#session = await this.dependencies.store.update('BrowserSession', change(this.#session));
  }

  /**
   * Writes the status with the condition `Ready`; with a final phase, also `Ended`.
   * @throws Conflict if the object has changed since it was read
   */
  async writeStatus(change: BrowserSessionStatus, reason: Reason, detail?: string): Promise<void> {
    const ready = { type: 'Ready', status: change.phase === 'Active' ? 'True' : 'False', reason } as const;
    const message = messageOf(reason, detail);
    const isEnded = isFinal(change.phase ?? this.phase);
    const withReady = setCondition(this.status.conditions, { ...ready, message }, this.now);
    const ended = { type: 'Ended', status: 'True', reason, message } as const;
    const conditions = [...(isEnded ? setCondition(withReady, ended, this.now) : withReady)];
    const status = { ...this.status, ...change, conditions };
    this.#session = await this.dependencies.store.updateStatus('BrowserSession', { ...this.#session, status });
  }

  /**
   * Writes `Failed`, and returns undefined so that the pass continues. No step opens a failed session, and the steps
   * from `stop` on free its slot and pods.
   */
  async fail(reason: CloseReason, detail?: string): Promise<undefined> {
    await this.writeStatus({ phase: 'Failed', credits: 0, closeReason: reason }, reason, detail);
    this.event('Warning', reason, detail);
  }

  /** Reports a wait once, even if numbers in its message change: each write would start another pass at once. */
  async reportWait(reason: WaitReason, detail?: string): Promise<void> {
    const reported = this.#ready;
    const isReported =
      reported?.reason === reason && equalsUpToNumbers(reported.message ?? '', messageOf(reason, detail));
    if (isReported) return;
    if (this.phase === 'Pending') await this.writeStatus({ phase: 'Pending' }, reason, detail);
    else await this.writeStatus({ phase: 'Binding' }, reason, detail);
    this.event('Warning', reason, detail);
  }

  /** The message of the wait that the status reports. */
  get reportedWait(): string | undefined {
    return this.#ready && isWaitReason(this.#ready.reason) ? this.#ready.message : undefined;
  }

  event(type: 'Normal' | 'Warning', reason: Reason, detail?: string): void {
    this.dependencies.record(this.#session, type, reason, messageOf(reason, detail));
  }

  /** The open of this session id. It may belong to an earlier object of the same name. */
  async findOpen(): Promise<SessionOpen | undefined> {
    // An open never changes.
    this.#open ??= await this.dependencies.ledger.findOpen(this.id);
    return this.#open;
  }

  /** True if the open belongs to this object. Without such an open, nothing may be charged. */
  async hasOpen(): Promise<boolean> {
    return (await this.findOpen())?.uid === this.#session.metadata.uid;
  }

  /** Reads the object. True if it still has the version of this pass. */
  async isUnchanged(): Promise<boolean> {
    const { namespace, name, uid, resourceVersion } = this.#session.metadata;
    const read = await this.dependencies.store.get('BrowserSession', { namespace, name });
    return read?.metadata.uid === uid && read.metadata.resourceVersion === resourceVersion;
  }

  /** Lists the pods of all objects of this name, from all attempts. */
  async listPods(): Promise<Pod[]> {
    const { namespace, name } = this.#session.metadata;
    const selector = { namespace, labels: { ...operatorPodLabels, [labels.session]: name } };
    return (await this.dependencies.store.list('Pod', selector)).items;
  }

  /** The pod of the status, from the cache if the cache has it, else read from the store. */
  async boundPod(): Promise<Pod | undefined> {
    const { pod } = this.status;
    if (!pod) return this.readPod();
    const cached = this.dependencies.pods.get({ namespace: this.#session.metadata.namespace, name: pod.name });
    return cached?.metadata.uid === pod.uid ? cached : this.readPod();
  }

  /** Reads the pod of the status; undefined if it is gone. If a person removed its name, finds the claimed pod. */
  async readPod(): Promise<Pod | undefined> {
    const { pod, startedAt } = this.status;
    if (!pod && startedAt !== undefined)
      return (await this.listPods()).find((each) => isControlledBy(each, this.#session));
    if (!pod) return undefined;
    const { namespace } = this.#session.metadata;
    const read = await this.dependencies.store.get('Pod', { namespace, name: pod.name });
    return read?.metadata.uid === pod.uid ? read : undefined;
  }

  /** Undefined if the pod did not answer. A pod that has answered runs no browser for the session. */
  async askToClose(pod: Pod): Promise<PodRecord | undefined> {
    try {
      return await this.dependencies.agent.close(pod, this.id);
    } catch {
      return undefined;
    }
  }

  get #ready() {
    return findCondition(this.status.conditions, 'Ready');
  }
}
