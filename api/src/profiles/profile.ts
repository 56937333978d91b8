import type { KeyObject } from 'node:crypto';
import { type StorageState, seal, storageStateSchema, unseal } from '@tintype/contracts';
import { z } from 'zod';

/** A saved login, without its contents. */
export interface Profile {
  name: string;
  /** ISO 8601. */
  savedAt: string;
  /** The session that saved it. */
  session: string;
  /** UTF-8 bytes of its JSON. */
  bytes: number;
  cookies: number;
  /** Origins with web storage; null if they cannot be unsealed. */
  origins: string[] | null;
}

/** Stored under `record.<account>.<name>` in the bucket `profiles`. */
export const profileRecordSchema = z.looseObject({
  savedAt: z.iso.datetime(),
  session: z.string(),
  bytes: z.int(),
  cookies: z.int(),
  /** JSON of the list, sealed: it shows where people have accounts. */
  sealedOrigins: z.string(),
  /** The name of the sealed state (`ProfileBytes`), and its length. */
  blob: z.string(),
  length: z.int(),
});

export type ProfileRecord = z.output<typeof profileRecordSchema>;

export interface ProfilePlace {
  account: string;
  name: string;
}

export const profileKey = ({ account, name }: ProfilePlace): string => `record.${account}.${name}`;

/** Undefined for other entries of the bucket. */
export const profilePlace = (key: string): ProfilePlace | undefined => {
  const [kind, account = '', name = ''] = key.split('.');
  return kind === 'record' && name !== '' ? { account, name } : undefined;
};

// Names of profiles have no dot.
const statePlace = ({ account, name }: ProfilePlace) => ({ account, secretId: `profile.${name}` });
const originsPlace = ({ account, name }: ProfilePlace) => ({ account, secretId: `profile.${name}.origins` });

const originsSchema = z.array(z.string());

export const sealState = (masterKey: KeyObject, place: ProfilePlace, json: string): string =>
  seal(masterKey, statePlace(place), json);

/** Throws an UnsealError, or the parser's error. */
export const decryptState = (masterKey: KeyObject, place: ProfilePlace, sealed: string): StorageState =>
  storageStateSchema.parse(JSON.parse(unseal(masterKey, statePlace(place), sealed)));

export const sealOrigins = (masterKey: KeyObject, place: ProfilePlace, origins: readonly string[]): string =>
  seal(masterKey, originsPlace(place), JSON.stringify(origins));

/** Null under another master key. */
const decryptOrigins = (masterKey: KeyObject, place: ProfilePlace, sealed: string): string[] | null => {
  try {
    return originsSchema.parse(JSON.parse(unseal(masterKey, originsPlace(place), sealed)));
  } catch {
    return null;
  }
};

export const profileOf = (masterKey: KeyObject, place: ProfilePlace, record: ProfileRecord): Profile => ({
  name: place.name,
  savedAt: record.savedAt,
  session: record.session,
  bytes: record.bytes,
  cookies: record.cookies,
  origins: decryptOrigins(masterKey, place, record.sealedOrigins),
});
