import { type CannedAcl, TintypeError } from '@tintype/contracts';
import type { GuardedFetch, Logger } from '@tintype/runtime';
import type { Account } from '../accounts/account.js';
import { AccountWrites } from '../accounts/account-writes.js';
import type { AccountDirectory } from '../accounts/directory.js';
import type { StoredAccount } from '../accounts/records.js';
import { type StorageView, storageView } from '../accounts/storage.js';
import type { AccountStore } from '../accounts/store.js';
import { type StorageChange, storageWarnings } from './storage-body.js';
import { type StorageTrial, tryStorage } from './try-storage.js';
import type { StorageSource, UploadTarget, UploadTargets } from './upload-targets.js';

export interface AccountStorageOptions {
  store: Pick<AccountStore, 'get' | 'setStorage' | 'removeStorage'>;
  directory: Pick<AccountDirectory, 'byId' | 'seen'>;
  targets: Pick<UploadTargets, 'targetOf' | 'sourceOf'>;
  /** Reads public URLs in tests of a storage. */
  fetch: GuardedFetch;
  /** Whether `fetch` certainly refuses the URL. Judges its text only, without a look-up. */
  refusesUrl: (url: URL) => boolean;
  log: Pick<Logger, 'info' | 'warn'>;
}

export interface StorageAnswer {
  /** The account's own settings, without the secret. */
  storage: StorageView | null;
  /** The store that takes the account's results: its own, or the installation's; null: no upload. */
  source: StorageSource;
}

const privateEndpoint =
  'The `endpoint` names a private address, which this service does not call: uploads will fail. Use one on the public internet, or ask the administrator of this service to allow it (TINTYPE_EGRESS_ALLOW).';

/**
 * Reads, changes and tries accounts' storage settings, for the routes of admins and of accounts. Throws `not_found` for
 * an unknown account.
 */
export class AccountStorage {
  readonly #options: AccountStorageOptions;
  readonly #writes: AccountWrites;

  constructor(options: AccountStorageOptions) {
    this.#options = options;
    this.#writes = new AccountWrites(options);
  }

  /** Whether results of this account are uploaded anywhere. */
  isConfigured(account: Account): boolean {
    return this.#options.targets.targetOf(account) !== undefined;
  }

  /** Whether results of the account with this id are uploaded anywhere. */
  has(id: string): boolean {
    return this.#targetOf(id) !== undefined;
  }

  async read(id: string): Promise<StorageAnswer> {
    return this.#answer(await this.#options.store.get(id));
  }

  async set(id: string, change: StorageChange): Promise<StorageAnswer> {
    const account = await this.#options.store.setStorage(id, change);
    await this.#writes.done(account.revision, { account: id }, 'storage set');
    return this.#answer(account);
  }

  /** Warnings about settings with which uploads will probably fail. */
  warningsOf(change: StorageChange): string[] {
    const isPrivate = this.#options.refusesUrl(new URL(change.endpoint));
    return [...storageWarnings(change), ...(isPrivate ? [privateEndpoint] : [])];
  }

  async remove(id: string): Promise<StorageAnswer> {
    const account = await this.#options.store.removeStorage(id);
    await this.#writes.done(account.revision, { account: id }, 'storage removed');
    return this.#answer(account);
  }

  /**
   * Tries an object with this access list. Throws `storage_not_configured`, with `path` as the route that sets a
   * storage.
   */
  async try(id: string, acl: CannedAcl, path: string): Promise<StorageTrial> {
    await this.#options.store.get(id);
    const target = this.#targetOf(id);
    const { log, fetch } = this.#options;
    if (target) return tryStorage({ account: id, target, acl, log, fetch });
    throw new TintypeError('storage_not_configured', `The account has no storage. Set one with PUT ${path}.`);
  }

  #answer({ id, value }: StoredAccount): StorageAnswer {
    const storage = storageView(value);
    return { storage, source: this.#options.targets.sourceOf(id, storage !== null) };
  }

  #targetOf(id: string): UploadTarget | undefined {
    const account = this.#options.directory.byId(id);
    return account && this.#options.targets.targetOf(account);
  }
}
