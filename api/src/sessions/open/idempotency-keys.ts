import { createHash, randomUUID } from 'node:crypto';
import { TintypeError } from '@tintype/contracts';
import { isConflict, type KV } from '@tintype/runtime';
import { z } from 'zod';

const storedKeySchema = z.object({
  session: z.string(),
  /** Hash of the request's body. */
  fingerprint: z.string(),
  isGiven: z.boolean(),
});

type StoredKey = z.output<typeof storedKeySchema>;

interface RequestKey {
  key: string;
  fingerprint: string;
}

export interface KeyedSession {
  session: string;
  /** A response named the session: the key stands for it even after its end. */
  isReturned: boolean;
  /** No other request has begun the session. */
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
 * The session of each `Idempotency-Key`, for a day. The id is stored first, so that a retry on any replica continues
 * with the same session.
 */
export class IdempotencyKeys {
  readonly #kv: Pick<KV, 'get' | 'create' | 'update'>;

  constructor(kv: Pick<KV, 'get' | 'create' | 'update'>) {
    this.#kv = kv;
  }

  /** Throws `invalid_request` if an earlier request had another body. */
  async find(account: string, idempotencyKey: string, body: unknown): Promise<KeyedSession | undefined> {
    return this.#read(requestKeyOf(account, idempotencyKey, body));
  }

  /** Stores a new key, or answers the known one. Throws `invalid_request` if an earlier request had another body. */
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

  /** Replaces a failed session; answers another request's session if that was faster. */
  async renew({ stored }: KeyedSession): Promise<KeyedSession> {
    const entry = newStoredKey(stored);
    const revision = await this.#write(() => this.#kv.update(stored.key, JSON.stringify(entry), stored.revision));
    if (revision !== undefined) return { ...keyed(entry, stored, revision), isNew: true };
    const faster = await this.#read(stored);
    if (faster) return faster;
    throw new TintypeError('unavailable');
  }

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
    throw new TintypeError(
      'invalid_request',
      'An earlier request had this `Idempotency-Key` and another body: use a new key.',
    );
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
