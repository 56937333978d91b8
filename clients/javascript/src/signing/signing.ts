import { md5 } from './md5.js';

const encoder = new TextEncoder();

/** Lowercase hex MD5 of the secret and the query: version 1 of signed URLs. */
export const signV1 = (secret: string, query: string): string => md5(secret + query);

const keyOf = (secret: string, usage: 'sign' | 'verify') =>
  crypto.subtle.importKey('raw', encoder.encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [usage]);

const hex = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Lowercase hex HMAC-SHA256. */
export const hmac = async (secret: string, text: string): Promise<string> =>
  hex(await crypto.subtle.sign('HMAC', await keyOf(secret, 'sign'), encoder.encode(text)));

/** Version 2 of signed URLs also signs the endpoint. */
export const signV2 = (secret: string, endpoint: string, query: string): Promise<string> =>
  hmac(secret, `${endpoint}?${query}`);

/** Compares in constant time. */
export const isHmac = async (secret: string, text: string, signature: string): Promise<boolean> => {
  if (!/^[0-9a-f]{64}$/.test(signature)) return false;
  const bytes = Uint8Array.from(signature.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  return crypto.subtle.verify('HMAC', await keyOf(secret, 'verify'), bytes, encoder.encode(text));
};

/** What `Authorization` carries, beside the word Bearer. */
export const bearerOf = (key: string, secret: string): string => {
  const bytes = encoder.encode(`${key}:${secret}`);
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
};
