import type { KeyObject } from 'node:crypto';
import { didYouMean, limits, type StorageState, shownName, TintypeError } from '@tintype/contracts';
import type { Logger } from '@tintype/runtime';
import { type AccountsKv, Bucket, type Revised } from '../accounts/bucket.js';
import { reachable } from '../reachable.js';
import {
  decryptState,
  type Profile,
  type ProfileId,
  type ProfileRecord,
  profileIdOf,
  profileKey,
  profileOf,
  profileRecordSchema,
  sealLists,
  sealState,
} from './profile.js';
import { type BytesKv, ProfileBytes } from './profile-bytes.js';

export interface ProfileStoreOptions {
  /** The bucket `profiles`. */
  kv: AccountsKv & BytesKv;
  masterKey: KeyObject;
  log: Pick<Logger, 'warn'>;
}

/** A save that has begun. It fails if another save of the same profile ends first. */
export interface BegunSave extends ProfileId {
  /** The record to replace, or undefined for a new profile. The value of a damaged record is undefined. */
  current: Revised<ProfileRecord | undefined> | undefined;
}

const tooLarge = () =>
  new TintypeError(
    'result_too_large',
    `This profile has more than ${limits.profileBytes} bytes, so it is not saved. Save it before you open pages with much storage.`,
  );

const unreadable = (name: string, cause: unknown) =>
  new TintypeError(
    'profile_unusable',
    `The profile \`${name}\` cannot be read: it is damaged, or was sealed under another master key. Save it again, or delete it.`,
    { cause },
  );

/** Saved logins by account and name. A profile is replaced whole, by compare-and-set. */
export class ProfileStore {
  readonly #bucket: Bucket;
  readonly #bytes: ProfileBytes;
  readonly #options: ProfileStoreOptions;

  constructor(options: ProfileStoreOptions) {
    this.#options = options;
    this.#bucket = new Bucket(options.kv);
    this.#bytes = new ProfileBytes(options.kv);
  }

