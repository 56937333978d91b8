import type { KeyObject } from 'node:crypto';
import { readAccountRecord } from '@tintype/contracts';
import type { KvEntry, Logger } from '@tintype/runtime';
import { type Account, decryptAccount } from './account.js';
import { reservationSchema, reservedApiKey } from './api-keys.js';
import { decryptPreset, type Preset, presetIdOf } from './presets/preset.js';

export type AccountEntry = Pick<KvEntry, 'key' | 'operation' | 'revision' | 'json'>;

export interface AccountViewOptions {
  masterKey: KeyObject;
  log: Pick<Logger, 'error'>;
}

/** Accounts, decrypted once when they arrive. */
export class AccountView {
  readonly #options: AccountViewOptions;
  readonly #accounts = new Map<string, Account>();
  /** API key → id of its account. */
  readonly #owners = new Map<string, string>();
  /** Keyed by account and name. */
  readonly #presets = new Map<string, Map<string, Preset>>();
  #revision = 0;

  constructor(options: AccountViewOptions) {
    this.#options = options;
  }

  /** The revision of the last applied entry. */
  get revision(): number {
    return this.#revision;
  }

  byApiKey(apiKey: string): Account | undefined {
    const account = this.#accounts.get(this.#owners.get(apiKey) ?? '');
    return account?.apiKey === apiKey ? account : undefined;
  }

  /** Undefined if the index gives the account's API key to another account: then this one's creation failed. */
  byId(id: string): Account | undefined {
    const account = this.#accounts.get(id);
    return account && this.#owners.get(account.apiKey) === id ? account : undefined;
  }

  /** Call it with the bucket's entries in the order of their revisions. */
  apply(entry: AccountEntry): void {
    const apiKey = reservedApiKey(entry.key);
    const preset = presetIdOf(entry.key);
    if (apiKey !== undefined) this.#applyReservation(apiKey, entry);
    else if (preset) this.#applyPreset(preset, entry);
    else if (!entry.key.includes('.')) this.#applyRecord(entry);
    this.#revision = entry.revision;
  }

  #applyReservation(apiKey: string, entry: AccountEntry): void {
    this.#owners.delete(apiKey);
    if (entry.operation !== 'PUT') return;
    const reservation = this.#readable(entry, () => reservationSchema.parse(entry.json()));
    if (reservation) this.#owners.set(apiKey, reservation.account);
  }

  #applyRecord(entry: AccountEntry): void {
    this.#accounts.delete(entry.key);
    if (entry.operation !== 'PUT') return;
    const account = this.#readable(entry, () =>
      decryptAccount(
        entry.key,
        readAccountRecord(entry.key, () => entry.json()),
        this.#options.masterKey,
        this.#presetsOf(entry.key),
      ),
    );
    if (account) this.#accounts.set(entry.key, account);
  }

  #applyPreset({ account, name }: { account: string; name: string }, entry: AccountEntry): void {
    const presets = this.#presetsOf(account);
    presets.delete(name);
    if (entry.operation !== 'PUT') return;
    try {
      presets.set(name, decryptPreset(this.#options.masterKey, entry.key, entry.json()));
    } catch (error) {
      this.#options.log.error({ account, preset: name, err: error }, 'cannot read a preset: requests with it fail');
    }
  }

  /**
   * The map of an account's presets, always the same object. A preset may arrive before its account, or change later.
   */
  #presetsOf(account: string): Map<string, Preset> {
    const presets = this.#presets.get(account) ?? new Map<string, Preset>();
    this.#presets.set(account, presets);
    return presets;
  }

  /** An unreadable record takes only its own account out of service. */
  #readable<T>(entry: AccountEntry, read: () => T): T | undefined {
    try {
      return read();
    } catch (error) {
      this.#options.log.error({ account: entry.key, err: error }, 'cannot read an account: it is out of service');
      return undefined;
    }
  }
}
