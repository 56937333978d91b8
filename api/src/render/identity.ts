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
 * Part of every key. Raise it when a version renders known requests differently: otherwise the cache serves old
 * results. A new option alone is no reason: as an unknown name, it was already part of the key.
 */
const renderingVersion = 8;

const secretNames: ReadonlySet<string> = new Set(secretOptions);

/**
 * Derives from the master key the key that hides the values of secret options in result keys. All replicas derive the
 * same one, and the cache outlives a change of the job key. Nodes have neither the master key nor the derived key.
 */
export const secretsKeyOf = (masterKey: KeyObject): KeyObject =>
  createSecretKey(createHmac('sha256', masterKey).update('tintype secrets in result keys').digest());

export interface Identity {
  account: string;
  endpoint: Endpoint;
  /** Includes decisions of the server, such as the negotiated format. */
  pairs: Pairs;
  /** Facts about the document, if the request brought one. */
  document?: DocumentFacts | undefined;
}

/**
 * The pair with an HMAC in place of a secret value. Result keys are on the disk of NATS. If they hashed the plain
 * value, a reader of the disk could test guesses of a PIN or a password.
 */
const withHiddenSecret = (
  secretsKey: KeyObject,
  account: string,
  [name, value]: [string, string],
): [string, string] => {
  if (!secretNames.has(name)) return [name, value];
  return [
    name,
    createHmac('sha256', secretsKey)
      .update(JSON.stringify([account, name, value]))
      .digest('hex'),
  ];
};

/**
 * The key of a result: hex SHA-256 of rendering version, account, endpoint, pairs and a document's digest. The pairs
 * are sorted by name, and include unknown ones, but not `fresh` and `expires`. HMACs replace secret values. JSON keeps
 * the parts apart.
 */
export const keyOf = ({ account, endpoint, pairs, document }: Identity, secretsKey: KeyObject): string => {
  const sorted = Object.entries(pairs)
    .filter(([name]) => !notPartOfKey.has(name))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map((pair) => withHiddenSecret(secretsKey, account, pair));
  const page = document ? [document.kind, document.sha256] : [];
  return createHash('sha256')
    .update(JSON.stringify([renderingVersion, account, endpoint, sorted, ...page]))
    .digest('hex');
};

interface IdentifiableRequest extends PresetRequest {
  account: Pick<Account, 'id' | 'presets'>;
  document?: RenderDocument | undefined;
  /** Content types that `bestFormat` may choose besides PNG. */
  accepts: readonly 'image/webp'[];
}

export interface Identified {
  options: Options;
  /** The pairs of the job, in the spelling of the request. */
  pairs: Pairs;
  key: string;
}

/** Decides `bestFormat`, so that key and node see a plain type. */
const negotiate = ({ accepts }: IdentifiableRequest, pairs: Pairs, options: Options): Pairs => {
  const wantsBestFormat = 'bestFormat' in options && options.bestFormat;
  return wantsBestFormat ? { ...pairs, type: accepts.includes('image/webp') ? 'webp' : 'png' } : pairs;
};

/**
 * Reads a request. Its key does not depend on the spelling of numbers, booleans and words. Throws what `readOptions`
 * throws.
 */
export const identify = (request: IdentifiableRequest, secretsKey: KeyObject): Identified => {
  const { account, endpoint, document } = request;
  const { pairs: merged, options } = readOptions(request);
  const pairs = negotiate(request, merged, options);
  const keyPairs = negotiate(request, canonicalPairs(endpoint, merged, options), options);
  const key = keyOf({ account: account.id, endpoint, pairs: keyPairs, document: document?.facts }, secretsKey);
  return { options, pairs, key };
};
