import type { KeyObject } from 'node:crypto';
import {
  type AccountLimits,
  type AccountRecord,
  type Endpoint,
  isEndpoint,
  limitsOf,
  unseal,
} from '@tintype/contracts';

/** Decrypted secrets, limits with defaults. */
export interface Account {
  /** The client's `user_id`. */
  id: string;
  apiKey: string;
  disabled: boolean;
  /** Newest last. */
  secrets: readonly string[];
  limits: AccountLimits;
  /** The credits that were set, before later use; `null` is "unlimited". */
  credits: number | null;
  creditsBase: number;
  /** `null` is "all". */
  endpoints: readonly Endpoint[] | null;
  hasProxy: boolean;
}

/** Without unknown endpoints of a newer release. */
const endpointsOf = (record: Pick<AccountRecord, 'endpoints'>): Endpoint[] | null =>
  record.endpoints?.filter(isEndpoint) ?? null;

/** Throws an UnsealError if one secret cannot be decrypted: then none is used. */
export const openAccount = (id: string, record: AccountRecord, masterKey: KeyObject): Account => ({
  id,
  apiKey: record.apiKey,
  disabled: record.disabled,
  secrets: record.secrets.map((secret) => unseal(masterKey, { account: id, secretId: secret.id }, secret.sealed)),
  limits: limitsOf(record),
  credits: record.credits,
  creditsBase: record.creditsBase,
  endpoints: endpointsOf(record),
  hasProxy: record.proxy !== undefined,
});
