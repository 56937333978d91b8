import { Forbidden, Invalid, StoreError, StoreUnavailable } from '@tintype/crds';
import { InvalidArgumentError, JetStreamApiError, NoRespondersError, PermissionViolationError } from '@tintype/runtime';

const messageTooLarge = 10_054;

/** An error and what caused it; the client wraps some of them. */
const causes = (error: unknown): unknown[] => {
  const all: unknown[] = [];
  for (let each = error; each !== undefined; each = each instanceof Error ? each.cause : undefined) all.push(each);
  return all;
};

const refusalOf = (error: unknown, what: string): StoreError | undefined => {
  if (error instanceof StoreError) return error;
  const options = { cause: error };
  if (error instanceof PermissionViolationError) return new Forbidden(`${what}: this login may not`, options);
  // The client refuses what is larger than the server's max_payload.
  if (error instanceof InvalidArgumentError) return new Invalid(`${what}: ${error.message}`, options);
  if (error instanceof NoRespondersError) return new StoreUnavailable(`${what}: no bucket answers`, 'none', options);
  if (!(error instanceof JetStreamApiError)) return undefined;
  if (error.code === messageTooLarge) return new Invalid(`${what}: the object is too large`, options);
  return new StoreUnavailable(`${what}: ${error.message}`, 'none', options);
};

/** What a failure of the NATS client comes to. Without an answer of the server a write may have happened. */
export const failureOf = (error: unknown, what: string, isWrite: boolean): StoreError => {
  for (const each of causes(error)) {
    const refusal = refusalOf(each, what);
    if (refusal) return refusal;
  }
  return new StoreUnavailable(`${what}: no answer`, isWrite ? 'unknown' : 'none', { cause: error });
};
