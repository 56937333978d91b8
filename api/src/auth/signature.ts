import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** Version 1: lowercase hex MD5 of the secret followed by the raw query, byte for byte. */
export const signV1 = (secret: string, rawQuery: string): string =>
  createHash('md5').update(secret).update(rawQuery, 'latin1').digest('hex');

/** Version 2: lowercase hex HMAC-SHA256 of `endpoint?rawQuery`; it binds the endpoint, which version 1 does not. */
export const signV2 = (secret: string, endpoint: string, rawQuery: string): string =>
  createHmac('sha256', secret).update(`${endpoint}?${rawQuery}`, 'latin1').digest('hex');

/** In constant time; both sides are hashed, so that not even the length shows. */
export const sameText = (a: string, b: string): boolean => {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
};

/**
 * What a query may have been when the client signed it. Browsers, fetch and Ruby turn `'` into `%27`, Python's requests
 * turns `%7E` into `~`, after the hash was made. Each change is undone alone, too: encodeURIComponent leaves both
 * characters as they are, and a browser then changes one of them.
 */
export const signedForms = (rawQuery: string): string[] => {
  const quotes = (query: string) => query.replaceAll('%27', "'");
  const tildes = (query: string) => query.replaceAll('~', '%7E');
  return [...new Set([rawQuery, quotes(tildes(rawQuery)), quotes(rawQuery), tildes(rawQuery)])];
};

/**
 * The form of the query that one of the secrets signed, or undefined. Every secret is tried on every form, so that the
 * time taken does not tell which one matched.
 */
export const findSignedForm = (
  rawQuery: string,
  signature: string,
  secrets: readonly string[],
  sign: (secret: string, query: string) => string,
): string | undefined => {
  let found: string | undefined;
  for (const form of signedForms(rawQuery)) {
    for (const secret of secrets) {
      if (sameText(sign(secret, form), signature)) found ??= form;
    }
  }
  return found;
};
