import { randomUUID } from 'node:crypto';
import { StoreUnavailable } from '@tintype/crds';
import { AckPolicy, type Clock, DeliverPolicy, type JsMsg, nanos } from '@tintype/runtime';
import { Waiters } from '../waiters.js';
import type { ObjectsNats } from './call.js';
import type { ObjectBucket } from './object-bucket.js';

export interface StreamReaderOptions {
  filter: string;
  /** Reads messages after this sequence; 0 for all. */
  afterSequence: number;
  clock: Clock;
}

/** An idle server sends a heartbeat this often. Reading fails after two or three missed heartbeats. */
const heartbeatMs = 5000;
/** The server removes the consumer of a reader that is away this long. */
const inactiveMs = 30_000;

/**
 * Reads the last message of each subject that matches the filter, after a sequence. Fails on a lost connection, a
 * silent server or a missing message. A failed reader does not restart: open a new one.
 */
export class StreamReader {
  /** The sequence of the last received message; `afterSequence` before the first. */
  lastSequence: number;
  /** When the server stored the last received message, in milliseconds since the epoch; 0 before the first. */
  lastTime = 0;
  readonly #clock: Clock;
  /** The messages that `take` has not returned yet, keyed by subject and ordered by sequence. */
  readonly #messages = new Map<string, JsMsg>();
  readonly #waiters = new Waiters();
  readonly #cleanups: (() => void)[] = [];
  #isClosed = false;
  #receivedCount = 0;
  /** How many messages the server still has to send. */
  #pendingCount = Number.POSITIVE_INFINITY;
  #failure: unknown;

  private constructor({ afterSequence, clock }: StreamReaderOptions) {
    this.lastSequence = afterSequence;
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

  /** Whether the server has announced that no message is pending. */
  get isAtEnd(): boolean {
    return this.#pendingCount === 0;
  }

  /** Whether no message is left to take. */
  get isEmpty(): boolean {
    return this.#messages.size === 0;
  }

  /** Removes and returns the oldest message that was not taken yet; undefined if there is none. */
  take(): JsMsg | undefined {
    for (const [subject, message] of this.#messages) {
      this.#messages.delete(subject);
      return message;
    }
    return undefined;
  }

  /** Resolves on a message, after the time, or when the signal ends. Throws if the reader has failed. */
  async wait(milliseconds: number, signal: AbortSignal): Promise<void> {
    if (!this.#failure) await this.#waiters.wait(this.#clock, milliseconds, signal);
    if (this.#failure) throw this.#failure;
  }

  /** Stops reading, and has the server remove the consumer. */
  close(): void {
    this.#isClosed = true;
    for (const undo of this.#cleanups.splice(0).reverse()) undo();
  }

  async #createConsumer({ nats, stream }: ObjectBucket, { filter, afterSequence }: StreamReaderOptions): Promise<void> {
    const { lost, manager } = nats;
    const failWithLoss = () => this.#fail(lost.reason);
    lost.addEventListener('abort', failWithLoss);
    this.#onClose(() => lost.removeEventListener('abort', failWithLoss));
    lost.throwIfAborted();
    const inbox = nats.inbox();
    await this.#listen(nats, inbox);
    // The request that creates a named consumer has a subject that ends with name and filter. The server's permissions
    // allow only that form.
    const name = randomUUID();
    this.#onClose(() => void (lost.aborted || manager.consumers.delete(stream, name).catch(() => undefined)));
    const { num_pending, delivered } = await manager.consumers.add(stream, {
      name,
      deliver_subject: inbox,
      deliver_policy: afterSequence > 0 ? DeliverPolicy.StartSequence : DeliverPolicy.All,
      ...(afterSequence > 0 ? { opt_start_seq: afterSequence + 1 } : {}),
      filter_subject: filter,
      ack_policy: AckPolicy.None,
      flow_control: true,
      idle_heartbeat: nanos(heartbeatMs),
      inactive_threshold: nanos(inactiveMs),
      mem_storage: true,
      num_replicas: 1,
    });
    if (this.#receivedCount === 0) this.#pendingCount = delivered.consumer_seq + num_pending;
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
    this.#receivedCount += 1;
    if (deliverySequence !== this.#receivedCount) this.#fail(new StoreUnavailable('a message was lost', 'none'));
    if (this.#failure) return;
    this.lastSequence = message.seq;
    this.lastTime = Number(message.timestampNanos / 1_000_000n);
    this.#pendingCount = pending;
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
