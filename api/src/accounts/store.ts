import { type KeyObject, randomBytes } from 'node:crypto';
import {
  type AccountRecord,
  decryptProxy,
  type SecretScope,
  type StoredSecret,
  sealProxy,
  TintypeError,
} from '@tintype/contracts';
import type { StorageChange } from '../account-storage/storage-body.js';
import { decryptAccount } from './account.js';
import { ApiKeys, ApiKeyTaken, type Reservation } from './api-keys.js';
import { type AccountsKv, Bucket } from './bucket.js';
import { AccountRecords, noSuchAccount, type StoredAccount } from './records.js';
import {
  generateSecret,
  requireManagingSecret,
  sealSecret,
  wasRemoved,
  withEnvironmentSecret,
  withoutSecret,
  withSecret,
} from './secrets.js';
import { type AccountChange, applyChange } from './settings.js';
import { withoutStorage, withStorage } from './storage.js';

export interface NewAccount extends Omit<AccountChange, 'disabled'> {
  id?: string | undefined;
  apiKey?: string | undefined;
}

export interface CreatedAccount {
  account: StoredAccount;
  /** Decrypted; never shown again. */
  secret: string;
  /** A view with this revision serves the account. */
  revision: number;
}

/** An account of TINTYPE_ACCOUNT. */
export interface SeededAccount {
  id: string;
  apiKey: string;
  secret: string;
}

export interface SeedingResult {
  /** The last revision written. */
  revision: number;
  /** True if a route removed the secret, so that it was not added again. */
  isSecretRemoved: boolean;
}

export interface SecretSettings {
  /** Default: `use`. */
  scope?: SecretScope | undefined;
  name?: string | undefined;
  /** Default: `admin`. */
  origin?: 'admin' | 'account';
}

export class AccountExists extends TintypeError {
  constructor(message: string) {
    super('invalid_request', message);
    this.name = 'AccountExists';
  }
}

const newRecord = (apiKey: string, secret: StoredSecret): AccountRecord => ({
  apiKey,
  createdAt: new Date().toISOString(),
  disabled: false,
  secrets: [secret],
  limits: {},
  credits: null,
  creditsBase: 0,
  endpoints: null,
});

/** Every write is a compare-and-set: replicas may write at the same time. */
export class AccountStore {
  readonly #records: AccountRecords;
  readonly #apiKeys: ApiKeys;
  readonly #masterKey: KeyObject;

  constructor({ kv, masterKey }: { kv: AccountsKv; masterKey: KeyObject }) {
    const bucket = new Bucket(kv);
    this.#records = new AccountRecords(bucket);
    this.#apiKeys = new ApiKeys(bucket, (account) => this.#records.read(account));
    this.#masterKey = masterKey;
  }

