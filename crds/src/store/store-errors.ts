/** Whether a failed write may have been done. */
export type Effect = 'none' | 'unknown';

/** A failed call of a ResourceStore. `cause` has the engine's error. */
export class StoreError extends Error {
  override name = 'StoreError';
  readonly effect: Effect = 'none';
}

export class AlreadyExists extends StoreError {
  override name = 'AlreadyExists';
}

/** The object was written since it was read, or another object has its name. */
export class Conflict extends StoreError {
  override name = 'Conflict';
}

/** The object to write, or the namespace to create in, does not exist. */
export class NotFound extends StoreError {
  override name = 'NotFound';
}

/**
 * The object breaks its schema or a rule, or is too large; retries never help. For a read: the stored value is no
 * object and must be deleted.
 */
export class Invalid extends StoreError {
  override name = 'Invalid';
}

/** The program's account lacks the right, or the server refuses its credentials; the message names the account. */
export class Forbidden extends StoreError {
  override name = 'Forbidden';
}

/** The version is too old for a watch: list again. */
export class Expired extends StoreError {
  override name = 'Expired';
}

/** The server is busy and did nothing. */
export class Throttled extends StoreError {
  override name = 'Throttled';
  readonly retryAfterMs: number;

  constructor(message: string, retryAfterMs: number, options?: ErrorOptions) {
    super(message, options);
    this.retryAfterMs = retryAfterMs;
  }
}

/** No answer, or a failure of the server. */
export class StoreUnavailable extends StoreError {
  override name = 'StoreUnavailable';
  override readonly effect: Effect;

  constructor(message: string, effect: Effect, options?: ErrorOptions) {
    super(message, options);
    this.effect = effect;
  }
}
