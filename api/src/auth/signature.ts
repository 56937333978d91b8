import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** The signature of version 1: lowercase hex MD5 of the secret followed by the raw query. */
export const signV1 = (secret: string, rawQuery: string): string =>
  createHash('md5').update(secret).update(rawQuery, 'latin1').digest('hex');

/**
 * The signature of version 2: lowercase hex HMAC-SHA256 of `endpoint?rawQuery`. It binds the endpoint, which version 1
 * does not.
 */
export const signV2 = (secret: string, endpoint: string, rawQuery: string): string =>
  createHmac('sha256', secret).update(`${endpoint}?${rawQuery}`, 'latin1').digest('hex');

/** Whether the texts are equal. Compares hashes in constant time, so that the time does not even show the length. */
export const sameText = (a: string, b: string): boolean => {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
};

/**
 * The queries that the client may have signed, the received one first. Some clients change a query after it is signed.
 * Browsers, fetch and Ruby turn `'` into `%27`; Python's requests turns `%7E` into `~`. The list undoes both changes,
 * and each alone. For example, `encodeURIComponent` keeps both `~` and `'`, and a browser then changes only `'`.
 */
export const signedForms = (rawQuery: string): string[] => {
  const withQuotes = (query: string) => query.replaceAll('%27', "'");
  const withEncodedTildes = (query: string) => query.replaceAll('~', '%7E');
  return [
    ...new Set([rawQuery, withQuotes(withEncodedTildes(rawQuery)), withQuotes(rawQuery), withEncodedTildes(rawQuery)]),
  ];
};

/**
 * The form and the secret that give this signature; undefined if none do. Tries every secret on every form, so that the
 * time does not show which pair matched.
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
