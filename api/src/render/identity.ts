import { createHash } from 'node:crypto';
import type { DocumentFacts, Endpoint, Pairs } from '@tintype/contracts';

/** Options that change the answer, not the result. */
const notPartOfKey = new Set(['fresh', 'expires']);

/**
 * Part of every key. Raise it when a version renders known requests differently, or the cache serves old results. (A
 * new option was an ignored name before, and part of the key.)
 */
const renderingVersion = 7;

export interface Identity {
  account: string;
  endpoint: Endpoint;
  /** Includes decisions of the server, such as the negotiated format. */
  pairs: Pairs;
  /** The page itself, if the request brought one. */
  document?: DocumentFacts | undefined;
}

/**
 * The key of a result: hex SHA-256 of account, endpoint, all decoded pairs in order, unknown ones included, and the
 * digest of a document. JSON keeps the parts apart.
 */
export const keyOf = ({ account, endpoint, pairs, document }: Identity): string => {
  const sorted = Object.entries(pairs)
    .filter(([name]) => !notPartOfKey.has(name))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const page = document ? [document.kind, document.sha256] : [];
  return createHash('sha256')
    .update(JSON.stringify([renderingVersion, account, endpoint, sorted, ...page]))
    .digest('hex');
};
