import type { KeyObject } from 'node:crypto';
import { type AccountProxy, decryptProxy, readAccountRecord, UnsealError } from '@tintype/contracts';
import type { KV } from '@tintype/runtime';
import { NoProxy, type Proxies } from '../browser-session/pass/dependencies.js';

export interface AccountProxiesOptions {
  /** The bucket of accounts. */
  kv: Pick<KV, 'get'>;
  /** The key with which the api encrypts proxies. Undefined: the operator can decrypt no proxy. */
  masterKey: KeyObject | undefined;
}

const decryptedUrl = (masterKey: KeyObject, account: string, proxy: AccountProxy): string => {
  try {
    return decryptProxy(masterKey, account, proxy);
  } catch (error) {
    if (!(error instanceof UnsealError)) throw error;
    throw new NoProxy(
      `The operator cannot decrypt the proxy of account ${account}: TINTYPE_MASTER_KEY is not the api's key.`,
    );
  }
};

export class AccountProxies implements Proxies {
  readonly #options: AccountProxiesOptions;

  constructor(options: AccountProxiesOptions) {
    this.#options = options;
  }

  /**
   * The URL of the account's proxy, with its login.
   * @throws NoProxy if the account has no proxy, or the operator cannot decrypt it; UnreadableAccount; the connection's
   *   error
   */
  async proxyOf(account: string): Promise<string> {
    const { kv, masterKey } = this.#options;
    if (!masterKey)
      throw new NoProxy('TINTYPE_MASTER_KEY is missing: the operator cannot decrypt the proxies of accounts.');
    const entry = await kv.get(account);
    const record = entry?.operation === 'PUT' ? readAccountRecord(account, () => entry.json()) : undefined;
    if (record?.proxy) return decryptedUrl(masterKey, account, record.proxy);
    throw new NoProxy(`Account ${account} has no proxy. Set one with \`PUT /admin/v1/accounts/${account}/proxy\`.`);
  }
}
