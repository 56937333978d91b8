import type { KeyObject } from 'node:crypto';
import {
  type AccountRecord,
  type AccountStorage,
  type StorageSettings,
  sealStorage,
  TintypeError,
} from '@tintype/contracts';
import type { StorageChange } from '../account-storage/storage-body.js';

const secretMissing = 'The `secret` is missing. Leave it out only if `endpoint` and `key` stay as they are stored.';

const keepsLogin = (change: StorageChange, stored: AccountStorage | undefined): stored is AccountStorage =>
  stored?.endpoint === change.endpoint && stored.key === change.key;

/** Sets the storage. Throws `invalid_request` if the secret is missing and cannot be kept. */
export const withStorage = (
  record: AccountRecord,
  masterKey: KeyObject,
  { account, change }: { account: string; change: StorageChange },
): AccountRecord => {
  const { secret, ...settings } = change;
  if (secret !== undefined) return { ...record, storage: sealStorage(masterKey, account, { ...settings, secret }) };
  const { storage } = record;
  if (!keepsLogin(change, storage)) throw new TintypeError('invalid_request', secretMissing);
  return { ...record, storage: { ...settings, sealed: storage.sealed, setAt: new Date().toISOString() } };
};

/** Removes the storage. Throws `not_found` if there is none. */
export const withoutStorage = ({ storage, ...record }: AccountRecord): AccountRecord => {
  if (storage) return record;
  throw new TintypeError('not_found', 'The account has no storage of its own. PUT on this path sets one.');
};

export type StorageView = Omit<StorageSettings, 'secret'> & { setAt: string };

/** The account's own storage without the secret; null if it has none. */
export const storageView = ({ storage }: Pick<AccountRecord, 'storage'>): StorageView | null => {
  if (!storage) return null;
  const { endpoint, region, bucket, key, pathStyle, prefix, publicUrl, setAt } = storage;
  return { endpoint, region, bucket, key, pathStyle, prefix, publicUrl, setAt };
};
