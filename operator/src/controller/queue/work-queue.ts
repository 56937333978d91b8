import { type Clock, systemClock } from '@tintype/runtime';
import { Heap } from './heap.js';
import { RateLimiter } from './rate-limiter.js';

/**
 * `low`: first lists and resyncs, for which no client waits. Delayed keys are never low: a client may wait for a timer
 * or a retry.
 */
export type Lane = 'normal' | 'low';

export interface QueueMetrics {
  added: () => void;
  /** A key was added with a delay, for example after a failure. */
  retried: () => void;
  /** `waitedMs`: from when the key was due until a worker got it. */
  started: (waitedMs: number) => void;
  finished: (workedMs: number) => void;
}

export interface WorkQueueOptions {
  clock?: Clock;
  rateLimiter?: Limiter;
  metrics?: QueueMetrics;
}

type Limiter = Pick<RateLimiter, 'waitAfterFailure' | 'waitForTurn' | 'retries' | 'forget'>;

interface Item {
  readonly key: string;
  lane: Lane;
  /** Monotonic time; undefined once the item is due. */
  dueAt: number | undefined;
  /** Monotonic time at which the item became due. */
  becameDueAt: number;
  /** A number that grows in the order in which items became due. */
  order: number;
}

export const noQueueMetrics: QueueMetrics = {
  added: () => {},
  retried: () => {},
  started: () => {},
  finished: () => {},
};

/** While keys wait in both lanes, every fourth key that a worker gets is a low one. So no lane starves. */
const lowTurnEvery = 4;

const precedesByOrder = (one: Item, other: Item) => one.order < other.order;

const precedesByDueTime = (one: Item, other: Item) => {
  const [first = 0, second = 0] = [one.dueAt, other.dueAt];
  return first === second ? precedesByOrder(one, other) : first < second;
};

/**
 * Keys that need work, each at most once and never with two workers.
 * - A key that is added while a worker has it is handed out again after `done`.
 * - If a waiting key is added again, the earlier time and the better lane apply.
 * - A get answers all earlier adds, delayed ones too: the worker says when it needs the key again.
 * - In a lane, workers get keys in the order in which they became due. So a key that is added constantly starves no
 *   other.
 */
