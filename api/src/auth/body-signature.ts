import { createHmac } from 'node:crypto';
import { TintypeError } from '@tintype/contracts';
import type { AccountSecret } from '../accounts/account.js';
import { sameText } from './signature.js';

const noSignature =
  'The header `x-req-signature` is missing: send the HMAC-SHA256 of the body, under an API secret, in hex.';
const wrong =
  'The header `x-req-signature` is wrong: it takes the HMAC-SHA256 of exactly the bytes of the body, under an API secret, in hex.';

/**
 * The secret whose HMAC-SHA256 of one of the texts is the signature: lowercase hex or base64, with or without
 * `sha256=`. Throws `invalid_signature`.
 */
export const checkSignature = (
  secrets: readonly AccountSecret[],
  header: string,
  signed: readonly (string | Uint8Array)[],
): AccountSecret => {
  if (header === '') throw new TintypeError('invalid_signature', noSignature);
  const signature = header.replace(/^sha256=/, '');
  let found: AccountSecret | undefined;
  // Tries all, so that the time does not show which one matched.
  for (const secret of secrets) {
    for (const text of signed) {
      const digest = createHmac('sha256', secret.text).update(text).digest();
      const forms = [digest.toString('hex'), digest.toString('base64')];
      if (forms.filter((form) => sameText(form, signature)).length > 0) found ??= secret;
    }
  }
  if (found) return found;
  throw new TintypeError('invalid_signature', wrong);
};
