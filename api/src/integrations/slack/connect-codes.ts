import { createHmac, type KeyObject } from 'node:crypto';
import { sameText } from '../../auth/signature.js';

/** How long a code is valid. A person needs some of this time to copy it from one window into another. */
export const codeSeconds = 600;

/**
 * Makes and reads the codes that connect a Slack workspace with an account. A person who types an account's code in a
 * workspace has access to both. Each code carries its own signature, so no replica keeps a list of codes.
 * `SlackCommands` accepts each code once.
 */
export class ConnectCodes {
  readonly #key: Buffer;

  constructor(masterKey: KeyObject) {
    this.#key = createHmac('sha256', masterKey).update('tintype codes of chat workspaces').digest();
  }

  /** `account` is an id. `now` is in milliseconds of the Unix epoch. */
  make(account: string, now: number): { code: string; expiresAt: string } {
    const expires = Math.floor(now / 1000) + codeSeconds;
    const code = `${account}.${expires}.${this.#macOf(account, expires)}`;
    return { code, expiresAt: new Date(expires * 1000).toISOString() };
  }

  /** The id of the code's account. Undefined if the code is not ours or has expired. */
  accountOf(code: string, now: number): string | undefined {
    const [, account = '', expires = '', mac = ''] = /^([A-Za-z0-9_-]{1,64})\.(\d{1,12})\.([\w-]+)$/.exec(code) ?? [];
    if (!account || !sameText(this.#macOf(account, Number(expires)), mac)) return undefined;
    return Number(expires) * 1000 < now ? undefined : account;
  }

  /** `expires` is in seconds of the Unix epoch. 22 characters of base64url have 132 bits. */
  #macOf(account: string, expires: number): string {
    return createHmac('sha256', this.#key).update(`${account}.${expires}`).digest('base64url').slice(0, 22);
  }
}
