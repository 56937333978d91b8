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
  /** Origins with web storage; null if they cannot be decrypted. */
  origins: string[] | null;
  /** Domains of its cookies; null if they cannot be decrypted. Empty for one that an earlier release saved. */
  sites: string[] | null;
}

/** Stored under `record.<account>.<name>` in the bucket `profiles`. */
export const profileRecordSchema = z.looseObject({
  savedAt: z.iso.datetime(),
  session: z.string(),
  bytes: z.int(),
  cookies: z.int(),
  /** JSON of the list, sealed: it shows where people have accounts. */
  sealedOrigins: z.string(),
  /** The same of the domains. */
  sealedSites: z.string().optional(),
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
const listPlace = ({ account, name }: ProfilePlace, list: SealedList) => ({
  account,
  secretId: `profile.${name}.${list}`,
});

type SealedList = 'origins' | 'sites';

const listSchema = z.array(z.string());

export const sealState = (masterKey: KeyObject, place: ProfilePlace, json: string): string =>
  seal(masterKey, statePlace(place), json);

/** Throws an UnsealError, or the parser's error. */
export const decryptState = (masterKey: KeyObject, place: ProfilePlace, sealed: string): StorageState =>
  storageStateSchema.parse(JSON.parse(unseal(masterKey, statePlace(place), sealed)));

/** Where a login is from: the lists of its record. */
export const sealLists = (masterKey: KeyObject, place: ProfilePlace, { origins, cookies }: StorageState) => {
  const sealed = (list: SealedList, texts: readonly string[]) =>
    seal(masterKey, listPlace(place, list), JSON.stringify(texts));
  const sites = new Set(cookies.map(({ domain }) => domain.replace(/^\./, '')));
  return {
    sealedOrigins: sealed(
      'origins',
      origins.map(({ origin }) => origin),
    ),
    sealedSites: sealed('sites', [...sites].sort()),
  };
};

/** Null under another master key. */
const decryptList = (masterKey: KeyObject, place: ReturnType<typeof listPlace>, sealed: string): string[] | null => {
  try {
    return listSchema.parse(JSON.parse(unseal(masterKey, place, sealed)));
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
  origins: decryptList(masterKey, listPlace(place, 'origins'), record.sealedOrigins),
  sites: record.sealedSites === undefined ? [] : decryptList(masterKey, listPlace(place, 'sites'), record.sealedSites),
});
