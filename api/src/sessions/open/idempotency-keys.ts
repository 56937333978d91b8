import { createHash, randomUUID } from 'node:crypto';
import { TintypeError } from '@tintype/contracts';
import { isConflict, type KV } from '@tintype/runtime';
import { z } from 'zod';

const storedKeySchema = z.object({
  session: z.string(),
  /** Of the request's body. */
  fingerprint: z.string(),
  isGiven: z.boolean(),
});

type StoredKey = z.output<typeof storedKeySchema>;

interface RequestKey {
  key: string;
  fingerprint: string;
}

/** Which session a key of a client's has made, or is to make. */
export interface KeyedSession {
  session: string;
  /** Somebody was answered it: then it is what the key stands for, whatever has become of it. */
  isReturned: boolean;
  /** It is written down just now: no other request has begun it. */
  isNew: boolean;
  stored: RequestKey & { revision: number };
}

export const newSessionId = (): string => `sess_${randomUUID()}`;

const digest = (text: string) => createHash('sha256').update(text).digest('hex');

const requestKeyOf = (account: string, idempotencyKey: string, body: unknown): RequestKey => ({
  key: `${account}.${digest(idempotencyKey)}`,
  fingerprint: digest(JSON.stringify(body)),
});

const newStoredKey = ({ fingerprint }: RequestKey): StoredKey => ({
  session: newSessionId(),
  fingerprint,
  isGiven: false,
});

const keyed = ({ session, isGiven }: StoredKey, request: RequestKey, revision: number): KeyedSession => ({
  session,
  isReturned: isGiven,
  isNew: false,
  stored: { ...request, revision },
});

const attempts = 10;

/**
 * Which session each `Idempotency-Key` has made, for as long as the bucket keeps it: a day. The id is written down before
 * anything is done for the session, so that whoever comes again, on whichever replica, works on the same one.
 */
export class IdempotencyKeys {
  readonly #kv: Pick<KV, 'get' | 'create' | 'update'>;

  constructor(kv: Pick<KV, 'get' | 'create' | 'update'>) {
    this.#kv = kv;
  }

  /** What the key stands for already. Throws `invalid_request` when it came with another body before. */
  async find(account: string, idempotencyKey: string, body: unknown): Promise<KeyedSession | undefined> {
    return this.#read(requestKeyOf(account, idempotencyKey, body));
  }

  /** Throws `invalid_request` when the key came with another body before. */
  async claim(account: string, idempotencyKey: string, body: unknown): Promise<KeyedSession> {
    const request = requestKeyOf(account, idempotencyKey, body);
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const earlier = await this.#read(request);
      if (earlier) return earlier;
      const entry = newStoredKey(request);
      const revision = await this.#write(() => this.#kv.create(request.key, JSON.stringify(entry)));
      if (revision !== undefined) return { ...keyed(entry, request, revision), isNew: true };
    }
    throw new TintypeError('unavailable');
  }

  /** Another session for the same key, since the last one came to nothing; that of somebody who was faster, if so. */
  async renew({ stored }: KeyedSession): Promise<KeyedSession> {
    const entry = newStoredKey(stored);
    const revision = await this.#write(() => this.#kv.update(stored.key, JSON.stringify(entry), stored.revision));
    if (revision !== undefined) return { ...keyed(entry, stored, revision), isNew: true };
    const faster = await this.#read(stored);
    if (faster) return faster;
    throw new TintypeError('unavailable');
  }

  /** Writes down that its session is given, unless somebody else has by now. */
  async markReturned({ session, stored }: KeyedSession): Promise<void> {
    const { key, fingerprint, revision } = stored;
    const entry: StoredKey = { session, fingerprint, isGiven: true };
    await this.#write(() => this.#kv.update(key, JSON.stringify(entry), revision));
  }

  async #read(request: RequestKey): Promise<KeyedSession | undefined> {
    const stored = await this.#kv.get(request.key);
    if (stored?.operation !== 'PUT') return undefined;
    const entry = storedKeySchema.parse(stored.json());
    if (entry.fingerprint === request.fingerprint) return keyed(entry, request, stored.revision);
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
