import type { KeyObject } from 'node:crypto';
import { z } from 'zod';
import { seal, unseal } from './sealing.js';

/** How to reach the account's own S3-compatible storage, without the secret of its access key. */
const settingsSchema = z.object({
  endpoint: z.string(),
  region: z.string(),
  bucket: z.string(),
  /** The id of the access key, which is no secret. */
  key: z.string(),
  pathStyle: z.boolean(),
  /** The beginning of every object's name: empty, or with a slash at its end. */
  prefix: z.string(),
  /** The URL at which the public reads the bucket; null: the bucket's URL at `endpoint`. */
  publicUrl: z.string().nullable(),
});

export const accountStorageSchema = settingsSchema
  .extend({
    /** The secret of the access key, sealed. */
    sealed: z.string(),
    setAt: z.iso.datetime(),
  })
  .loose();

export type AccountStorage = z.output<typeof accountStorageSchema>;

/** The settings with the decrypted secret of the access key. */
export type StorageSettings = z.output<typeof settingsSchema> & { secret: string };

/** No secret of the account has the id `storage`: their ids start with `sec_`. */
const locationOf = (account: string) => ({ account, secretId: 'storage' });

export const sealStorage = (
  masterKey: KeyObject,
  account: string,
  { secret, ...settings }: StorageSettings,
): AccountStorage => ({
  ...settings,
  sealed: seal(masterKey, locationOf(account), secret),
  setAt: new Date().toISOString(),
});

/** Returns the settings with the decrypted secret. Throws UnsealError. */
export const decryptStorage = (
  masterKey: KeyObject,
  account: string,
  { endpoint, region, bucket, key, sealed, pathStyle, prefix, publicUrl }: AccountStorage,
): StorageSettings => {
  const secret = unseal(masterKey, locationOf(account), sealed);
  return { endpoint, region, bucket, key, secret, pathStyle, prefix, publicUrl };
};
