import { TintypeError } from '@tintype/contracts';
import type { Logger } from '@tintype/runtime';
import { AccountWrites, type AccountWritesOptions } from '../accounts/account-writes.js';
import type { StoredAccount } from '../accounts/records.js';
import type { AccountStore } from '../accounts/store.js';
import type { CallsOut } from '../calls-out.js';
import { proxyWarnings } from './proxy-body.js';
import { TrialTurns } from './trial-turns.js';
import { type ProxyTrial, tryProxy } from './try-proxy.js';

export interface AccountProxyOptions extends AccountWritesOptions {
  store: Pick<AccountStore, 'get' | 'setProxy' | 'removeProxy' | 'proxyUrl'>;
  callsOut: Pick<CallsOut, 'refuses' | 'through'>;
  log: Pick<Logger, 'info' | 'warn'>;
}

export interface ProxyView {
  /** Without the password. If the URL has no password, its user name is masked. */
  url: string;
  setAt: string;
}

const privateProxy =
  'The `url` names a private address, to which this service does not connect: sessions will fail. Use one on the public internet, or ask the administrator of this service to allow it (TINTYPE_EGRESS_ALLOW).';

const noProxy = () => new TintypeError('not_found', 'The account has no proxy. PUT /v1/account/proxy sets one.');

/** The account's proxy as answers show it; null if the account has none. */
export const proxyView = ({ value: { proxy } }: StoredAccount): ProxyView | null =>
  proxy ? { url: proxy.url, setAt: proxy.setAt } : null;

/** Reads, changes and tries the proxy of an account, for the account's own routes. */
export class AccountProxy {
  readonly #options: AccountProxyOptions;
  readonly #writes: AccountWrites;
  readonly #trials = new TrialTurns();

  constructor(options: AccountProxyOptions) {
    this.#options = options;
    this.#writes = new AccountWrites(options);
  }

  async read(id: string): Promise<ProxyView | null> {
    return proxyView(await this.#options.store.get(id));
  }

  async set(id: string, url: string): Promise<ProxyView | null> {
    const account = await this.#options.store.setProxy(id, url);
    await this.#writes.done(account.revision, { account: id }, 'proxy set');
    return proxyView(account);
  }

  /** Sentences about what may fail in sessions with this proxy. */
  warningsOf(url: string): string[] {
    const isPrivate = this.#options.callsOut.refuses(new URL(url));
    return [...proxyWarnings(url), ...(isPrivate ? [privateProxy] : [])];
  }

  /** Throws `not_found` if the account has no proxy. */
  async remove(id: string): Promise<null> {
    if (!(await this.read(id))) throw noProxy();
    const account = await this.#options.store.removeProxy(id);
    await this.#writes.done(account.revision, { account: id }, 'proxy removed');
    return null;
  }

  /** Asks for a page through the proxy. Throws `not_found` if the account has no proxy, and `rate_limited`. */
  async try(id: string, url: string): Promise<ProxyTrial> {
    const { store, callsOut, log } = this.#options;
    const proxy = await store.proxyUrl(id);
    if (proxy === undefined) throw noProxy();
    return this.#trials.run(id, () => tryProxy({ route: callsOut.through(new URL(proxy)), url, log }));
  }
}
