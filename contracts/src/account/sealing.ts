import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto';

/** Sealed text decrypts only with the account and id under which it was sealed. */
export interface SecretLocation {
  account: string;
  secretId: string;
}

/** The text cannot be decrypted. The message repeats none of it. */
export class UnsealError extends Error {
  override name = 'UnsealError';
}

const version = 'v1';
const nonceBytes = 12;
const tagBytes = 16;
const algorithm = 'aes-256-gcm';

/** The data that is authenticated with the text. Ids have no space, so two locations never give the same data. */
const locationData = ({ account, secretId }: SecretLocation) =>
  Buffer.from(`tintype account secret ${account} ${secretId}`);

/** Encrypts with AES-256-GCM and a random 96-bit nonce. Returns `v1.` and base64url of nonce, ciphertext and tag. */
export const seal = (key: KeyObject, location: SecretLocation, text: string): string => {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes }).setAAD(locationData(location));
  const parts = [nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()];
  return `${version}.${Buffer.concat(parts).toString('base64url')}`;
};

/** Returns the text. Throws UnsealError if key or location differ from those of `seal`, or the text is damaged. */
export const unseal = (key: KeyObject, location: SecretLocation, sealed: string): string => {
  const [sealedVersion, encoded = ''] = sealed.split('.', 2);
  if (sealedVersion !== version) throw new UnsealError('This was sealed in a form that this release does not know.');
  const bytes = Buffer.from(encoded, 'base64url');
  const tagStart = Math.max(bytes.length - tagBytes, nonceBytes);
  try {
    const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes });
    decipher.setAAD(locationData(location)).setAuthTag(bytes.subarray(tagStart));
    return decipher.update(bytes.subarray(nonceBytes, tagStart), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    throw new UnsealError('This was sealed under another key.');
  }
};
