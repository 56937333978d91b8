import { createCipheriv, createDecipheriv, createHmac, type KeyObject } from 'node:crypto';
import type { RenderOutcome } from '../render/renders.js';

export interface LinkedFile {
  /** Id of the account whose bandwidth the delivery uses. */
  account: string;
  /** The result key, 64 hex digits. */
  key: string;
}

export type LinkedResult = Pick<RenderOutcome, 'key' | 'record' | 'fileName'>;

const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;
const resultKeyBytes = 32;

const payloadOf = ({ account, key }: LinkedFile): Buffer =>
  Buffer.concat([Buffer.from(key, 'hex'), Buffer.from(account)]);

const fileIn = (payload: Buffer): LinkedFile => ({
  key: payload.subarray(0, resultKeyBytes).toString('hex'),
  account: payload.subarray(resultKeyBytes).toString(),
});

const deriveKey = (key: KeyObject, purpose: string) => createHmac('sha256', key).update(`tintype ${purpose}`).digest();

/**
 * Links to stored results, `/files/<token>/<name>`, which need no login. A token is encrypted under the master key and
 * bound to the name. So no replica keeps a list, and clients cannot guess, change or rename a link. The nonce is a hash
 * of account, key and name. So a result has one link, which clients and proxies can cache. A link works while its
 * result key has a stored result. So a fresh render prolongs every link.
 */
export class FileLinks {
  readonly #key: Buffer;
  readonly #nonceKey: Buffer;
  /** The last path of each record. Made once, because cached results are answered thousands of times a second. */
  readonly #paths = new WeakMap<LinkedResult['record'], { name: string; path: string }>();

  constructor(masterKey: KeyObject) {
    this.#key = deriveKey(masterKey, 'file links');
    this.#nonceKey = deriveKey(masterKey, 'nonces of file links');
  }

  /** The path of a link to a result of the account. */
  pathOf(account: string, { key, record, fileName: name }: LinkedResult): string {
    // A record belongs to one account and key.
    const cached = this.#paths.get(record);
    if (cached?.name === name) return cached.path;
    const token = this.#seal({ account, key }, name);
    const path = `/files/${token}/${encodeURIComponent(name)}`;
    this.#paths.set(record, { name, path });
    return path;
  }

  /** The file of a link; undefined if we did not make the link. Takes `name` percent-decoded. */
  open(token: string, name: string): LinkedFile | undefined {
    const bytes = Buffer.from(token, 'base64url');
    if (bytes.length <= nonceBytes + resultKeyBytes + tagBytes) return undefined;
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
    // An account's id has no NUL, so each file and name hash another text. A nonce may encrypt only one payload.
    const hash = createHmac('sha256', this.#nonceKey).update(payload).update('\0').update(name);
    const nonce = hash.digest().subarray(0, nonceBytes);
    const sealing = createCipheriv(cipher, this.#key, nonce, { authTagLength: tagBytes }).setAAD(Buffer.from(name));
    const parts = [nonce, sealing.update(payload), sealing.final(), sealing.getAuthTag()];
    return Buffer.concat(parts).toString('base64url');
  }
}
