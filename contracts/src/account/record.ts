import { z } from 'zod';
import { defaultAccountLimits, limits } from '../limits.js';
import { accountProxySchema } from './proxy.js';

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
  /** Fingerprints of secrets that the admin routes have removed: TINTYPE_ACCOUNT does not bring them back. */
  removedSecrets: z.array(z.string()).optional(),
  /** Only what differs from the defaults, so that a new default reaches every account. */
  limits: z.record(z.string(), z.number().nullable()),
  credits: z.number().nullable(),
  /** What the account had used in all when its credits were set. */
  creditsBase: z.number().default(0),
  endpoints: z.array(z.string()).nullable(),
  /** What sessions with `proxy: true` go through. */
  proxy: accountProxySchema.optional(),
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

/** The limits that hold for a record: its own over the defaults. Names of a newer release are left out. */
export const limitsOf = (record: Pick<AccountRecord, 'limits'>): AccountLimits => {
  const own = Object.entries(record.limits).filter(([name]) => isLimit(name));
  return { ...defaultLimits, ...Object.fromEntries(own) };
};
