import { createHash, randomUUID } from 'node:crypto';
import { TintypeError } from '@tintype/contracts';
import { isConflict, type KV } from '@tintype/runtime';
import { z } from 'zod';

const entrySchema = z.object({
  session: z.string(),
  /** Of the request's body. */
  fingerprint: z.string(),
});

/** Which session a key of a client's has made, or is to make. */
export interface KeyedSession {
  session: string;
  /** Nobody has used the key before. */
  isNew: boolean;
  place: { key: string; fingerprint: string; revision: number };
}

export const newSessionId = (): string => `sess_${randomUUID()}`;

const digest = (text: string) => createHash('sha256').update(text).digest('hex');

const placeOf = (account: string, idempotencyKey: string, body: unknown) => ({
  key: `${account}.${digest(idempotencyKey)}`,
  fingerprint: digest(JSON.stringify(body)),
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
    const { key, fingerprint } = placeOf(account, idempotencyKey, body);
    const entry = await this.#kv.get(key);
    if (entry?.operation !== 'PUT') return undefined;
    return standing(entrySchema.parse(entry.json()), key, fingerprint, entry.revision);
  }

  /** Throws `invalid_request` when the key came with another body before. */
  async claim(account: string, idempotencyKey: string, body: unknown): Promise<KeyedSession> {
    const { key, fingerprint } = placeOf(account, idempotencyKey, body);
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const entry = await this.#kv.get(key);
      if (entry?.operation === 'PUT')
        return standing(entrySchema.parse(entry.json()), key, fingerprint, entry.revision);
      const session = newSessionId();
      const revision = await this.#write(() => this.#kv.create(key, JSON.stringify({ session, fingerprint })));
      if (revision !== undefined) return { session, isNew: true, place: { key, fingerprint, revision } };
    }
    throw new TintypeError('unavailable');
  }

  /** Another session for the same key, since the last one came to nothing; that of somebody who was faster, if so. */
  async renew({ place }: KeyedSession): Promise<KeyedSession> {
    const { key, fingerprint, revision } = place;
    const session = newSessionId();
    const written = await this.#write(() => this.#kv.update(key, JSON.stringify({ session, fingerprint }), revision));
    if (written !== undefined) return { session, isNew: true, place: { key, fingerprint, revision: written } };
    const entry = await this.#kv.get(key);
    if (entry?.operation !== 'PUT') throw new TintypeError('unavailable');
    return standing(entrySchema.parse(entry.json()), key, fingerprint, entry.revision);
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

const standing = (entry: z.infer<typeof entrySchema>, key: string, fingerprint: string, revision: number) => {
  if (entry.fingerprint === fingerprint)
    return { session: entry.session, isNew: false, place: { key, fingerprint, revision } };
  throw new TintypeError('invalid_request', 'This Idempotency-Key came with another body before.');
};
