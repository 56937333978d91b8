import type { PodRecord } from '@tintype/contracts';
import {
  type BrowserSession,
  type BrowserSessionStatus,
  type CloseReason,
  expiryOf,
  isFinal,
  isFixed,
  isNamedByApi,
  isWaitReason,
  labels,
  ownPodLabels,
  type Pod,
  type SessionPhase,
  sessionId,
  type WaitReason,
} from '@tintype/crds';
import type { SessionOpen } from '@tintype/ledger';
import { findCondition, setCondition } from '../../controller/conditions.js';
import { boundedNote } from '../../controller/events/note.js';
import { isAlike } from '../../controller/failure-log.js';
import { isControlledBy } from '../../controller/object-metadata.js';
import type { SessionDependencies } from './dependencies.js';
import { type Reason, sentenceOf } from './reasons.js';
import { isBooked } from './session-charge.js';
import { clocksDifferMs, startByOf } from './times.js';

/** Ends a pass before its end: `afterMs` says when to look again, if nothing that is watched happens before. */
export interface PassResult {
  reason: Reason | 'PodNotReady' | 'Running' | 'Kept' | 'Changed' | 'Done';
  afterMs?: number;
}

/** One duty in the life of a session: does what is due, and lets the next one go on, or has the pass wait. */
export type Step = (pass: Pass) => Promise<PassResult | undefined>;

/** What is known of a session that runs no browser any more, and never will again. */
export interface Ending {
  reason: CloseReason;
  /** Its pod, as it was seen last. */
  pod: Pod | undefined;
  /** The pod's own word, where it could be had. */
  record: PodRecord | undefined;
  /** When that was known, in milliseconds of the epoch: it was over by then. */
  seenAt: number;
}

/** With what somebody else said of it; a condition's message may be as long as an event's note. */
const sentence = (reason: Reason, detail?: string): string =>
  boundedNote(detail === undefined ? sentenceOf(reason) : `${sentenceOf(reason)}: ${detail}`);

/** One look at one session, from the object as it was read to what has become of it since. */
export class Pass {
  readonly dependencies: SessionDependencies;
  /** The pod that has been claimed for the session, from the step that claimed it. */
  pod: Pod | undefined;
  /** Of a session that goes through its account's proxy: where that is, from the step that read it. */
  upstreamProxy: string | undefined;
  /** How the session ended, from the step that stopped it. */
  ending: Ending | undefined;
  #session: BrowserSession;
  #open: SessionOpen | undefined;