  /** Sorted by name, without damaged records. */
  async list(account: string): Promise<Profile[]> {
    const found = await this.#records(account);
    const profiles = found.map(({ id, record }) => profileOf(this.#options.masterKey, id, record));
    return profiles.sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** Undefined if there is none, or if its record is damaged. */
  async find(id: ProfileId): Promise<Profile | undefined> {
    const value = (await this.#read(id))?.value;
    return value && profileOf(this.#options.masterKey, id, value);
  }

  /** Throws `not_found`, with similar names, if there is none or its record is damaged. */
  async get(id: ProfileId): Promise<Profile> {
    const found = await this.find(id);
    if (found) return found;
    throw new TintypeError('not_found', await this.#noProfileMessage(id));
  }

  /** Throws `invalid_request`, with similar names, if there is none. */
  async check(id: ProfileId): Promise<void> {
    await this.#existing(id);
  }

  /** What the profile holds. Throws `invalid_request` if there is none, and `profile_unusable` if it cannot be read. */
  async state(id: ProfileId): Promise<StorageState> {
    let record = await this.#existing(id);
    for (;;) {
      const sealed = record && (await reachable(this.#bytes.get(id.account, record.blob, record.length)));
      if (sealed !== undefined) return this.#decrypted(id, sealed);
      // A save may have replaced the record meanwhile, and removed the bytes of the old one.
      const latest = await this.#existing(id);
      if (latest?.blob === record?.blob)
        throw unreadable(id.name, new Error('The record is damaged, or a part of the state is missing.'));
      record = latest;
    }
  }

  /**
   * Begins a save; call this before the session's state is read. Throws `invalid_request` for a new profile if the account
   * has 100 already. Simultaneous saves may exceed this limit.
   */
  async begin(id: ProfileId): Promise<BegunSave> {
    const current = await this.#read(id);
    if (!current && (await this.#records(id.account)).length >= limits.profiles)
      throw new TintypeError(
        'invalid_request',
        `An account has at most ${limits.profiles} profiles. Delete one with DELETE /v1/account/profiles/{name} first.`,
      );
    return { ...id, current };
  }

  /** Stores the state. Throws `result_too_large`, and `profile_conflict` if another save ended since this one began. */
  async end(save: BegunSave, { state, session }: { state: StorageState; session: string }): Promise<Profile> {
    const { masterKey } = this.#options;
    const { account, name, current } = save;
    const id = { account, name };
    const json = JSON.stringify(state);
    const bytes = Buffer.byteLength(json);
    if (bytes > limits.profileBytes) throw tooLarge();
    const sealed = sealState(masterKey, id, json);
    const blob = await reachable(this.#bytes.put(account, sealed));
    const record: ProfileRecord = {
      ...{ savedAt: new Date().toISOString(), session, bytes, cookies: state.cookies.length },
      ...sealLists(masterKey, id, state),
      ...{ blob, length: sealed.length },
    };
    const isStored = await this.#write(id, record, current?.revision);
    // After a conflict, no record names the new bytes.
    await this.#removeUnusedBytes(account, isStored ? current?.value : record);
    if (!isStored) throw new TintypeError('profile_conflict');
    return profileOf(masterKey, id, record);
  }

  /** Throws `not_found`. */
  async remove(id: ProfileId): Promise<void> {
    const found = await this.#read(id);
    if (!found) throw new TintypeError('not_found', await this.#noProfileMessage(id));
    await this.#bucket.remove(profileKey(id), found.revision);
    await this.#removeUnusedBytes(id.account, found.value);
  }

  /** The record; undefined if it is damaged. Throws `invalid_request`, with similar names, if there is none. */
  async #existing(id: ProfileId): Promise<ProfileRecord | undefined> {
    const found = await this.#read(id);
    if (found) return found.value;
    throw new TintypeError('invalid_request', await this.#noProfileMessage(id));
  }

  #decrypted(id: ProfileId, sealed: string): StorageState {
    try {
      return decryptState(this.#options.masterKey, id, sealed);
    } catch (error) {
      throw unreadable(id.name, error);
    }
  }

  /** False if another write came first. */
  async #write(id: ProfileId, record: ProfileRecord, revision: number | undefined): Promise<boolean> {
    const key = profileKey(id);
    const written =
      revision === undefined ? this.#bucket.create(key, record) : this.#bucket.replace(key, record, revision);
    return (await written) !== undefined;
  }

  /** Removes the bytes of `unusedRecord`, and leftovers of earlier saves. If this fails, a later save of the account does it. */
  async #removeUnusedBytes(account: string, unusedRecord: ProfileRecord | undefined): Promise<void> {
    try {
      if (unusedRecord) await this.#bytes.remove(account, unusedRecord.blob, unusedRecord.length);
      const recordedNames = new Set((await this.#records(account)).map(({ record }) => record.blob));
      await this.#bytes.removeLeftovers(account, recordedNames);
    } catch (err) {
      this.#options.log.warn(
        { err, account },
        'cannot remove the bytes of a replaced profile: a later save removes them',
      );
    }
  }

  /** A damaged record has a revision without a value, so that it can be replaced and removed. */
  async #read(id: ProfileId): Promise<Revised<ProfileRecord | undefined> | undefined> {
    const found = await this.#bucket.read(profileKey(id));
    return found && { value: profileRecordSchema.safeParse(found.value).data, revision: found.revision };
  }

  async #records(account: string): Promise<{ id: ProfileId; record: ProfileRecord }[]> {
    const found = await this.#bucket.readAll(profileKey({ account, name: '*' }));
    return found.flatMap(({ key, value }) => {
      const id = profileIdOf(key);
      const { data: record } = profileRecordSchema.safeParse(value);
      return id && record ? [{ id, record }] : [];
    });
  }

  async #noProfileMessage({ account, name }: ProfileId): Promise<string> {
    const names = (await this.#records(account)).map(({ id }) => id.name);
    const near = didYouMean(name, names) || ' GET /v1/account/profiles lists those it has.';
    return `The account has no profile \`${shownName(name)}\`.${near}`;
  }
}
