import { createHash } from 'node:crypto';
import type { Endpoint, Pairs } from '@tintype/contracts';

/** Options that say how to answer, not what. */
const notPartOfKey = new Set(['fresh', 'expires']);

/**
 * Part of every key. To be raised when a version renders known requests differently (a new option was an ignored name
 * before, and part of the key), so that no result of the version before is served for them.
 */
const renderingVersion = 3;

export interface Identity {
  account: string;
  endpoint: Endpoint;
  /** With what the server decided, such as the negotiated format. */
  pairs: Pairs;
}

/**
 * The key of a result: SHA-256 (hex) of account, endpoint and the decoded pairs in order, unknown ones included. Each
 * part is length-prefixed by JSON, so that no two requests share a text.
 */
export const keyOf = ({ account, endpoint, pairs }: Identity): string => {
  const sorted = Object.entries(pairs)
    .filter(([name]) => !notPartOfKey.has(name))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([renderingVersion, account, endpoint, sorted]))
    .digest('hex');
};
