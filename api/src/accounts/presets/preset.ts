import type { KeyObject } from 'node:crypto';
import { type Endpoint, endpoints, type Pairs, seal, tokenPattern, unseal } from '@tintype/contracts';
import { z } from 'zod';

/** A named set of options of an account. */
export interface Preset {
  name: string;
  /** Null is "all endpoints". */
  endpoint: Endpoint | null;
  options: Pairs;
  /** Rises with each change, from 1. */
  version: number;
  /** ISO 8601. */
  updatedAt: string;
}

/**
 * Stored under `preset.<account>.<name>` in the bucket `accounts`. Each preset has its own entry, because all presets
 * of an account together may exceed a message.
 */
export const presetRecordSchema = z.looseObject({
  endpoint: z.enum(endpoints).nullable(),
  /** JSON of the options, sealed: `httpAuth` is a password. */
  sealed: z.string(),
  version: z.int(),
  updatedAt: z.iso.datetime(),
});

export type PresetRecord = z.output<typeof presetRecordSchema>;

const prefix = 'preset.';

export const presetKey = (account: string, name: string) => `${prefix}${account}.${name}`;

/** Undefined for other entries of the bucket. */
export const presetIdOf = (key: string): { account: string; name: string } | undefined => {
  const [account = '', name = ''] = key.startsWith(prefix) ? key.slice(prefix.length).split('.') : [];
  return name === '' ? undefined : { account, name };
};

export const isPresetName = (name: string): boolean => tokenPattern.test(name);

const sealLocation = (account: string, name: string) => ({ account, secretId: `${prefix}${name}` });

const optionsSchema = z.record(z.string(), z.string());

export const sealPreset = (masterKey: KeyObject, account: string, preset: Preset): PresetRecord => ({
  endpoint: preset.endpoint,
  sealed: seal(masterKey, sealLocation(account, preset.name), JSON.stringify(preset.options)),
  version: preset.version,
  updatedAt: preset.updatedAt,
});

/** Throws for a record that is not valid, and an UnsealError under another master key. */
export const decryptPreset = (masterKey: KeyObject, key: string, value: unknown): Preset => {
  const { account = '', name = '' } = presetIdOf(key) ?? {};
  const { endpoint, sealed, version, updatedAt } = presetRecordSchema.parse(value);
  const options = optionsSchema.parse(JSON.parse(unseal(masterKey, sealLocation(account, name), sealed)));
  return { name, endpoint, options, version, updatedAt };
};
