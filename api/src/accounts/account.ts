import type { KeyObject } from 'node:crypto';
import { defaultAccountLimits, type Endpoint, isEndpoint, limits } from '@tintype/contracts';
import { z } from 'zod';
import { unseal } from './sealing.js';

/** What an account may do; `null` is "no limit". Bytes, seconds or counts, as the names say. */
export type AccountLimits = {
  [K in Exclude<keyof typeof defaultAccountLimits, 'concurrentSessions'>]: number | null;
} & {
  /** Never "no limit": each session holds a numbered slot, and every number is looked at. */
  concurrentSessions: number;
  resultBytes: number;
  cacheSeconds: number;
};

const defaultLimits: AccountLimits = {
  ...defaultAccountLimits,
  resultBytes: limits.resultBytes,
  cacheSeconds: limits.cacheSeconds,
};

const storedSecretSchema = z.looseObject({
  id: z.string(),
  sealed: z.string(),
  createdAt: z.iso.datetime(),
  origin: z.enum(['admin', 'environment']),
});

/**
 * An account as it lies in the bucket `accounts`, under its id. Loose, so that a replica of an older release keeps what
 * it does not know when it writes the record back.
 */
export const accountRecordSchema = z.looseObject({
  apiKey: z.string(),
  createdAt: z.iso.datetime(),
  disabled: z.boolean(),
  secrets: z.array(storedSecretSchema),
  /** Only what differs from the defaults, so that a new default reaches every account. */
  limits: z.record(z.string(), z.number().nullable()),
  credits: z.number().nullable(),
  /** What the account had used in all when its credits were set. */
  creditsBase: z.number().default(0),
  endpoints: z.array(z.string()).nullable(),
});

export type AccountRecord = z.output<typeof accountRecordSchema>;
export type StoredSecret = z.output<typeof storedSecretSchema>;

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
}

const isLimit = (name: string): name is keyof AccountLimits => Object.hasOwn(defaultLimits, name);

/** The limits that hold for a record: its own over the defaults. Names of a newer release are left out. */
export const limitsOf = (record: Pick<AccountRecord, 'limits'>): AccountLimits => {
  const own = Object.entries(record.limits).filter(([name]) => isLimit(name));
  return { ...defaultLimits, ...Object.fromEntries(own) };
};

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
});
