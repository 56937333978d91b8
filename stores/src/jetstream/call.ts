import { type CallOptions, Forbidden, Invalid, StoreError, StoreUnavailable } from '@tintype/crds';
import {
  InvalidArgumentError,
  JetStreamApiError,
  type Nats,
  NoRespondersError,
  PermissionViolationError,
  raceSignal,
} from '@tintype/runtime';

/** The part of the connection to NATS that the store works with. */
export type ObjectsNats = Pick<Nats, 'jetstream' | 'manager' | 'inbox' | 'lost'>;

const messageTooLarge = 10_054;
const noStream = 10_059;

/** An error and what caused it; the client wraps some of them. */
const causes = (error: unknown): unknown[] => {
  const all: unknown[] = [];
  for (let each = error; each !== undefined; each = each instanceof Error ? each.cause : undefined) all.push(each);
  return all;
};

/** What failed. */
export interface FailedCall {
  what: string;
  bucket: string;
  isWrite: boolean;
}

const howToCreate = 'it is made by provisionObjects of @tintype/stores, with a login that may make streams';

const refusalOf = (error: unknown, { what, bucket }: FailedCall): StoreError | undefined => {
  if (error instanceof StoreError) return error;
  const options = { cause: error };
  if (error instanceof PermissionViolationError) return new Forbidden(`${what}: this login may not`, options);
  // The client refuses by it what is larger than the server takes.
  if (error instanceof InvalidArgumentError)
    return new Invalid(`${what}: the object does not fit into a message of NATS: ${error.message}`, options);
  if (error instanceof NoRespondersError)
    return new StoreUnavailable(`${what}: no bucket "${bucket}" answers; ${howToCreate}`, 'none', options);
  if (!(error instanceof JetStreamApiError)) return undefined;
  if (error.code === messageTooLarge) return new Invalid(`${what}: the object is too large`, options);
  if (error.code === noStream)
    return new StoreUnavailable(`${what}: there is no bucket "${bucket}" in NATS; ${howToCreate}`, 'none', options);
  return new StoreUnavailable(`${what}: ${error.message}`, 'none', options);
};

/** An exception of our own code is no word about the server, and says so. */
const reasonOf = (error: unknown): string =>
  error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError
    ? `it failed here: ${error.message}`
    : 'no answer';

/** What a failure of the NATS client comes to. Without an answer of the server a write may have happened. */
export const storeErrorFrom = (error: unknown, failing: FailedCall): StoreError => {
  for (const each of causes(error)) {
    const refusal = refusalOf(each, failing);
    if (refusal) return refusal;
  }
  const { what, isWrite } = failing;
  return new StoreUnavailable(`${what}: ${reasonOf(error)}`, isWrite ? 'unknown' : 'none', { cause: error });
};

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
      throw storeErrorFrom(error, { what, bucket: name, isWrite: call.#isWriting });
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
