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
  /** Never `null`: to find a free slot, the ledger lists every slot number below this limit. */
  concurrentSessions: number;
  resultBytes: number;
  cacheSeconds: number;
};

const allDefaultLimits: AccountLimits = {
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
 * An account, stored under the account's id in the bucket `accounts`. Loose: an older replica keeps unknown fields when
 * it writes the record back.
 */
export const accountRecordSchema = z.looseObject({
  apiKey: z.string(),
  createdAt: z.iso.datetime(),
  disabled: z.boolean(),
  secrets: z.array(storedSecretSchema),
  /** Fingerprints of secrets that were removed. At a start, TINTYPE_ACCOUNT does not add these secrets again. */
  removedSecrets: z.array(z.string()).optional(),
  /** Only the limits that were set for this account, so that a new default reaches all other accounts. */
  limits: z.record(z.string(), z.number().nullable()),
  /** `null` is unlimited. */
  credits: z.number().nullable(),
  /** The account's total of charged credits when `credits` was set. */
  creditsBase: z.number().default(0),
  /** The endpoints that the account may use; `null` is all. */
  endpoints: z.array(z.string()).nullable(),
  /** The proxy of sessions with `proxy: true`. */
  proxy: accountProxySchema.optional(),
  /** Where the account's results are uploaded. */
  storage: accountStorageSchema.optional(),
});

export type AccountRecord = z.output<typeof accountRecordSchema>;

/** The record of an account is not valid JSON, or does not match the schema. */
export class UnreadableAccount extends Error {
  override name = 'UnreadableAccount';
}

/** Checks the record that `parseJson` returns from the stored bytes. Throws UnreadableAccount, also if `parseJson` throws. */
export const readAccountRecord = (account: string, parseJson: () => unknown): AccountRecord => {
  try {
    return accountRecordSchema.parse(parseJson());
  } catch (cause) {
    throw new UnreadableAccount(`The record of the account ${account} is not valid.`, { cause });
  }
};

export type StoredSecret = z.output<typeof storedSecretSchema>;

const isLimit = (name: string): name is keyof AccountLimits => Object.hasOwn(allDefaultLimits, name);

/** The account's own limits, and the defaults for the rest. Drops names that this release does not know. */
export const limitsOf = (record: Pick<AccountRecord, 'limits'>): AccountLimits => {
  const ownLimits = Object.entries(record.limits).filter(([name]) => isLimit(name));
  return { ...allDefaultLimits, ...Object.fromEntries(ownLimits) };
};