  /** Throws AccountExists for a used id, ApiKeyTaken for a used API key. */
  async create({ id, apiKey, ...settings }: NewAccount): Promise<CreatedAccount> {
    const account = id ?? `acct_${randomBytes(8).toString('hex')}`;
    const secret = generateSecret();
    const sealed = sealSecret(this.#masterKey, { account, text: secret, origin: 'admin', scope: 'manage' });
    const record = applyChange(newRecord(apiKey ?? randomBytes(16).toString('hex'), sealed), settings);
    const reservation = await this.#apiKeys.reserve(record.apiKey, account);
    const created = await this.#records.create(account, record);
    if (!created) throw new AccountExists('Another account has this id: choose another id.');
    const revision = await this.#confirm(created, reservation);
    return { account: created, secret, revision };
  }

  /** Throws `not_found`. */
  async get(id: string): Promise<StoredAccount> {
    const found = await this.#records.read(id);
    if (!found) throw noSuchAccount(id);
    return found;
  }

  /** All accounts, by id. */
  async list(): Promise<StoredAccount[]> {
    const all = await this.#records.readAll();
    return all.sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  /** Applies all changes in one write. Throws `not_found`. */
  update(id: string, change: AccountChange): Promise<StoredAccount> {
    return this.#records.change(id, (record) => applyChange(record, change));
  }

  /**
   * Adds a generated secret and answers its text, which no later call does. Throws `not_found`, `invalid_request` above
   * the limit of secrets, and an UnsealError if another master key sealed the account's secrets.
   */
  async addSecret(
    id: string,
    { scope = 'use', name, origin = 'admin' }: SecretSettings = {},
  ): Promise<{ account: StoredAccount; secretId: string; secret: string }> {
    const secret = generateSecret();
    const about = { origin, scope, ...(name === undefined ? {} : { name }) };
    const sealed = sealSecret(this.#masterKey, { account: id, text: secret, ...about });
    const account = await this.#records.change(id, (record) => {
      decryptAccount(id, record, this.#masterKey);
      return withSecret(record, sealed);
    });
    return { account, secretId: sealed.id, secret };
  }

  /**
   * Removes a secret even if the environment names it. Throws `not_found`, or `invalid_request` for the last secret.
   */
  removeSecret(id: string, secretId: string): Promise<StoredAccount> {
    return this.#records.change(id, (record) => withoutSecret(record, this.#masterKey, { account: id, secretId }));
  }

  /**
   * Removes a secret as `removeSecret` does. Also throws `invalid_request` for the last one with the scope `manage`.
   */
  removeOwnSecret(id: string, secretId: string): Promise<StoredAccount> {
    return this.#records.change(id, (record) =>
      requireManagingSecret(withoutSecret(record, this.#masterKey, { account: id, secretId })),
    );
  }

  /** Throws `not_found`. */
  setProxy(id: string, url: string): Promise<StoredAccount> {
    const proxy = sealProxy(this.#masterKey, id, url);
    return this.#records.change(id, (record) => ({ ...record, proxy }));
  }

  /**
   * The proxy's URL with its password; undefined without a proxy. Throws `not_found`, and an UnsealError under another
   * master key.
   */
  async proxyUrl(id: string): Promise<string | undefined> {
    const { proxy } = (await this.get(id)).value;
    return proxy && decryptProxy(this.#masterKey, id, proxy);
  }

  /** Throws `not_found`, also if there is no proxy. */
  removeProxy(id: string): Promise<StoredAccount> {
    return this.#records.change(id, ({ proxy, ...record }) => {
      if (!proxy)
        throw new TintypeError(
          'not_found',
          `The account \`${id}\` has no proxy: \`PUT /admin/v1/accounts/${id}/proxy\` sets one.`,
        );
      return record;
    });
  }

  /** Throws `not_found`, and `invalid_request` if the secret is missing. */
  setStorage(id: string, change: StorageChange): Promise<StoredAccount> {
    return this.#records.change(id, (record) => withStorage(record, this.#masterKey, { account: id, change }));
  }

  /** Throws `not_found`, also if there is no storage. */
  removeStorage(id: string): Promise<StoredAccount> {
    return this.#records.change(id, withoutStorage);
  }

  /**
   * Creates an account of TINTYPE_ACCOUNT. If it exists, makes `secret` its only secret of the environment, unless a
   * route removed that secret. Everything else stays. Throws ApiKeyTaken, AccountExists if the id has another API key,
   * and UnsealError under another master key.
   */
  async seed({ id, apiKey, secret }: SeededAccount): Promise<SeedingResult> {
    const text = { account: id, text: secret };
    const existing = await this.#records.read(id);
    const reservation = await this.#apiKeys.reserve(apiKey, id);
    const about = { origin: 'environment', scope: 'manage' } as const;
    const record = newRecord(apiKey, sealSecret(this.#masterKey, { ...text, ...about }));
    const created = existing ? undefined : await this.#records.create(id, record);
    const stored = created ?? existing ?? (await this.get(id));
    if (stored.value.apiKey !== apiKey) throw new AccountExists('The account has another API key.');
    const confirmed = created
      ? await this.#confirm(created, reservation)
      : await this.#apiKeys.confirm(apiKey, reservation);
    const { revision, value } = await this.#records.change(id, (current) =>
      withEnvironmentSecret(current, this.#masterKey, text),
    );
    return { revision: Math.max(revision, confirmed), isSecretRemoved: wasRemoved(value, this.#masterKey, text) };
  }

  /** Whether a route removed this secret: then no start adds it again. */
  async isSecretRemoved({ id, secret }: Pick<SeededAccount, 'id' | 'secret'>): Promise<boolean> {
    const stored = await this.#records.read(id);
    return stored !== undefined && wasRemoved(stored.value, this.#masterKey, { account: id, text: secret });
  }

  async #confirm(created: StoredAccount, reservation: Reservation): Promise<number> {
    try {
      return await this.#apiKeys.confirm(created.value.apiKey, reservation);
    } catch (error) {
      if (error instanceof ApiKeyTaken) await this.#records.remove(created);
      throw error;
    }
  }
}
