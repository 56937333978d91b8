import { type CallOptions, StoreUnavailable } from '@tintype/crds';
import { raceSignal } from '@tintype/runtime';
import { failureOf } from './failure.js';
import type { ObjectsNats } from './objects-nats.js';

/** One call of the store, which may have to read and write several times. */
export class Call {
  readonly #ending: AbortSignal;
  readonly #beforeSending: (() => void) | undefined;
  #isWriting = false;

  private constructor(ending: AbortSignal, beforeSending: (() => void) | undefined) {
    this.#ending = ending;
    this.#beforeSending = beforeSending;
  }

  /** Settles as `act` does, or fails when the signal ends or the connection is lost: `act` then sends no more writes. */
  static async run<T>(
    what: string,
    { name, nats }: { name: string; nats: Pick<ObjectsNats, 'lost'> },
    { signal, beforeSending }: CallOptions,
    act: (call: Call) => Promise<T>,
  ): Promise<T> {
    if (signal?.aborted) throw new StoreUnavailable(`${what}: ended before it began`, 'none', { cause: signal.reason });
    // The client would keep what is sent now, and may send it once it is connected again.
    if (nats.lost.aborted) throw new StoreUnavailable(`${what}: no connection to NATS`, 'none');
    const call = new Call(signal ? AbortSignal.any([nats.lost, signal]) : nats.lost, beforeSending);
    try {
      return await raceSignal(act(call), call.#ending);
    } catch (error) {
      throw failureOf(error, { what, bucket: name, isWrite: call.#isWriting });
    }
  }

  /** Sends a write. When it fails by this, what it did is not known; `send` answers nothing when it was refused. */
  async write<T>(send: () => Promise<T | undefined>): Promise<T | undefined> {
    this.#ending.throwIfAborted();
    this.#beforeSending?.();
    this.#isWriting = true;
    const answer = await send();
    this.#isWriting = false;
    return answer;
  }
}
