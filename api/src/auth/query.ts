import { TintypeError } from '@tintype/contracts';

const decode = (part: string): string => {
  try {
    return decodeURIComponent(part.replaceAll('+', ' '));
  } catch {
    throw new TintypeError(
      'invalid_request',
      'The query is not valid percent-encoded UTF-8. Encode it with encodeURIComponent.',
    );
  }
};

/**
 * The query of a request target, as it was sent. MD5(secret + data) is open to length extension, whose padding needs
 * bytes outside printable ASCII. So a query with such bytes is refused before it is hashed. Throws `invalid_request`.
 */
export const rawQueryOf = (target: string): string => {
  const questionMark = target.indexOf('?');
  const query = questionMark < 0 ? '' : target.slice(questionMark + 1);
  if (/[^\x21-\x7e]/.test(query)) {
    throw new TintypeError('invalid_request', 'The query has bytes outside printable ASCII: percent-encode them.');
  }
  return query;
};

/**
 * The decoded pairs of a query. A pair with an empty value counts as absent. Throws `invalid_request` for wrong
 * encoding, and `invalid_option` for a name with two different values: the signer may have meant either.
 */
export const readPairs = (rawQuery: string): Record<string, string> => {
  const pairs = new Map<string, string>();
  for (const part of rawQuery.split('&')) {
    const equals = part.indexOf('=');
    const name = decode(equals < 0 ? part : part.slice(0, equals));
    const value = equals < 0 ? '' : decode(part.slice(equals + 1));
    if (name === '' || value === '') continue;
    if (pairs.has(name) && pairs.get(name) !== value) {
      throw new TintypeError(
        'invalid_option',
        `The option \`${name.slice(0, 50)}\` appears twice with different values: send it once.`,
      );
    }
    pairs.set(name, value);
  }
  return Object.fromEntries(pairs);
};