export class WorkQueue {
  readonly #clock: Clock;
  readonly #rateLimiter: Limiter;
  readonly #metrics: QueueMetrics;
  /** All keys that wait. A due key that a worker still has is in no lane until `done`. */
  readonly #items = new Map<string, Item>();
  readonly #lanes: Record<Lane, Heap<Item>> = {
    normal: new Heap(precedesByOrder),
    low: new Heap(precedesByOrder),
  };
  readonly #delayed = new Heap(precedesByDueTime);
  /** The monotonic time at which a worker got each key in work. */
  readonly #processing = new Map<string, number>();
  readonly #getters: ((key: string | undefined) => void)[] = [];
  readonly #drained = Promise.withResolvers<void>();
  #timer: { at: number; cancel: () => void } | undefined;
  #order = 0;
  #normalInRow = 0;
  #isShuttingDown = false;

  constructor(options: WorkQueueOptions = {}) {
    this.#clock = options.clock ?? systemClock;
    this.#rateLimiter = options.rateLimiter ?? new RateLimiter(this.#clock);
    this.#metrics = options.metrics ?? noQueueMetrics;
  }

  depth(lane: Lane): number {
    return this.#lanes[lane].size;
  }

  /** For each key in work, how many milliseconds a worker has had it. */
  processingMs(): number[] {
    const now = this.#clock.monotonic();
    return [...this.#processing.values()].map((since) => now - since);
  }

  add(key: string, lane: Lane = 'normal'): void {
    this.#add(key, lane, undefined);
  }

  /** If the key already waits for an earlier time, that time stays. */
  addAfter(key: string, milliseconds: number): void {
    const isDelayed = milliseconds > 0;
    if (isDelayed) this.#metrics.retried();
    this.#add(key, 'normal', isDelayed ? this.#clock.monotonic() + milliseconds : undefined);
  }

  /** Adds the key after a failure: counts the failure, and delays the key for its growing wait. */
  addRateLimited(key: string): void {
    if (!this.#isShuttingDown) this.addAfter(key, this.#rateLimiter.waitAfterFailure(key));
  }

  /** Adds the key at the shared rate of retries; counts no failure. */
  addAgain(key: string): void {
    if (!this.#isShuttingDown) this.addAfter(key, this.#rateLimiter.waitForTurn());
  }

  /** Resets the key's failures. A waiting key stays in the queue. */
  forget(key: string): void {
    this.#rateLimiter.forget(key);
  }

  /** The key's failures since the last `forget`. */
  retries(key: string): number {
    return this.#rateLimiter.retries(key);
  }

  /** The key belongs to the caller until `done`. Undefined after `shutDown`. */
  get(): Promise<string | undefined> {
    if (this.#isShuttingDown) return Promise.resolve(undefined);
    const { promise, resolve } = Promise.withResolvers<string | undefined>();
    this.#getters.push(resolve);
    this.#handOut();
    return promise;
  }

  done(key: string): void {
    const since = this.#processing.get(key);
    if (since === undefined) return;
    this.#processing.delete(key);
    this.#metrics.finished(this.#clock.monotonic() - since);
    const readded = this.#items.get(key);
    if (readded) this.#putIn(readded);
    this.#handOut();
    this.#resolveWhenDrained();
  }

  /** Drops waiting keys. Settles when all keys in work are done. */
  shutDown(): Promise<void> {
    this.#isShuttingDown = true;
    for (const item of this.#items.values()) this.#takeOut(item);
    this.#items.clear();
    this.#setTimer();
    for (const resolve of this.#getters.splice(0)) resolve(undefined);
    this.#resolveWhenDrained();
    return this.#drained.promise;
  }

  #add(key: string, lane: Lane, dueAt: number | undefined): void {
    if (this.#isShuttingDown) return;
    const item = this.#items.get(key) ?? this.#newItem(key, lane);
    this.#takeOut(item);
    if (lane === 'normal') item.lane = lane;
    if (dueAt === undefined) this.#makeDue(item);
    else if (item.dueAt !== undefined) item.dueAt = Math.min(item.dueAt, dueAt);
    this.#putIn(item);
    this.#setTimer();
    this.#handOut();
  }

  #newItem(key: string, lane: Lane): Item {
    this.#order += 1;
    const item = { key, lane, dueAt: Number.POSITIVE_INFINITY, becameDueAt: 0, order: this.#order };
    this.#items.set(key, item);
    return item;
  }

  #makeDue(item: Item): void {
    if (item.dueAt === undefined) return;
    this.#order += 1;
    item.dueAt = undefined;
    item.order = this.#order;
    item.becameDueAt = this.#clock.monotonic();
    this.#metrics.added();
  }

  #putIn(item: Item): void {
    if (item.dueAt !== undefined) this.#delayed.push(item);
    else if (!this.#processing.has(item.key)) this.#lanes[item.lane].push(item);
  }

  #takeOut(item: Item): void {
    this.#delayed.remove(item);
    this.#lanes[item.lane].remove(item);
  }

  #handOut(): void {
    while (this.#getters.length > 0) {
      const item = this.#next();
      if (!item) return;
      const now = this.#clock.monotonic();
      this.#items.delete(item.key);
      this.#processing.set(item.key, now);
      this.#metrics.started(now - item.becameDueAt);
      this.#getters.shift()?.(item.key);
    }
  }

  #next(): Item | undefined {
    const { normal, low } = this.#lanes;
    const isLowTurn = normal.size === 0 || this.#normalInRow >= lowTurnEvery - 1;
    if (low.size === 0 || !isLowTurn) {
      this.#normalInRow = low.size === 0 ? 0 : this.#normalInRow + 1;
      return normal.pop();
    }
    this.#normalInRow = 0;
    return low.pop();
  }

  /** Sets a timer for the next delayed key. A timer for an earlier time stays: when it fires, it sets the next one. */
  #setTimer(): void {
    const at = this.#delayed.peek()?.dueAt;
    if (this.#timer && at !== undefined && this.#timer.at <= at) return;
    this.#timer?.cancel();
    if (at === undefined) {
      this.#timer = undefined;
      return;
    }
    const cancel = this.#clock.after(Math.ceil(at - this.#clock.monotonic()), () => this.#wake());
    this.#timer = { at, cancel };
  }

  #wake(): void {
    this.#timer = undefined;
    const now = this.#clock.monotonic();
    for (let first = this.#delayed.peek(); first && (first.dueAt ?? 0) <= now; first = this.#delayed.peek()) {
      this.#delayed.pop();
      this.#makeDue(first);
      this.#putIn(first);
    }
    this.#setTimer();
    this.#handOut();
  }

  #resolveWhenDrained(): void {
    if (this.#isShuttingDown && this.#processing.size === 0) this.#drained.resolve();
  }
}
