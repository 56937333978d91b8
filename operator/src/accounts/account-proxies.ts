import type { KeyObject } from 'node:crypto';
import { type AccountProxy, openProxy, readAccountRecord, UnsealError } from '@tintype/contracts';
import type { KV } from '@tintype/runtime';
import { NoProxy, type Proxies } from '../browser-session/pass/dependencies.js';

export interface AccountProxiesOptions {
  /** The bucket of accounts. */
  kv: Pick<KV, 'get'>;
  /** Which the api has sealed them with; without it none can be opened. */
  masterKey: KeyObject | undefined;
}

const opened = (masterKey: KeyObject, account: string, proxy: AccountProxy): string => {
  try {
    return openProxy(masterKey, account, proxy);
  } catch (error) {
    if (!(error instanceof UnsealError)) throw error;
    throw new NoProxy(`The proxy of the account ${account} cannot be opened with this master key.`);
  }
};

/** The proxies that accounts have for their sessions, with their logins. */
export class AccountProxies implements Proxies {
  readonly #options: AccountProxiesOptions;

  constructor(options: AccountProxiesOptions) {
    this.#options = options;
  }

  /**
   * A URL. Its session begins on no way around it.
   * @throws NoProxy where the account has none, or none can be opened here
   */
  async proxyOf(account: string): Promise<string> {
    const { kv, masterKey } = this.#options;
    if (!masterKey) throw new NoProxy('TINTYPE_MASTER_KEY is missing: the proxies of accounts cannot be opened.');
    const entry = await kv.get(account);
    const record = entry?.operation === 'PUT' ? readAccountRecord(account, () => entry.json()) : undefined;
    if (record?.proxy) return opened(masterKey, account, record.proxy);
    throw new NoProxy(
      `The account ${account} has no proxy: \`PUT /admin/v1/accounts/${account}/proxy\` of the api sets one.`,
    );
  }
}
