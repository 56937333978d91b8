/** Whether a write that failed may have been done. */
export type Effect = 'none' | 'unknown';

/** A call of a ResourceStore failed. One class a condition; `cause` has what the engine said. */
export class StoreError extends Error {
  override name = 'StoreError';
  readonly effect: Effect = 'none';
}

/** An object of this name is there already. */
export class AlreadyExists extends StoreError {
  override name = 'AlreadyExists';
}

/** Somebody else has written the object since it was read, or it is not the one that was meant. */
export class Conflict extends StoreError {
  override name = 'Conflict';
}

/** The object that was to be written is not there, or the namespace of one that was to be made. */
export class NotFound extends StoreError {
  override name = 'NotFound';
}

/**
 * It will never be taken like this: the object breaks its schema or a rule of it, or is too large; the message says what. Of
 * a read: what lies under the name is no object, and has to be deleted.
 */
export class Invalid extends StoreError {
  override name = 'Invalid';
}

/** The program's account may not do this, or the server does not accept its credentials; the message says whose. */
export class Forbidden extends StoreError {
  override name = 'Forbidden';
}

/** The version is too old to watch from: list again. */
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
