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
 * One process's hold on the lease. A write fails if the lease is no longer in the version that this process saw last.
 * After a write of unknown effect, the process reads the lease before it writes again. Such a write may take effect late
 * and name this process as holder. Then others wait at most one lease duration longer.
 *
 * A candidate takes a lease that was released, or that did not change for its duration. If there is no lease, it creates
 * one without a holder and waits for that one's duration. By then, the leader of a deleted lease has given up.
 */
export class LeaseHold {
  readonly #options: LeaseHoldOptions;
  readonly #clock: Clock;
  readonly #observation: LeaseObservation;
  /** True during a write and after a failed one: the write may have taken effect. */
  #mayHaveWritten = false;
  /** The uid of the lease that this process last tried to hold. A recreated lease has another uid. */
  #heldUid: string | undefined;
  #renewedAt: number | undefined;

  constructor(options: LeaseHoldOptions) {
    this.#options = options;
    this.#clock = options.clock;
    this.#observation = new LeaseObservation(options.clock, options.timing.leaseDurationMs, options.log);
  }

  /** Milliseconds for which another process may believe that it leads. */
  get heldByOthersMs(): number {
    const { lease, heldMs } = this.#observation;
    return lease && this.#isMine(lease) ? 0 : heldMs;
  }

  /** How often the lease's holder has changed, as of the last read or write. */
  get transitions(): number {
    const { lease } = this.#observation;
    return (lease && transitionsOf(lease)) ?? 0;
  }

  /** Monotonic time at which the last successful take or renewal was sent. */
  get renewedAt(): number | undefined {
    return this.#renewedAt;
  }

  /**
   * Takes the lease if no other process may hold it. Returns the monotonic time at which the write was sent; undefined
   * if this process did not take the lease. @throws NoNamespaceForLease
   */
  async take(signal: AbortSignal): Promise<number | undefined> {
    const lease = await this.#read(signal);
    if (signal.aborted) return undefined;
    if (lease) return this.heldByOthersMs > 0 ? undefined : await this.#writeHeld(lease);
    await this.#createUnclaimed();
    return undefined;
  }

  /**
   * Returns the monotonic time at which the write was sent. @throws LeadershipLost if this process no longer holds the
   * lease
   */
  async renew(signal: AbortSignal): Promise<number> {
    try {
      return await this.#renewIfMine(this.#mayHaveWritten ? await this.#read(signal) : this.#observation.lease);
    } catch (error) {
      if (!(error instanceof Conflict || error instanceof NotFound)) throw error;
      return await this.#renewIfMine(await this.#read(signal));
    }
  }

  /** Frees the lease for other processes, if this process holds it. */
  async release(signal: AbortSignal): Promise<void> {
    const lease = this.#mayHaveWritten ? await this.#read(signal) : this.#observation.lease;
    if (!lease || !this.#isMine(lease)) return;
    const released = releasedLease(lease, this.#clock.now());
    await this.#write((options) => this.#options.store.update('Lease', released, options), signal);
  }

  #isMine({ metadata, spec }: Lease): boolean {
    return spec.holderIdentity === this.#options.identity && metadata.uid === this.#heldUid;
  }

  async #renewIfMine(lease: Lease | undefined): Promise<number> {
    if (!lease) throw new LeadershipLost('The lease was deleted.');
    if (this.#isMine(lease)) return await this.#writeHeld(lease);
    const { holderIdentity } = lease.spec;
    throw new LeadershipLost(holderIdentity ? `The lease is held by "${holderIdentity}".` : 'The lease has no holder.');
  }

  async #writeHeld(lease: Lease): Promise<number> {
    const { store, identity, timing } = this.#options;
    const sentAt = this.#clock.monotonic();
    this.#heldUid = lease.metadata.uid;
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
    this.#mayHaveWritten = false;
    this.#observation.note(lease);
    return lease;
  }

  /** A stop does not abort the writes of `take` and `renew`: `release` needs the version that they wrote. */
  async #write(write: (options: CallOptions) => Promise<Lease>, signal?: AbortSignal): Promise<void> {
    this.#mayHaveWritten = true;
    this.#observation.note(await this.#call(write, signal));
    this.#mayHaveWritten = false;
  }

  /** Limits a call to half of the renew deadline. If it hangs, there is time for another call. */
  #call<T>(call: (options: CallOptions) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const options = { clock: this.#clock, ...(signal && { signal }) };
    return atMost(this.#options.timing.renewDeadlineMs / 2, (ending) => call({ signal: ending }), options);
  }
}
