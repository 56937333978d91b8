import { randomUUID } from 'node:crypto';
import { StoreUnavailable } from '@tintype/crds';
import { AckPolicy, type Clock, DeliverPolicy, type JsMsg, nanos } from '@tintype/runtime';
import { Waiters } from '../waiters.js';
import type { ObjectsNats } from './call.js';
import type { ObjectBucket } from './object-bucket.js';

export interface StreamReaderOptions {
  filter: string;
  /** Reads messages after this sequence; 0 for all. */
  after: number;
  clock: Clock;
}

/** Reading fails after two or three missed heartbeats. */
const heartbeatMs = 5000;
/** The server removes a reader that is away this long. */
const inactiveMs = 30_000;

/**
 * Reads a bucket from a sequence on: the last message of each subject. Fails on a lost connection, a silent server or a
 * missing message. It does not restart: its user opens a new one.
 */
export class StreamReader {
  /** The last message's sequence; `lastTime` is its server time in milliseconds. */
  lastSeen: number;
  lastTime = 0;
  readonly #clock: Clock;
  /** Keyed by subject, ordered by sequence. */
  readonly #messages = new Map<string, JsMsg>();
  readonly #waiters = new Waiters();
  readonly #cleanups: (() => void)[] = [];
  #isClosed = false;
  #received = 0;
  #pending = Number.POSITIVE_INFINITY;
  #failure: unknown;

  private constructor({ after, clock }: StreamReaderOptions) {
    this.lastSeen = after;
    this.#clock = clock;
  }

  static async open(bucket: ObjectBucket, options: StreamReaderOptions): Promise<StreamReader> {
    const reader = new StreamReader(options);
    try {
      await reader.#createConsumer(bucket, options);
    } catch (error) {
      reader.close();
      throw error;
    }
    return reader;
  }

  /** All stored messages have arrived. */
  get isAtEnd(): boolean {
    return this.#pending === 0;
  }

  get isEmpty(): boolean {
    return this.#messages.size === 0;
  }

  /** Undefined if no message is waiting. */
  take(): JsMsg | undefined {
    for (const [subject, message] of this.#messages) {
      this.#messages.delete(subject);
      return message;
    }
    return undefined;
  }

  /** Resolves on a message, after the time, or when the signal ends. Fails if no further message can come. */
  async wait(milliseconds: number, signal: AbortSignal): Promise<void> {
    if (!this.#failure) await this.#waiters.wait(this.#clock, milliseconds, signal);
    if (this.#failure) throw this.#failure;
  }

  /** Runs the cleanups in reverse order. */
  close(): void {
    this.#isClosed = true;
    for (const undo of this.#cleanups.splice(0).reverse()) undo();
  }

  async #createConsumer({ nats, stream }: ObjectBucket, { filter, after }: StreamReaderOptions): Promise<void> {
    const { lost, manager } = nats;
    const failWithLoss = () => this.#fail(lost.reason);
    lost.addEventListener('abort', failWithLoss);
    this.#onClose(() => lost.removeEventListener('abort', failWithLoss));
    lost.throwIfAborted();
    const inbox = nats.inbox();
    await this.#listen(nats, inbox);
    // A named consumer is created on a subject that ends with name and filter. The server's permissions allow that
    // subject.
    const name = randomUUID();
    this.#onClose(() => void (lost.aborted || manager.consumers.delete(stream, name).catch(() => undefined)));
    const { num_pending, delivered } = await manager.consumers.add(stream, {
      name,
      deliver_subject: inbox,
      deliver_policy: after > 0 ? DeliverPolicy.StartSequence : DeliverPolicy.All,
      ...(after > 0 ? { opt_start_seq: after + 1 } : {}),
      filter_subject: filter,
      ack_policy: AckPolicy.None,
      flow_control: true,
      idle_heartbeat: nanos(heartbeatMs),
      inactive_threshold: nanos(inactiveMs),
      mem_storage: true,
      num_replicas: 1,
    });
    if (this.#received === 0) this.#pending = delivered.consumer_seq + num_pending;
    this.#waiters.wake();
  }

  async #listen({ jetstream }: ObjectsNats, inbox: string): Promise<void> {
    const delivery = { deliver_subject: inbox, idle_heartbeat: nanos(heartbeatMs) };
    const consumer = await jetstream.consumers.getBoundPushConsumer(delivery);
    const callback = (message: JsMsg) => this.#receive(message);
    const messages = await consumer.consume({ callback, abort_on_missing_resource: true });
    this.#onClose(() => messages.stop());
    void messages.closed().then((error) => this.#fail(error ?? new Error('the reader was closed')));
    void this.#followStatus(messages.status());
  }

  #onClose(undo: () => void): void {
    if (this.#isClosed) undo();
    else this.#cleanups.push(undo);
  }

  async #followStatus(status: AsyncIterable<{ type: string }>): Promise<void> {
    for await (const { type } of status)
      if (type === 'heartbeats_missed') this.#fail(new StoreUnavailable('the server sends no heartbeats', 'none'));
  }

  #receive(message: JsMsg): void {
    const { deliverySequence, pending } = message.info;
    this.#received += 1;
    if (deliverySequence !== this.#received) this.#fail(new StoreUnavailable('a message was lost', 'none'));
    if (this.#failure) return;
    this.lastSeen = message.seq;
    this.lastTime = Number(message.timestampNanos / 1_000_000n);
    this.#pending = pending;
    // Reinserts the message at the end, so that the map stays in the order of sequences.
    this.#messages.delete(message.subject);
    this.#messages.set(message.subject, message);
    this.#waiters.wake();
  }

  #fail(failure: unknown): void {
    this.#failure ??= failure;
    this.#waiters.wake();
  }
}
