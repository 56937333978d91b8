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

/** There is nowhere to make the lease: whoever waits for it waits until a person does something. */
export class NoPlaceForLease extends Error {
  override name = 'NoPlaceForLease';
}

/**
 * One process's hold on the lease: takes it, renews it, gives it back. Everything is a compare-and-set on what was last
 * seen of it. A write whose effect is unknown is never repeated blindly: the lease is read back first. Such a write may
 * still land late; it then names this process, and costs others at most one duration of the lease.
 *
 * Whoever leads has taken a lease that was there before: released, or unchanged for its duration. One that is missing is
 * made for nobody, and looked at again. So whatever was deleted, a leader of an earlier one has given up meanwhile.
 */
export class LeaseHold {
  readonly #options: LeaseHoldOptions;
  readonly #clock: Clock;
  readonly #observation: LeaseObservation;
  /** The last write failed, and may have happened all the same. */
  #isUnsure = false;
  /** The object that this process has held. A copy of it that somebody put in its place is another's, whoever it names. */
  #uid: string | undefined;
  #renewedAt: number | undefined;

  constructor(options: LeaseHoldOptions) {
    this.#options = options;
    this.#clock = options.clock;
    this.#observation = new LeaseObservation(options.clock, options.timing.leaseDurationMs, options.log);
  }

  /** Milliseconds for which somebody else may still believe that it holds the lease; 0 if nobody may. */
  get heldByOthersMs(): number {
    const { lease, lastsMs } = this.#observation;
    return lease && this.#isMine(lease) ? 0 : lastsMs;
  }

  /** How often the lease has changed hands, as far as is known. */
  get transitions(): number {
    const { lease } = this.#observation;
    return (lease && transitionsOf(lease)) ?? 0;
  }

  /** The monotonic time at which the last renewal that succeeded was sent. */
  get renewedAt(): number | undefined {
    return this.#renewedAt;
  }

  /** Takes the lease if nobody else may hold it; answers when the write that took it was sent. */
  async take(signal: AbortSignal): Promise<number | undefined> {
    const lease = await this.#read(signal);
    if (signal.aborted) return undefined;
    if (lease) return this.heldByOthersMs > 0 ? undefined : await this.#hold(lease);
    await this.#make();
    return undefined;
  }

  /** Renews the lease; answers when that was sent. Fails with {@link LeadershipLost} when it is not ours any more. */
  async renew(signal: AbortSignal): Promise<number> {
    try {
      return await this.#holdOn(this.#isUnsure ? await this.#read(signal) : this.#observation.lease);
    } catch (error) {
      if (!(error instanceof Conflict || error instanceof NotFound)) throw error;
      // Somebody wrote the lease or took it away: whose it is now has to be known at once.
      return await this.#holdOn(await this.#read(signal));
    }
  }

  /** Gives the lease back if it is, or may be, ours. */
  async release(signal: AbortSignal): Promise<void> {
    const lease = this.#isUnsure ? await this.#read(signal) : this.#observation.lease;
    if (!lease || !this.#isMine(lease)) return;
    const free = releasedLease(lease, this.#clock.now());
    await this.#write((options) => this.#options.store.update('Lease', free, options), signal);
  }

  #isMine({ metadata, spec }: Lease): boolean {
    return spec.holderIdentity === this.#options.identity && metadata.uid === this.#uid;
  }

  async #holdOn(lease: Lease | undefined): Promise<number> {
    if (!lease) throw new LeadershipLost('The lease was deleted.');
    if (this.#isMine(lease)) return await this.#hold(lease);
    const { holderIdentity } = lease.spec;
    throw new LeadershipLost(holderIdentity ? `The lease is held by "${holderIdentity}".` : 'Nobody holds the lease.');
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

  async #make(): Promise<void> {
    const { store, lease: key, timing } = this.#options;
    const lease = unclaimedLease(key, { leaseDurationMs: timing.leaseDurationMs, now: this.#clock.now() });
    try {
      await this.#write((options) => store.create('Lease', lease, options));
    } catch (cause) {
      if (!(cause instanceof NotFound)) throw cause;
      throw new NoPlaceForLease(`The namespace "${key.namespace}" is not there.`, { cause });
    }
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
    const options = { clock: this.#clock, ...(signal && { signal }) };
    return atMost(this.#options.timing.renewDeadlineMs / 2, (ending) => call({ signal: ending }), options);
  }
}
