import { createHmac } from 'node:crypto';
import { TintypeError } from '@tintype/contracts';
import type { AccountSecret } from '../accounts/account.js';
import { sameText } from './signature.js';

export interface Signed {
  /** The signature may be that of any of these texts. */
  texts: readonly (string | Uint8Array)[];
  /** Says in the error what a client has to sign. */
  name: string;
}

const takes = (name: string) => `the HMAC-SHA256 of ${name}, under an API secret, in hex`;

/** Throws `invalid_signature` if the header is missing. Call it before the body is read, which may be large. */
export const requireSignature = (header: string, name: string): void => {
  if (header === '')
    throw new TintypeError('invalid_signature', `The header \`x-req-signature\` is missing: send ${takes(name)}.`);
};

/**
 * The secret whose HMAC-SHA256 of one of the texts is the signature: lowercase hex or base64, with or without
 * `sha256=`. Throws `invalid_signature`.
 */
export const checkSignature = (
  secrets: readonly AccountSecret[],
  header: string,
  { texts, name }: Signed,
): AccountSecret => {
  requireSignature(header, name);
  const signature = header.replace(/^sha256=/, '');
  let found: AccountSecret | undefined;
  // Tries all, so that the time does not show which one matched.
  for (const secret of secrets) {
    for (const text of texts) {
      const digest = createHmac('sha256', secret.text).update(text).digest();
      const forms = [digest.toString('hex'), digest.toString('base64')];
      if (forms.filter((form) => sameText(form, signature)).length > 0) found ??= secret;
    }
  }
  if (found) return found;
  throw new TintypeError('invalid_signature', `The header \`x-req-signature\` is wrong: it takes ${takes(name)}.`);
};
