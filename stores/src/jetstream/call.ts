import { type CallOptions, Forbidden, Invalid, StoreError, StoreUnavailable } from '@tintype/crds';
import {
  InvalidArgumentError,
  JetStreamApiError,
  type Nats,
  NoRespondersError,
  PermissionViolationError,
  race,
} from '@tintype/runtime';

export type ObjectsNats = Pick<Nats, 'jetstream' | 'manager' | 'inbox' | 'lost'>;

// Error codes of JetStream: https://github.com/nats-io/nats-server/blob/main/server/errors.json
const messageTooLargeCode = 10_054;
const streamNotFoundCode = 10_059;

/** The error itself and all its causes: the client wraps some errors. */
const errorAndCauses = (error: unknown): unknown[] => {
  const all: unknown[] = [];
  for (let each = error; each !== undefined; each = each instanceof Error ? each.cause : undefined) all.push(each);
  return all;
};

export interface FailedCall {
  /** The call in words, such as `create Pod web/a`. Messages begin with it. */
  what: string;
  /** The name of the bucket. */
  bucket: string;
  /** Whether the failed request was a write. */
  isWrite: boolean;
}

const howToCreate = 'create it by provisionObjects of @tintype/stores, with a login that may create streams';

/** Maps an error that shows whether the call had an effect. Undefined for other errors. */
const refusalOf = (error: unknown, { what, bucket }: FailedCall): StoreError | undefined => {
  if (error instanceof StoreError) return error;
  const options = { cause: error };
  if (error instanceof PermissionViolationError)
    return new Forbidden(`${what}: this login lacks the permission`, options);
  // The client refuses a message that is larger than the server accepts.
  if (error instanceof InvalidArgumentError)
    return new Invalid(`${what}: the object is too large for a NATS message: ${error.message}`, options);
  if (error instanceof NoRespondersError)
    return new StoreUnavailable(`${what}: no bucket "${bucket}" answers; ${howToCreate}`, 'none', options);
  if (!(error instanceof JetStreamApiError)) return undefined;
  if (error.code === messageTooLargeCode) return new Invalid(`${what}: the object is too large`, options);
  if (error.code === streamNotFoundCode)
    return new StoreUnavailable(`${what}: there is no bucket "${bucket}" in NATS; ${howToCreate}`, 'none', options);
  return new StoreUnavailable(`${what}: ${error.message}`, 'none', options);
};

/** The words for an error without an answer. A mistake in our own code must not look like a silent server. */
const reasonOf = (error: unknown): string =>
  error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError
    ? `a fault in this program: ${error.message}`
    : 'no answer';

/** Maps a failure of the NATS client. A write without an answer may have happened: its effect is `unknown`. */
export const storeErrorFrom = (error: unknown, failing: FailedCall): StoreError => {
  for (const each of errorAndCauses(error)) {
    const refusal = refusalOf(each, failing);
    if (refusal) return refusal;
  }
  const { what, isWrite } = failing;
  return new StoreUnavailable(`${what}: ${reasonOf(error)}`, isWrite ? 'unknown' : 'none', { cause: error });
};

/** One call of the store. It may read and write several times. */
export class Call {
  readonly #ending: AbortSignal;
  readonly #beforeSending: (() => void) | undefined;
  #isWriting = false;

  private constructor(ending: AbortSignal, beforeSending: (() => void) | undefined) {
    this.#ending = ending;
    this.#beforeSending = beforeSending;
  }

  /**
   * Settles as `act` does, with a StoreError for every failure. Fails if the signal aborts or the connection is lost;
   * `act` then sends no further write.
   */
  static async run<T>(
    what: string,
    { name: bucket, nats }: { name: string; nats: Pick<ObjectsNats, 'lost'> },
    { signal, beforeSending }: CallOptions,
    act: (call: Call) => Promise<T>,
  ): Promise<T> {
    if (signal?.aborted)
      throw new StoreUnavailable(`${what}: its signal had already ended`, 'none', { cause: signal.reason });
    // Without a connection, the client would buffer the message and perhaps send it after a reconnect.
    if (nats.lost.aborted) throw new StoreUnavailable(`${what}: no connection to NATS`, 'none');
    const call = new Call(signal ? AbortSignal.any([nats.lost, signal]) : nats.lost, beforeSending);
    try {
      return await race(act(call), call.#ending);
    } catch (error) {
      throw storeErrorFrom(error, { what, bucket, isWrite: call.#isWriting });
    }
  }

  /**
   * Sends a write. `send` resolves to undefined if the server refused the write. If `send` throws without an answer of
   * the server, the effect of the write is unknown.
   */
  async write<T>(send: () => Promise<T | undefined>): Promise<T | undefined> {
    this.#ending.throwIfAborted();
    this.#beforeSending?.();
    this.#isWriting = true;
    const answer = await send();
    this.#isWriting = false;
    return answer;
  }
}
