import type { KeyObject } from 'node:crypto';
import { z } from 'zod';
import { seal, unseal } from './sealing.js';

/** The account's own S3-compatible storage. */
const settingsSchema = z.object({
  endpoint: z.string(),
  region: z.string(),
  bucket: z.string(),
  /** The id of the access key, which is no secret. */
  key: z.string(),
  pathStyle: z.boolean(),
  /** Begins every object's name: empty, or ends with a slash. */
  prefix: z.string(),
  /** Where the public reads the bucket; null: at its endpoint. */
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

/** Ids of an account's secrets start with `sec_`, so this one is free. */
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

/** Throws UnsealError. */
export const decryptStorage = (
  masterKey: KeyObject,
  account: string,
  { endpoint, region, bucket, key, sealed, pathStyle, prefix, publicUrl }: AccountStorage,
): StorageSettings => {
  const secret = unseal(masterKey, locationOf(account), sealed);
  return { endpoint, region, bucket, key, secret, pathStyle, prefix, publicUrl };
};
