import { createHash, randomUUID } from 'node:crypto';
import { TintypeError } from '@tintype/contracts';
import { isConflict, type KV } from '@tintype/runtime';
import { z } from 'zod';

const entrySchema = z.object({
  session: z.string(),
  /** Of the request's body. */
  fingerprint: z.string(),
  isGiven: z.boolean(),
});

type Entry = z.output<typeof entrySchema>;

interface Place {
  key: string;
  fingerprint: string;
}

/** Which session a key of a client's has made, or is to make. */
export interface KeyedSession {
  session: string;
  /** Somebody was answered it: then it is what the key stands for, whatever has become of it. */
  isGiven: boolean;
  /** It is written down just now: no other request has begun it. */
  isNew: boolean;
  place: Place & { revision: number };
}

export const newSessionId = (): string => `sess_${randomUUID()}`;

const digest = (text: string) => createHash('sha256').update(text).digest('hex');

const placeOf = (account: string, idempotencyKey: string, body: unknown): Place => ({
  key: `${account}.${digest(idempotencyKey)}`,
  fingerprint: digest(JSON.stringify(body)),
});

const newEntry = ({ fingerprint }: Place): Entry => ({
  session: newSessionId(),
  fingerprint,
  isGiven: false,
});

const keyed = ({ session, isGiven }: Entry, place: Place, revision: number): KeyedSession => ({
  session,
  isGiven,
  isNew: false,
  place: { ...place, revision },
});

const attempts = 10;

/**
 * Which session each `Idempotency-Key` has made, for as long as the bucket keeps it: a day. The id is written down before
 * anything is done for the session, so that whoever comes again, on whichever replica, works on the same one.
 */
export class SessionKeys {
  readonly #kv: Pick<KV, 'get' | 'create' | 'update'>;

  constructor(kv: Pick<KV, 'get' | 'create' | 'update'>) {
    this.#kv = kv;
  }

  /** What the key stands for already. Throws `invalid_request` when it came with another body before. */
  async find(account: string, idempotencyKey: string, body: unknown): Promise<KeyedSession | undefined> {
    return this.#read(placeOf(account, idempotencyKey, body));
  }

  /** Throws `invalid_request` when the key came with another body before. */
  async claim(account: string, idempotencyKey: string, body: unknown): Promise<KeyedSession> {
    const place = placeOf(account, idempotencyKey, body);
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const earlier = await this.#read(place);
      if (earlier) return earlier;
      const entry = newEntry(place);
      const revision = await this.#write(() => this.#kv.create(place.key, JSON.stringify(entry)));
      if (revision !== undefined) return { ...keyed(entry, place, revision), isNew: true };
    }
    throw new TintypeError('unavailable');
  }

  /** Another session for the same key, since the last one came to nothing; that of somebody who was faster, if so. */
  async renew({ place }: KeyedSession): Promise<KeyedSession> {
    const entry = newEntry(place);
    const revision = await this.#write(() => this.#kv.update(place.key, JSON.stringify(entry), place.revision));
    if (revision !== undefined) return { ...keyed(entry, place, revision), isNew: true };
    const faster = await this.#read(place);
    if (faster) return faster;
    throw new TintypeError('unavailable');
  }

  /** Writes down that its session is given, unless somebody else has by now. */
  async give({ session, place }: KeyedSession): Promise<void> {
    const { key, fingerprint, revision } = place;
    const entry: Entry = { session, fingerprint, isGiven: true };
    await this.#write(() => this.#kv.update(key, JSON.stringify(entry), revision));
  }

  async #read(place: Place): Promise<KeyedSession | undefined> {
    const stored = await this.#kv.get(place.key);
    if (stored?.operation !== 'PUT') return undefined;
    const entry = entrySchema.parse(stored.json());
    if (entry.fingerprint === place.fingerprint) return keyed(entry, place, stored.revision);
    throw new TintypeError('invalid_request', 'This Idempotency-Key came with another body before.');
  }

  async #write(write: () => Promise<number>): Promise<number | undefined> {
    try {
      return await write();
    } catch (error) {
      if (isConflict(error)) return undefined;
      throw error;
    }
  }
}
