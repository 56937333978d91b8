import type { KeyObject } from 'node:crypto';
import { type StorageState, seal, storageStateSchema, unseal } from '@tintype/contracts';
import { z } from 'zod';

/** A saved login, without its contents. */
export interface Profile {
  name: string;
  /** ISO 8601. */
  savedAt: string;
  /** The id of the session that saved the profile. */
  session: string;
  /** UTF-8 bytes of the state's JSON, before it is sealed. */
  bytes: number;
  /** The number of cookies. */
  cookies: number;
  /** Origins with web storage; null if they cannot be decrypted. */
  origins: string[] | null;
  /** Domains of the cookies; null if they cannot be decrypted. Empty for a profile that an earlier release saved. */
  sites: string[] | null;
}

/** Stored under `record.<account>.<name>` in the bucket `profiles`. */
export const profileRecordSchema = z.looseObject({
  savedAt: z.iso.datetime(),
  session: z.string(),
  bytes: z.int(),
  cookies: z.int(),
  /** The list of origins as sealed JSON. The origins would show where people have accounts. */
  sealedOrigins: z.string(),
  /** The cookies' domains as sealed JSON. Records of earlier releases have none. */
  sealedSites: z.string().optional(),
  /** The name of the sealed state in `ProfileBytes`. */
  blob: z.string(),
  /** Characters of the sealed state. */
  length: z.int(),
});

export type ProfileRecord = z.output<typeof profileRecordSchema>;

export interface ProfileId {
  account: string;
  name: string;
}

export const profileKey = ({ account, name }: ProfileId): string => `record.${account}.${name}`;

/** Undefined for other entries of the bucket. */
export const profileIdOf = (key: string): ProfileId | undefined => {
  const [kind, account = '', name = ''] = key.split('.');
  return kind === 'record' && name !== '' ? { account, name } : undefined;
};

// Names of profiles have no dot, so the id of a state never equals the id of a list.
const stateLocation = ({ account, name }: ProfileId) => ({ account, secretId: `profile.${name}` });
const listLocation = ({ account, name }: ProfileId, list: ListName) => ({
  account,
  secretId: `profile.${name}.${list}`,
});

type ListName = 'origins' | 'sites';

const listSchema = z.array(z.string());

export const sealState = (masterKey: KeyObject, id: ProfileId, json: string): string =>
  seal(masterKey, stateLocation(id), json);

/** Throws an UnsealError, or the parser's error. */
export const decryptState = (masterKey: KeyObject, id: ProfileId, sealed: string): StorageState =>
  storageStateSchema.parse(JSON.parse(unseal(masterKey, stateLocation(id), sealed)));

/** Seals the origins and the cookies' domains of a state, as its record has them. */
export const sealLists = (masterKey: KeyObject, id: ProfileId, { origins, cookies }: StorageState) => {
  const sealed = (list: ListName, texts: readonly string[]) =>
    seal(masterKey, listLocation(id, list), JSON.stringify(texts));
  const sites = new Set(cookies.map(({ domain }) => domain.replace(/^\./, '')));
  return {
    sealedOrigins: sealed(
      'origins',
      origins.map(({ origin }) => origin),
    ),
    sealedSites: sealed('sites', [...sites].sort()),
  };
};

/** Null if the list was sealed under another master key, or is damaged. */
const decryptList = (
  masterKey: KeyObject,
  location: ReturnType<typeof listLocation>,
  sealed: string,
): string[] | null => {
  try {
    return listSchema.parse(JSON.parse(unseal(masterKey, location, sealed)));
  } catch {
    return null;
  }
};

export const profileOf = (masterKey: KeyObject, id: ProfileId, record: ProfileRecord): Profile => ({
  name: id.name,
  savedAt: record.savedAt,
  session: record.session,
  bytes: record.bytes,
  cookies: record.cookies,
  origins: decryptList(masterKey, listLocation(id, 'origins'), record.sealedOrigins),
  sites: record.sealedSites === undefined ? [] : decryptList(masterKey, listLocation(id, 'sites'), record.sealedSites),
});
