import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto';

/** A sealed secret decrypts only with its account and id. A copy in another account does not. */
export interface SecretLocation {
  account: string;
  secretId: string;
}

/** The message repeats none of the text. */
export class UnsealError extends Error {
  override name = 'UnsealError';
}

const version = 'v1';
const nonceBytes = 12;
const tagBytes = 16;
const cipher = 'aes-256-gcm';

// Ids hold no space, so two locations never give the same text.
const boundTo = ({ account, secretId }: SecretLocation) => Buffer.from(`tintype account secret ${account} ${secretId}`);

/** AES-256-GCM with a random 96-bit nonce: `v1.` and base64url of nonce, ciphertext and tag. */
export const seal = (key: KeyObject, location: SecretLocation, text: string): string => {
  const nonce = randomBytes(nonceBytes);
  const sealing = createCipheriv(cipher, key, nonce, { authTagLength: tagBytes }).setAAD(boundTo(location));
  const parts = [nonce, sealing.update(text, 'utf8'), sealing.final(), sealing.getAuthTag()];
  return `${version}.${Buffer.concat(parts).toString('base64url')}`;
};

/** Throws UnsealError. */
export const unseal = (key: KeyObject, location: SecretLocation, sealed: string): string => {
  const [form, encoded = ''] = sealed.split('.', 2);
  if (form !== version) throw new UnsealError('This was sealed in a form that this release does not know.');
  const bytes = Buffer.from(encoded, 'base64url');
  const end = Math.max(bytes.length - tagBytes, nonceBytes);
  try {
    const opening = createDecipheriv(cipher, key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes });
    opening.setAAD(boundTo(location)).setAuthTag(bytes.subarray(end));
    return opening.update(bytes.subarray(nonceBytes, end), undefined, 'utf8') + opening.final('utf8');
  } catch {
    throw new UnsealError('This was sealed under another key.');
  }
};
