import { z } from 'zod';
import { defaultAccountLimits, limits } from '../limits.js';
import { accountProxySchema } from './proxy.js';
import { accountStorageSchema } from './storage.js';

/** `null` is "no limit". */
export type AccountLimits = {
  [K in Exclude<keyof typeof defaultAccountLimits, 'concurrentSessions' | 'batchItems' | 'batchBytes'>]: number | null;
} & {
  batchItems: number;
  batchBytes: number;
  /** Never `null`: each session holds a numbered slot, and every number is looked up. */
  concurrentSessions: number;
  resultBytes: number;
  cacheSeconds: number;
};

const defaultLimits: AccountLimits = {
  ...defaultAccountLimits,
  resultBytes: limits.resultBytes,
  cacheSeconds: limits.cacheSeconds,
};

/** `use` signs URLs, opens sessions and reads the account; `manage` also changes the account. */
export const secretScopes = ['manage', 'use'] as const;
export type SecretScope = (typeof secretScopes)[number];

const storedSecretSchema = z.looseObject({
  id: z.string(),
  sealed: z.string(),
  createdAt: z.iso.datetime(),
  origin: z.enum(['admin', 'account', 'environment']),
  scope: z.enum(secretScopes).default('manage'),
  name: z.string().optional(),
});

/**
 * Stored under its id in the bucket `accounts`. Loose: an older replica keeps unknown fields when it writes the record
 * back.
 */
export const accountRecordSchema = z.looseObject({
  apiKey: z.string(),
  createdAt: z.iso.datetime(),
  disabled: z.boolean(),
  secrets: z.array(storedSecretSchema),
  /** Fingerprints of secrets that an admin removed: TINTYPE_ACCOUNT does not restore them. */
  removedSecrets: z.array(z.string()).optional(),
  /** Only differences from the defaults, so that a new default reaches every account. */
  limits: z.record(z.string(), z.number().nullable()),
  credits: z.number().nullable(),
  /** The account's total of charged credits when `credits` was set. */
  creditsBase: z.number().default(0),
  endpoints: z.array(z.string()).nullable(),
  /** For sessions with `proxy: true`. */
  proxy: accountProxySchema.optional(),
  /** Where its results are uploaded. */
  storage: accountStorageSchema.optional(),
});

export type AccountRecord = z.output<typeof accountRecordSchema>;
/** The record of an account is not valid JSON, or lacks a field. */
export class UnreadableAccount extends Error {
  override name = 'UnreadableAccount';
}

/** Reads a record; `json` parses its stored bytes. @throws UnreadableAccount */
export const readAccountRecord = (account: string, json: () => unknown): AccountRecord => {
  try {
    return accountRecordSchema.parse(json());
  } catch (cause) {
    throw new UnreadableAccount(`The record of the account ${account} is not valid.`, { cause });
  }
};

export type StoredSecret = z.output<typeof storedSecretSchema>;

const isLimit = (name: string): name is keyof AccountLimits => Object.hasOwn(defaultLimits, name);

/** The record's limits over the defaults. Drops names that this release does not know. */
export const limitsOf = (record: Pick<AccountRecord, 'limits'>): AccountLimits => {
  const own = Object.entries(record.limits).filter(([name]) => isLimit(name));
  return { ...defaultLimits, ...Object.fromEntries(own) };
};
