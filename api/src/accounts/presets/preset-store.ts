import type { KeyObject } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { TintypeError } from '@tintype/contracts';
import { type AccountsKv, Bucket, type Revised } from '../bucket.js';
import { decryptPreset, isPresetName, type Preset, presetKey, sealPreset } from './preset.js';

export type StoredPreset = Revised<Preset>;

export type NewPreset = Pick<Preset, 'name' | 'endpoint' | 'options'>;

const isSame = (a: NewPreset, b: NewPreset) =>
  a.endpoint === b.endpoint && isDeepStrictEqual({ ...a.options }, { ...b.options });

export const maxPresets = 100;

const maxAttempts = 20;

export const noSuchPreset = (name: string): TintypeError =>
  new TintypeError(
    'not_found',
    `The account has no preset \`${name.slice(0, 64)}\`. GET /v1/account/presets lists them.`,
  );

/** Presets by account and name, written by compare-and-set. */
export class PresetStore {
  readonly #bucket: Bucket;
  readonly #masterKey: KeyObject;

  constructor({ kv, masterKey }: { kv: AccountsKv; masterKey: KeyObject }) {
    this.#bucket = new Bucket(kv);
    this.#masterKey = masterKey;
  }

  /** Throws `not_found`. */
  async get(account: string, name: string): Promise<StoredPreset> {
    const { value, revision } = (await this.#read(account, name)) ?? {};
    if (!value || revision === undefined) throw noSuchPreset(name);
    return { value, revision };
  }

  /** Sorted by name, without unreadable ones. */
  async list(account: string): Promise<Preset[]> {
    const found = await this.#bucket.readAll(presetKey(account, '*'));
    const presets = found.map(({ key, value }) => this.#open(key, value)).filter((each) => each !== undefined);
    return presets.sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /**
   * Creates or replaces a preset. One with the same content stays, with its version. Throws `invalid_request` above the
   * limit of presets; simultaneous requests may exceed it by their number.
   */
  async put(account: string, { name, endpoint, options }: NewPreset): Promise<StoredPreset> {
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      const current = await this.#read(account, name);
      const before = current?.value;
      if (current && before && isSame(before, { name, endpoint, options }))
        return { value: before, revision: current.revision };
      if (!current) await this.#refuseTooMany(account);
      const version = (before?.version ?? 0) + 1;
      const value = { name, endpoint, options, version, updatedAt: new Date().toISOString() };
      const revision = await this.#write(account, value, current?.revision);
      if (revision !== undefined) return { value, revision };
    }
    throw new TintypeError('unavailable', 'Other requests are changing this preset: try again.');
  }

  /** Answers the revision from which on views no longer have the preset. Throws `not_found`. */
  async remove(account: string, name: string): Promise<number> {
    const found = await this.#read(account, name);
    if (!found) throw noSuchPreset(name);
    const key = presetKey(account, name);
    await this.#bucket.remove(key, found.revision);
    return this.#bucket.lastRevision(key);
  }

  /** The value is undefined if the preset is unreadable, which can still be replaced or removed. */
  async #read(account: string, name: string): Promise<Revised<Preset | undefined> | undefined> {
    if (!isPresetName(name)) return undefined;
    const key = presetKey(account, name);
    const found = await this.#bucket.read(key);
    return found && { value: this.#open(key, found.value), revision: found.revision };
  }

  /** Undefined if the preset is unreadable: damaged, or sealed by another master key. The directory logs that. */
  #open(key: string, value: unknown): Preset | undefined {
    try {
      return decryptPreset(this.#masterKey, key, value);
    } catch {
      return undefined;
    }
  }

  #write(account: string, preset: Preset, revision: number | undefined): Promise<number | undefined> {
    const key = presetKey(account, preset.name);
    const record = sealPreset(this.#masterKey, account, preset);
    return revision === undefined ? this.#bucket.create(key, record) : this.#bucket.replace(key, record, revision);
  }

  async #refuseTooMany(account: string): Promise<void> {
    const { length } = await this.#bucket.readAll(presetKey(account, '*'));
    if (length >= maxPresets)
      throw new TintypeError('invalid_request', `An account has at most ${maxPresets} presets: delete one first.`);
  }
}
