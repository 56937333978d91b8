import type { KeyObject } from 'node:crypto';
import {
  type AccountLimits,
  type AccountRecord,
  type Endpoint,
  isEndpoint,
  limitsOf,
  unseal,
} from '@tintype/contracts';

/** An account as requests see it: secrets in the clear, limits settled. */
export interface Account {
  /** The client's `user_id`. */
  id: string;
  apiKey: string;
  disabled: boolean;
  /** Newest last. */
  secrets: readonly string[];
  limits: AccountLimits;
  /** As they were set, before what was used since; `null` is "unlimited". */
  credits: number | null;
  creditsBase: number;
  /** The endpoints that it may use; `null` is "all". */
  endpoints: readonly Endpoint[] | null;
  /** Sessions can be sent through a proxy of its own. */
  hasProxy: boolean;
}

/** The endpoints that a record names, without those of a newer release. */
export const endpointsOf = (record: Pick<AccountRecord, 'endpoints'>): Endpoint[] | null =>
  record.endpoints?.filter(isEndpoint) ?? null;

/** Opens every secret of a record. Throws an UnsealError when one cannot be opened: none is used then. */
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
