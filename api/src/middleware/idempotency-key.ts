import { TintypeError } from '@tintype/contracts';
import type { Context } from 'koa';

/** The header `Idempotency-Key`; undefined if it is absent or empty. Throws `invalid_request` for a malformed key. */
export const idempotencyKeyIn = (context: Pick<Context, 'get'>): string | undefined => {
  const key = context.get('Idempotency-Key');
  if (key === '') return undefined;
  if (/^[\x21-\x7e]{1,255}$/.test(key)) return key;
  throw new TintypeError(
    'invalid_request',
    'The `Idempotency-Key` takes 1 to 255 printable ASCII characters without spaces.',
  );
};
