import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** Version 1: lowercase hex MD5 of the secret followed by the raw query. */
export const signV1 = (secret: string, rawQuery: string): string =>
  createHash('md5').update(secret).update(rawQuery, 'latin1').digest('hex');

/** Version 2: lowercase hex HMAC-SHA256 of `endpoint?rawQuery`. It binds the endpoint, which version 1 does not. */
export const signV2 = (secret: string, endpoint: string, rawQuery: string): string =>
  createHmac('sha256', secret).update(`${endpoint}?${rawQuery}`, 'latin1').digest('hex');

/** Compares in constant time; hashes hide even the length. */
export const sameText = (a: string, b: string): boolean => {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
};

/**
 * The queries that the client may have signed. Some clients change a signed query: browsers, fetch and Ruby turn `'`
 * into `%27`. Python's requests turns `%7E` into `~`. Also undoes each change alone. `encodeURIComponent` encodes neither
 * character, and a browser then changes only `'`.
 */
export const signedForms = (rawQuery: string): string[] => {
  const quotes = (query: string) => query.replaceAll('%27', "'");
  const tildes = (query: string) => query.replaceAll('~', '%7E');
  return [...new Set([rawQuery, quotes(tildes(rawQuery)), quotes(rawQuery), tildes(rawQuery)])];
};

/**
 * The form and the secret that give this signature. Tries every secret on every form, so that the time does not show
 * which one matched.
 */
export const findSignedForm = <Secret extends { text: string }>(
  rawQuery: string,
  signature: string,
  secrets: readonly Secret[],
  sign: (secret: string, query: string) => string,
): { form: string; secret: Secret } | undefined => {
  let found: { form: string; secret: Secret } | undefined;
  for (const form of signedForms(rawQuery)) {
    for (const secret of secrets) {
      if (sameText(sign(secret.text, form), signature)) found ??= { form, secret };
    }
  }
  return found;
};
