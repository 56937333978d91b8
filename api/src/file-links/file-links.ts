import { createCipheriv, createDecipheriv, createHmac, type KeyObject } from 'node:crypto';
import type { RenderOutcome } from '../render/renders.js';

export interface LinkedFile {
  /** Id of the account whose bandwidth the delivery uses. */
  account: string;
  /** The key of the result, 64 hex digits. */
  key: string;
}

export type LinkedResult = Pick<RenderOutcome, 'key' | 'record' | 'fileName'>;

const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;
const keyBytes = 32;

const payloadOf = ({ account, key }: LinkedFile): Buffer =>
  Buffer.concat([Buffer.from(key, 'hex'), Buffer.from(account)]);

const fileIn = (payload: Buffer): LinkedFile => ({
  key: payload.subarray(0, keyBytes).toString('hex'),
  account: payload.subarray(keyBytes).toString(),
});

const derive = (key: KeyObject, purpose: string) => createHmac('sha256', key).update(`tintype ${purpose}`).digest();

/**
 * Links to stored results for anybody who has them: `/files/<token>/<name>`. A token is encrypted under the master key
 * and bound to the name. So no replica keeps a list, and clients cannot guess, change or rename a link. The nonce is a
 * hash of the rest: a result has one link, which clients and proxies can cache. A link has no expiry of its own: the
 * record of its key decides whether the file exists. So a fresh render moves the end of every link.
 */
export class FileLinks {
  readonly #key: Buffer;
  readonly #nonceKey: Buffer;
  /** Paths of records in memory: cached results are answered thousands of times a second. */
  readonly #paths = new WeakMap<LinkedResult['record'], { name: string; path: string }>();

  constructor(masterKey: KeyObject) {
    this.#key = derive(masterKey, 'file links');
    this.#nonceKey = derive(masterKey, 'nonces of file links');
  }

  /** The path of a result of the account. It works while the key has a cached result. */
  pathOf(account: string, { key, record, fileName: name }: LinkedResult): string {
    // A record belongs to one account and key.
    const known = this.#paths.get(record);
    if (known?.name === name) return known.path;
    const token = this.#seal({ account, key }, name);
    const path = `/files/${token}/${encodeURIComponent(name)}`;
    this.#paths.set(record, { name, path });
    return path;
  }

  /** Undefined unless we made the link. `name` is decoded. */
  open(token: string, name: string): LinkedFile | undefined {
    const bytes = Buffer.from(token, 'base64url');
    if (bytes.length <= nonceBytes + keyBytes + tagBytes) return undefined;
    const nonce = bytes.subarray(0, nonceBytes);
    const opening = createDecipheriv(cipher, this.#key, nonce, { authTagLength: tagBytes });
    opening.setAAD(Buffer.from(name)).setAuthTag(bytes.subarray(-tagBytes));
    try {
      return fileIn(Buffer.concat([opening.update(bytes.subarray(nonceBytes, -tagBytes)), opening.final()]));
    } catch {
      return undefined;
    }
  }

  #seal(file: LinkedFile, name: string): string {
    const payload = payloadOf(file);
    // Ids have no NUL: another account and name never give this nonce, which may encrypt only once.
    const hash = createHmac('sha256', this.#nonceKey).update(payload).update('\0').update(name);
    const nonce = hash.digest().subarray(0, nonceBytes);
    const sealing = createCipheriv(cipher, this.#key, nonce, { authTagLength: tagBytes }).setAAD(Buffer.from(name));
    const parts = [nonce, sealing.update(payload), sealing.final(), sealing.getAuthTag()];
    return Buffer.concat(parts).toString('base64url');
  }
}
