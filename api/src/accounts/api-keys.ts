import { type AccountRecord, TintypeError } from '@tintype/contracts';
import { z } from 'zod';
import type { Bucket, Revised } from './bucket.js';

export class ApiKeyTaken extends TintypeError {
  constructor() {
    super('invalid_request', 'Another account has this API key: choose another key.');
    this.name = 'ApiKeyTaken';
  }
}

export const reservationSchema = z.looseObject({
  /** Id of the account that has the key. */
  account: z.string(),
  /** False until the account's record is known to be written. */
  confirmed: z.boolean(),
});

export type Reservation = Revised<z.output<typeof reservationSchema>>;

const prefix = 'key.';

const keyOf = (apiKey: string) => `${prefix}${apiKey}`;

/** Undefined for other entries of the bucket. */
export const reservedApiKey = (key: string): string | undefined =>
  key.startsWith(prefix) ? key.slice(prefix.length) : undefined;

/**
 * The index of API keys: one entry per key, which names its account. Three steps create an account: reserve
 * (`confirmed: false`), write the record, confirm by compare-and-set on the reservation's revision. Only the third step
 * gives the key to the account for good.
 *
 * A creator that crashes, or finds the id taken, leaves an unconfirmed reservation. Creating the same account again
 * continues with it. Another account takes the reservation over if the named account's record does not have the key. A
 * slow creator then fails to confirm, and deletes its record. Only the index decides who has a key, so a record left by
 * a crash gives no access.
 */
export class ApiKeys {
  readonly #bucket: Bucket;
  readonly #readRecord: (account: string) => Promise<Revised<AccountRecord> | undefined>;

  constructor(bucket: Bucket, readRecord: (account: string) => Promise<Revised<AccountRecord> | undefined>) {
    this.#bucket = bucket;
    this.#readRecord = readRecord;
  }

  /** Continues with the account's own reservation, if there is one. Throws ApiKeyTaken. */
  async reserve(apiKey: string, account: string): Promise<Reservation> {
    const value = { account, confirmed: false };
    const created = await this.#bucket.create(keyOf(apiKey), value);
    if (created !== undefined) return { value, revision: created };
    const held = await this.#read(apiKey);
    if (held?.value.account === account) return held;
    if (!held || (await this.#isInUse(apiKey, held))) throw new ApiKeyTaken();
    const revision = await this.#bucket.replace(keyOf(apiKey), value, held.revision);
    if (revision === undefined) throw new ApiKeyTaken();
    return { value, revision };
  }

  /** Call it after the record is written. Answers the revision of the confirmed reservation. Throws ApiKeyTaken. */
  async confirm(apiKey: string, reservation: Reservation): Promise<number> {
    const { value, revision } = reservation;
    if (value.confirmed) return revision;
    const confirmed = await this.#bucket.replace(keyOf(apiKey), { ...value, confirmed: true }, revision);
    if (confirmed !== undefined) return confirmed;
    // Another replica that creates the same account may have confirmed the reservation.
    const held = await this.#read(apiKey);
    if (held?.value.account !== value.account || !held.value.confirmed) throw new ApiKeyTaken();
    return held.revision;
  }

  async #read(apiKey: string): Promise<Reservation | undefined> {
    const found = await this.#bucket.read(keyOf(apiKey));
    return found && { ...found, value: reservationSchema.parse(found.value) };
  }

  async #isInUse(apiKey: string, { value }: Reservation): Promise<boolean> {
    if (value.confirmed) return true;
    const holder = await this.#readRecord(value.account);
    return holder?.value.apiKey === apiKey;
  }
}
