import { createHmac, type KeyObject } from 'node:crypto';
import { sameText } from '../../auth/signature.js';

/** How long a code is valid: a person copies it from one window into another. */
export const codeSeconds = 600;

/**
 * Codes that connect a workspace with an account. A person who types one in the workspace has access to both.
 * Codes are signed under the master key, so no replica keeps a list. `SlackCommands` accepts each code once.
 */
export class ConnectCodes {
  readonly #key: Buffer;

  constructor(masterKey: KeyObject) {
    this.#key = createHmac('sha256', masterKey).update('tintype codes of chat workspaces').digest();
  }

  /** `now` is in milliseconds of the Unix epoch. */
  make(account: string, now: number): { code: string; expiresAt: string } {
    const expires = Math.floor(now / 1000) + codeSeconds;
    const code = `${account}.${expires}.${this.#sign(account, expires)}`;
    return { code, expiresAt: new Date(expires * 1000).toISOString() };
  }

  /** The account; undefined for a code that is not ours, or has expired. */
  accountOf(code: string, now: number): string | undefined {
    const [, account = '', expires = '', mac = ''] = /^([A-Za-z0-9_-]{1,64})\.(\d{1,12})\.([\w-]+)$/.exec(code) ?? [];
    if (!account || !sameText(this.#sign(account, Number(expires)), mac)) return undefined;
    return Number(expires) * 1000 < now ? undefined : account;
  }

  /** 22 characters of base64url are 132 bits. */
  #sign(account: string, expires: number): string {
    return createHmac('sha256', this.#key).update(`${account}.${expires}`).digest('base64url').slice(0, 22);
  }
}