  constructor(dependencies: SessionDependencies, session: BrowserSession) {
    this.dependencies = dependencies;
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

  /** Bound to a pod, and to be opened on it. */
  get isBinding(): boolean {
    return this.phase === 'Binding' && !this.isDeleted;
  }

  /** Closing, Settling, or a final phase, whoever wrote that. */
  get hasBegunToEnd(): boolean {
    return this.phase === 'Closing' || this.isSettlingOrFinal;
  }

  /** From `stop` on nothing of it runs any more, for good. */
  get isSettlingOrFinal(): boolean {
    return this.phase === 'Settling' || isFinal(this.phase);
  }

  /** A person has written that it is over, and may not have known: an operator writes with it all that it comes to. */
  get isWrittenOff(): boolean {
    const isOver = this.phase === 'Settling' || (this.phase === 'Closed' && !isBooked(this.#session));
    return isOver && !isFixed(this.status);
  }

  /** Made by hand: no api waits for it, and none confirms it. */
  get isUnattended(): boolean {
    const { spec, metadata } = this.#session;
    return spec.startBy === undefined || !isNamedByApi(metadata.name);
  }

  /** Milliseconds of the epoch; not active by then is never active. */
  get startBy(): number {
    return startByOf(this.#session);
  }

  get maxTtlSeconds(): number {
    return this.#session.spec.maxTtlSeconds;
  }

  /** Milliseconds of the epoch; undefined before it is known when its browser was opened. */
  get expiresAt(): number | undefined {
    return expiryOf(this.#session);
  }

  get now(): number {
    return this.dependencies.clock.now();
  }

  /** By the clock of its pod it is so late at the least. */
  get nowOfPod(): number {
    return this.now - clocksDifferMs;
  }

  /** What an active session waits for that nothing has ended. */
  get running(): PassResult {
    return { reason: 'Running', afterMs: Math.max(0, (this.expiresAt ?? 0) - this.nowOfPod) };
  }

  /** Writes the object but its status. @throws Conflict when somebody else has written it since it was read. */
  async write(change: (session: BrowserSession) => BrowserSession): Promise<void> {
    this.#session = await this.dependencies.store.update('BrowserSession', change(this.#session));
  }

  /** Writes the status, with the condition `Ready` for its reason; with a final phase, also since when it is `Ended`. @throws Conflict, as {@link write}. */
  async writeStatus(change: BrowserSessionStatus, reason: Reason, detail?: string): Promise<void> {
    const ready = { type: 'Ready', status: change.phase === 'Active' ? 'True' : 'False', reason } as const;
    const message = sentence(reason, detail);
    const isEnded = isFinal(change.phase ?? this.phase);
    const said = setCondition(this.status.conditions, { ...ready, message }, this.now);
    const ended = { type: 'Ended', status: 'True', reason, message } as const;
    const conditions = [...(isEnded ? setCondition(said, ended, this.now) : said)];
    const status = { ...this.status, ...change, conditions };
    this.#session = await this.dependencies.store.updateStatus('BrowserSession', { ...this.#session, status });
  }

  /**
   * It will never be active, and costs nothing. The pass goes on all the same, which is what `undefined` says: steps that would
   * open it have nothing to do for a session that failed, and from `stop` on they undo what has been begun.
   */
  async fail(reason: CloseReason, detail?: string): Promise<undefined> {
    await this.writeStatus({ phase: 'Failed', credits: 0, closeReason: reason }, reason, detail);
    this.event('Warning', reason, detail);
  }

  /** Says why it waits, unless it has said so, be it with other numbers: or each attempt would write, and wake the next one. */
  async explain(reason: WaitReason, detail?: string): Promise<void> {
    const said = this.#ready;
    const isSaid = said?.reason === reason && isAlike(said.message ?? '', sentence(reason, detail));
    if (isSaid) return;
    if (this.phase === 'Pending') await this.writeStatus({ phase: 'Pending' }, reason, detail);
    else await this.writeStatus({ phase: 'Binding' }, reason, detail);
    this.event('Warning', reason, detail);
  }

  /** What it waits for, as it has said. */
  get waitsFor(): string | undefined {
    return this.#ready && isWaitReason(this.#ready.reason) ? this.#ready.message : undefined;
  }

  event(type: 'Normal' | 'Warning', reason: Reason, detail?: string): void {
    this.dependencies.record(this.#session, type, reason, sentence(reason, detail));
  }

  /** The open that stands in the books; that of another object where an earlier one had the same name. */
  async findOpen(): Promise<SessionOpen | undefined> {
    // It never changes once it is there.
    this.#open ??= await this.dependencies.books.findOpen(this.id);
    return this.#open;
  }

  /** Nobody is charged for what was not opened, nor for what an earlier object of the name was opened for. */
  async isInBooks(): Promise<boolean> {
    return (await this.findOpen())?.uid === this.#session.metadata.uid;
  }

  /** Its object is still there as it was read or written last, read now. */
  async isUnchanged(): Promise<boolean> {
    const { namespace, name, uid, resourceVersion } = this.#session.metadata;
    const read = await this.dependencies.store.get('BrowserSession', { namespace, name });
    return read?.metadata.uid === uid && read.metadata.resourceVersion === resourceVersion;
  }

  /** Every pod that was made or claimed for a session of its name, in whichever attempt, listed now. */
  async listPods(): Promise<Pod[]> {
    const { namespace, name } = this.#session.metadata;
    const selector = { namespace, labels: { ...ownPodLabels, [labels.session]: name } };
    return (await this.dependencies.store.list('Pod', selector)).items;
  }

  /** The pod that the session is bound to, as the cache has it; asked for where the cache does not know it. */
  async boundPod(): Promise<Pod | undefined> {
    const { pod } = this.status;
    if (!pod) return this.readPod();
    const cached = this.dependencies.pods.get({ namespace: this.#session.metadata.namespace, name: pod.name });
    return cached?.metadata.uid === pod.uid ? cached : this.readPod();
  }

  /** The same, read now. Undefined when it is gone. Where people took its name out of the status, the one that was claimed. */
  async readPod(): Promise<Pod | undefined> {
    const { pod, startedAt } = this.status;
    if (!pod && startedAt !== undefined)
      return (await this.listPods()).find((each) => isControlledBy(each, this.#session));
    if (!pod) return undefined;
    const { namespace } = this.#session.metadata;
    const read = await this.dependencies.store.get('Pod', { namespace, name: pod.name });
    return read?.metadata.uid === pod.uid ? read : undefined;
  }

  /** The pod's answer to `close`, after which it runs no browser for the session; undefined when it did not answer. */
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
