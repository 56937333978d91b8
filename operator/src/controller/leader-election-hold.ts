import type { CallOptions, Lease, ObjectKey, ResourceStore } from '@tintype/crds';
import type { Clock } from '@tintype/runtime';
import { boundedCall } from './bounded-call.js';
import { firstLease, heldLease, type LeaseWriter, releasedLease } from './leader-election-lease.js';
import { LeaseObservation } from './leader-election-observation.js';
import { LeadershipLost } from './leader-election-term.js';
import type { ElectionTiming } from './leader-election-timing.js';

export interface LeaseHoldOptions {
  store: Pick<ResourceStore, 'get' | 'create' | 'update'>;
  lease: ObjectKey;
  identity: string;
  clock: Clock;
  timing: ElectionTiming;
}

/**
 * One process's hold on the lease: takes it, renews it, gives it back. Everything is a compare-and-set on what was last
 * seen of it. A write whose effect is unknown is never repeated blindly: the lease is read back first. Such a write may
 * still land late; it then names this process, and costs others at most one duration of the lease.
 */
export class LeaseHold {
  readonly #options: LeaseHoldOptions;
  readonly #clock: Clock;
  readonly #observation: LeaseObservation;
  /** The last write failed, and may have happened all the same. */
  #isUnsure = false;
  #renewedAt: number | undefined;

  constructor(options: LeaseHoldOptions) {
    this.#options = options;
    this.#clock = options.clock;
    this.#observation = new LeaseObservation(options.clock, options.timing.leaseDurationMs);
  }

  /** Milliseconds for which somebody else may still believe that it holds the lease; 0 if nobody may. */
  get heldByOthersMs(): number {
    return this.#observation.heldByOthersMs(this.#options.identity);
  }

  /** How often the lease has changed hands, as far as is known. */
  get transitions(): number {
    return this.#observation.lease?.spec.leaseTransitions ?? 0;
  }

  /** The monotonic time at which the last renewal that succeeded was sent. */
  get renewedAt(): number | undefined {
    return this.#renewedAt;
  }

  /** Takes the lease if nobody else may hold it; answers when the write that took it was sent. */
  async take(signal: AbortSignal): Promise<number | undefined> {
    const lease = await this.#read(signal);
    return signal.aborted || this.heldByOthersMs > 0 ? undefined : await this.#hold(lease);
  }

  /** Renews the lease; answers when that was sent. Fails with {@link LeadershipLost} when it is not ours any more. */
  async renew(signal: AbortSignal): Promise<number> {
    const lease = this.#isUnsure ? await this.#read(signal) : this.#observation.lease;
    if (!lease) throw new LeadershipLost('The lease was deleted.');
    if (!this.#isMine(lease)) throw new LeadershipLost(`The lease is held by "${lease.spec.holderIdentity}".`);
    return await this.#hold(lease);
  }

  /** Gives the lease back if it is, or may be, ours. */
  async release(signal: AbortSignal): Promise<void> {
    const lease = this.#isUnsure ? await this.#read(signal) : this.#observation.lease;
    if (!lease || !this.#isMine(lease)) return;
    const free = releasedLease(lease, this.#clock.now());
    await this.#write((options) => this.#options.store.update('Lease', free, options), signal);
  }

  #isMine(lease: Lease): boolean {
    return lease.spec.holderIdentity === this.#options.identity;
  }

  async #hold(lease: Lease | undefined): Promise<number> {
    const { store, lease: key } = this.#options;
    const sentAt = this.#clock.monotonic();
    await this.#write((options) =>
      lease
        ? store.update('Lease', heldLease(lease, this.#writer()), options)
        : store.create('Lease', firstLease(key, this.#writer()), options),
    );
    this.#renewedAt = sentAt;
    return sentAt;
  }

  #writer(): LeaseWriter {
    const { identity, timing } = this.#options;
    return { identity, leaseDurationMs: timing.leaseDurationMs, now: this.#clock.now() };
  }

  async #read(signal: AbortSignal): Promise<Lease | undefined> {
    const { store, lease: key } = this.#options;
    const lease = await this.#call((options) => store.get('Lease', key, options), signal);
    this.#isUnsure = false;
    this.#observation.see(lease);
    return lease;
  }

  /** Taking and renewing are not ended by a stop: what is given back then has to be known, not what was before it. */
  async #write(write: (options: CallOptions) => Promise<Lease>, signal?: AbortSignal): Promise<void> {
    this.#isUnsure = true;
    this.#observation.see(await this.#call(write, signal));
    this.#isUnsure = false;
  }

  /** Half of the deadline at most: a call that hangs leaves time for another. */
  #call<T>(call: (options: CallOptions) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const limits = { clock: this.#clock, withinMs: this.#options.timing.renewDeadlineMs / 2, signal };
    return boundedCall(limits, (ending) => call({ signal: ending }));
  }
}
