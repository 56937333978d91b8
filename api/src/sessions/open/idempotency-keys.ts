import { createHash, randomUUID } from 'node:crypto';
import { TintypeError } from '@tintype/contracts';
import { isConflict, type KV } from '@tintype/runtime';
import { z } from 'zod';

const storedKeySchema = z.object({
  session: z.string(),
  /** Hash of the request's body. */
  fingerprint: z.string(),
  /** The stored name of `isReturned`. */
  isGiven: z.boolean(),
  /** Every later create is refused. Entries of earlier releases lack this field. */
  isAbandoned: z.boolean().default(false),
});

type StoredKey = z.output<typeof storedKeySchema>;

interface RequestKey {
  key: string;
  fingerprint: string;
}

export interface KeyedSession {
  session: string;
  /** A response named the session. The key then belongs to it even after its end. */
  isReturned: boolean;
  /** No other request has begun the session. */
  isNew: boolean;
  stored: RequestKey & { revision: number };
}

export const newSessionId = (): string => `sess_${randomUUID()}`;

const digest = (text: string) => createHash('sha256').update(text).digest('hex');

const keyOf = (account: string, idempotencyKey: string) => `${account}.${digest(idempotencyKey)}`;

const requestKeyOf = (account: string, idempotencyKey: string, body: unknown): RequestKey => ({
  key: keyOf(account, idempotencyKey),
  fingerprint: digest(JSON.stringify(body)),
});

const newStoredKey = ({ fingerprint }: Pick<RequestKey, 'fingerprint'>): StoredKey => ({
  session: newSessionId(),
  fingerprint,
  isGiven: false,
  isAbandoned: false,
});

const keyedSessionOf = ({ session, isGiven }: StoredKey, request: RequestKey, revision: number): KeyedSession => ({
  session,
  isReturned: isGiven,
  isNew: false,
  stored: { ...request, revision },
});

const attempts = 10;

/** For an abandoned key that never had a create. No body has this fingerprint. */
const noFingerprint = '';

const abandoned = 'DELETE /v1/sessions has abandoned this `Idempotency-Key`: use a new key.';
const anotherBody = 'An earlier request had this `Idempotency-Key` and another body: use a new key.';

/**
 * The session of each `Idempotency-Key`, for a day. The id is stored first, so that a retry on any replica continues
 * with the same session.
 */
export class IdempotencyKeys {
  readonly #kv: Pick<KV, 'get' | 'create' | 'update'>;

  constructor(kv: Pick<KV, 'get' | 'create' | 'update'>) {
    this.#kv = kv;
  }

  /** Throws `invalid_request` if the key is abandoned, or an earlier request had another body. */
  async find(account: string, idempotencyKey: string, body: unknown): Promise<KeyedSession | undefined> {
    return this.#read(requestKeyOf(account, idempotencyKey, body));
  }

  /** Stores a key with a new session, or answers the session of a stored key. Throws what `find` throws. */
  async claim(account: string, idempotencyKey: string, body: unknown): Promise<KeyedSession> {
    const request = requestKeyOf(account, idempotencyKey, body);
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const earlier = await this.#read(request);
      if (earlier) return earlier;
      const entry = newStoredKey(request);
      const revision = await this.#write(() => this.#kv.create(request.key, JSON.stringify(entry)));
      if (revision !== undefined) return { ...keyedSessionOf(entry, request, revision), isNew: true };
    }
    throw new TintypeError('unavailable');
  }

  /** Replaces a failed session; answers another request's session if that was faster. Throws what `find` throws. */
  async renew({ stored }: KeyedSession): Promise<KeyedSession> {
    const entry = newStoredKey(stored);
    const revision = await this.#write(() => this.#kv.update(stored.key, JSON.stringify(entry), stored.revision));
    if (revision !== undefined) return { ...keyedSessionOf(entry, stored, revision), isNew: true };
    const faster = await this.#read(stored);
    if (faster) return faster;
    throw new TintypeError('unavailable');
  }

  /** Throws `invalid_request` if the key was abandoned meanwhile. */
  async markReturned({ session, stored }: KeyedSession): Promise<void> {
    const { key, fingerprint, revision } = stored;
    const entry: StoredKey = { session, fingerprint, isGiven: true, isAbandoned: false };
    const written = await this.#write(() => this.#kv.update(key, JSON.stringify(entry), revision));
    if (written === undefined) await this.#read(stored);
  }

  /**
   * Refuses every later create with the key, for a day, also if there was none yet. Answers the id of its session, which
   * may not exist. A repeat answers the same.
   */
  async abandon(account: string, idempotencyKey: string): Promise<string> {
    const key = keyOf(account, idempotencyKey);
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const { entry = newStoredKey({ fingerprint: noFingerprint }), revision } = await this.#entry(key);
      if (entry.isAbandoned) return entry.session;
      const text = JSON.stringify({ ...entry, isAbandoned: true } satisfies StoredKey);
      const write = () => (revision === undefined ? this.#kv.create(key, text) : this.#kv.update(key, text, revision));
      if ((await this.#write(write)) !== undefined) return entry.session;
    }
    throw new TintypeError('unavailable');
  }

  async #read(request: RequestKey): Promise<KeyedSession | undefined> {
    const { entry, revision } = await this.#entry(request.key);
    if (!entry) return undefined;
    if (entry.isAbandoned) throw new TintypeError('invalid_request', abandoned);
    if (entry.fingerprint !== request.fingerprint) throw new TintypeError('invalid_request', anotherBody);
    return keyedSessionOf(entry, request, revision);
  }

  async #entry(key: string): Promise<{ entry: StoredKey; revision: number } | { entry?: never; revision?: never }> {
    const stored = await this.#kv.get(key);
    if (stored?.operation !== 'PUT') return {};
    return { entry: storedKeySchema.parse(stored.json()), revision: stored.revision };
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
