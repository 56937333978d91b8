import { type CallOptions, Conflict, type Lease, NotFound, type ObjectKey, type ResourceStore } from '@tintype/crds';
import { atMost, type Clock, type Logger } from '@tintype/runtime';
import { heldLease, releasedLease, transitionsOf, unclaimedLease } from './lease.js';
import { LeaseObservation } from './lease-observation.js';
import { LeadershipLost } from './term.js';
import type { ElectionTiming } from './timing.js';

export interface LeaseHoldOptions {
  store: Pick<ResourceStore, 'get' | 'create' | 'update'>;
  lease: ObjectKey;
  identity: string;
  clock: Clock;
  timing: ElectionTiming;
  log: Pick<Logger, 'warn'>;
}

/** The lease's namespace is missing. A person must create it. */
export class NoNamespaceForLease extends Error {
  override name = 'NoNamespaceForLease';
}

/**
 * One process's hold on the lease. Each write compares the last seen version; after a write of unknown effect the lease
 * is read first. A late write names this process, and costs others at most one lease duration.
 *
 * A candidate takes a lease that was released, or unchanged for its duration. It creates a missing lease without a
 * holder, and waits. The leader of a deleted lease has given up by then.
 */
export class LeaseHold {
  readonly #options: LeaseHoldOptions;
  readonly #clock: Clock;
  readonly #observation: LeaseObservation;
  /** The last write failed, and may have taken effect. */
  #isUnsure = false;
  /** The uid of the lease that this process holds. A recreated lease is another one, even if it names this process. */
  #uid: string | undefined;
  #renewedAt: number | undefined;

  constructor(options: LeaseHoldOptions) {
    this.#options = options;
    this.#clock = options.clock;
    this.#observation = new LeaseObservation(options.clock, options.timing.leaseDurationMs, options.log);
  }

  /** Milliseconds for which another process may believe that it leads. */
  get heldByOthersMs(): number {
    const { lease, heldMs: lastsMs } = this.#observation;
    return lease && this.#isMine(lease) ? 0 : lastsMs;
  }

  get transitions(): number {
    const { lease } = this.#observation;
    return (lease && transitionsOf(lease)) ?? 0;
  }

  /** Monotonic time at which the last successful write was sent. */
  get renewedAt(): number | undefined {
    return this.#renewedAt;
  }

  /** Takes the lease if no other process may hold it. Returns the monotonic time at which the write was sent. */
  async take(signal: AbortSignal): Promise<number | undefined> {
    const lease = await this.#read(signal);
    if (signal.aborted) return undefined;
    if (lease) return this.heldByOthersMs > 0 ? undefined : await this.#hold(lease);
    await this.#createUnclaimed();
    return undefined;
  }

  /**
   * Returns the monotonic time at which the write was sent. @throws LeadershipLost if another process holds the lease
   */
  async renew(signal: AbortSignal): Promise<number> {
    try {
      return await this.#holdOn(this.#isUnsure ? await this.#read(signal) : this.#observation.lease);
    } catch (error) {
      if (!(error instanceof Conflict || error instanceof NotFound)) throw error;
      return await this.#holdOn(await this.#read(signal));
    }
  }

  async release(signal: AbortSignal): Promise<void> {
    const lease = this.#isUnsure ? await this.#read(signal) : this.#observation.lease;
    if (!lease || !this.#isMine(lease)) return;
    const released = releasedLease(lease, this.#clock.now());
    await this.#write((options) => this.#options.store.update('Lease', released, options), signal);
  }

  #isMine({ metadata, spec }: Lease): boolean {
    return spec.holderIdentity === this.#options.identity && metadata.uid === this.#uid;
  }

  async #holdOn(lease: Lease | undefined): Promise<number> {
    if (!lease) throw new LeadershipLost('The lease was deleted.');
    if (this.#isMine(lease)) return await this.#hold(lease);
    const { holderIdentity } = lease.spec;
    throw new LeadershipLost(holderIdentity ? `The lease is held by "${holderIdentity}".` : 'The lease has no holder.');
  }

  async #hold(lease: Lease): Promise<number> {
    const { store, identity, timing } = this.#options;
    const sentAt = this.#clock.monotonic();
    this.#uid = lease.metadata.uid;
    const held = heldLease(lease, { identity, leaseDurationMs: timing.leaseDurationMs, now: this.#clock.now() });
    await this.#write((options) => store.update('Lease', held, options));
    this.#renewedAt = sentAt;
    return sentAt;
  }

  async #createUnclaimed(): Promise<void> {
    const { store, lease: key, timing } = this.#options;
    const lease = unclaimedLease(key, { leaseDurationMs: timing.leaseDurationMs, now: this.#clock.now() });
    try {
      await this.#write((options) => store.create('Lease', lease, options));
    } catch (cause) {
      if (!(cause instanceof NotFound)) throw cause;
      throw new NoNamespaceForLease(`Namespace "${key.namespace}" does not exist.`, { cause });
    }
  }

  async #read(signal: AbortSignal): Promise<Lease | undefined> {
    const { store, lease: key } = this.#options;
    const lease = await this.#call((options) => store.get('Lease', key, options), signal);
    this.#isUnsure = false;
    this.#observation.note(lease);
    return lease;
  }

  /** A stop does not abort `take` and `renew`: a release needs their result. */
  async #write(write: (options: CallOptions) => Promise<Lease>, signal?: AbortSignal): Promise<void> {
    this.#isUnsure = true;
    this.#observation.note(await this.#call(write, signal));
    this.#isUnsure = false;
  }

  /** Limits the time of a call, so that a hanging call leaves time for another one. */
  #call<T>(call: (options: CallOptions) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const options = { clock: this.#clock, ...(signal && { signal }) };
    return atMost(this.#options.timing.renewDeadlineMs / 2, (ending) => call({ signal: ending }), options);
  }
}
