import { createHash, createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import {
  canonicalPairs,
  type DocumentFacts,
  type Endpoint,
  type Options,
  type Pairs,
  secretOptions,
} from '@tintype/contracts';
import type { Account } from '../accounts/account.js';
import type { RenderDocument } from './order/document.js';
import { type PresetRequest, readOptions } from './preset.js';

/** Options that change the answer, not the result. */
const notPartOfKey = new Set(['fresh', 'expires']);

/**
 * Part of every key. Raise it when a version renders known requests differently, or the cache serves old results. A new
 * option alone is no reason: as an unknown name, it was already part of the key.
 */
const renderingVersion = 8;

const secretNames: ReadonlySet<string> = new Set(secretOptions);

/**
 * Hides the values of secret options in keys. It is derived from the master key, so that all replicas agree, and the cache
 * survives another job key. Nodes have neither of these two keys.
 */
export const secretsKeyOf = (masterKey: KeyObject): KeyObject =>
  createSecretKey(createHmac('sha256', masterKey).update('tintype secrets in result keys').digest());

export interface Identity {
  account: string;
  endpoint: Endpoint;
  /** Includes decisions of the server, such as the negotiated format. */
  pairs: Pairs;
  /** The page itself, if the request brought one. */
  document?: DocumentFacts | undefined;
}

/** The disk of NATS has keys. With a plain hash, its reader could test guesses of a PIN or a password. */
const hidden = (secretsKey: KeyObject, account: string, [name, value]: [string, string]): [string, string] => {
  if (!secretNames.has(name)) return [name, value];
  return [
    name,
    createHmac('sha256', secretsKey)
      .update(JSON.stringify([account, name, value]))
      .digest('hex'),
  ];
};

/**
 * The key of a result: hex SHA-256 of account, endpoint, pairs and a document's digest. It takes all decoded pairs in
 * order, unknown ones included. Secret options count by their HMAC. JSON keeps the parts apart.
 */
export const keyOf = ({ account, endpoint, pairs, document }: Identity, secretsKey: KeyObject): string => {
  const sorted = Object.entries(pairs)
    .filter(([name]) => !notPartOfKey.has(name))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map((pair) => hidden(secretsKey, account, pair));
  const page = document ? [document.kind, document.sha256] : [];
  return createHash('sha256')
    .update(JSON.stringify([renderingVersion, account, endpoint, sorted, ...page]))
    .digest('hex');
};

interface Identifiable extends PresetRequest {
  account: Pick<Account, 'id' | 'presets'>;
  document?: RenderDocument | undefined;
  accepts: readonly 'image/webp'[];
}

export interface Identified {
  options: Options;
  /** The pairs of the job, in the spelling of the request. */
  pairs: Pairs;
  key: string;
}

/** Decides `bestFormat`, so that key and node see a plain type. */
const negotiate = ({ accepts }: Identifiable, pairs: Pairs, options: Options): Pairs => {
  const isOpen = 'bestFormat' in options && options.bestFormat;
  return isOpen ? { ...pairs, type: accepts.includes('image/webp') ? 'webp' : 'png' } : pairs;
};

/** Reads a request. Its key does not depend on the spelling of numbers, booleans and words. Throws as `readOptions`. */
export const identify = (subject: Identifiable, secretsKey: KeyObject): Identified => {
  const { account, endpoint, document } = subject;
  const { pairs: merged, options } = readOptions(subject);
  const pairs = negotiate(subject, merged, options);
  const ofKey = negotiate(subject, canonicalPairs(endpoint, merged, options), options);
  const key = keyOf({ account: account.id, endpoint, pairs: ofKey, document: document?.facts }, secretsKey);
  return { options, pairs, key };
};
