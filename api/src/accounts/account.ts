import type { KeyObject } from 'node:crypto';
import {
  type AccountLimits,
  type AccountRecord,
  decryptStorage,
  type Endpoint,
  isEndpoint,
  limitsOf,
  type SecretScope,
  type StorageSettings,
  type StoredSecret,
  unseal,
} from '@tintype/contracts';
import type { Preset } from './presets/preset.js';

export interface AccountSecret {
  id: string;
  text: string;
  scope: SecretScope;
}

/** An account with decrypted secrets, and with default values for limits that it does not set. */
export interface Account {
  /** The client's `user_id`. */
  id: string;
  apiKey: string;
  disabled: boolean;
  /** Newest last. */
  secrets: readonly AccountSecret[];
  limits: AccountLimits;
  /** The credits that were set, before later use; `null` is "unlimited". */
  credits: number | null;
  /** The credits that the account had used in all when `credits` was set. */
  creditsBase: number;
  /** `null` is "all". */
  endpoints: readonly Endpoint[] | null;
  hasProxy: boolean;
  /** Keyed by name; always the latest. */
  presets: ReadonlyMap<string, Preset>;
  /** The account's own storage. Accounts of TINTYPE_ACCOUNT may use the installation's instead. */
  storage?: StorageSettings | undefined;
}

/** Drops endpoints that only a newer release knows. */
const endpointsOf = (record: Pick<AccountRecord, 'endpoints'>): Endpoint[] | null =>
  record.endpoints?.filter(isEndpoint) ?? null;

const decryptSecret = (account: string, { id, sealed, scope }: StoredSecret, masterKey: KeyObject): AccountSecret => ({
  id,
  text: unseal(masterKey, { account, secretId: id }, sealed),
  scope,
});

/** Throws an UnsealError if one secret cannot be decrypted: then no secret of the account is used. */
export const decryptAccount = (
  id: string,
  record: AccountRecord,
  masterKey: KeyObject,
  presets: Account['presets'] = new Map(),
): Account => ({
  id,
  apiKey: record.apiKey,
  disabled: record.disabled,
  secrets: record.secrets.map((secret) => decryptSecret(id, secret, masterKey)),
  limits: limitsOf(record),
  credits: record.credits,
  creditsBase: record.creditsBase,
  endpoints: endpointsOf(record),
  hasProxy: record.proxy !== undefined,
  presets,
  storage: record.storage && decryptStorage(masterKey, id, record.storage),
});
