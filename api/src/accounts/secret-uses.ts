import type { KV, Logger } from '@tintype/runtime';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { reachable } from '../reachable.js';
import type { AccountSecret } from './account.js';

export interface SecretUsesOptions {
  kv: Pick<KV, 'get' | 'put' | 'delete' | 'history'>;
  log: Pick<Logger, 'warn'>;
}

/** A recorded time may be this much earlier than the last use. */
const resolutionMs = 3600 * 1000;
const maxSecrets = 100_000;

const useSchema = z.object({ at: z.iso.datetime() });

const keyOf = (account: string, secret: string) => `used.${account}.${secret}`;

/**
 * When each secret was last used. The time is written in the background, at most once an hour per secret, as
 * `used.<account>.<secret>` in the bucket `usage`.
 */
export class SecretUses {
  readonly #options: SecretUsesOptions;
  /** When each secret was last recorded, as far as this process knows: milliseconds since the epoch, by secret id. */
  readonly #noted = new LRUCache<string, number>({ max: maxSecrets });
  /** Writes in flight, by secret id. */
  readonly #writing = new Map<string, Promise<void>>();

  constructor(options: SecretUsesOptions) {
    this.#options = options;
  }

  /** Records a use in the background, unless one was recorded within the last hour. */
  note(account: string, { id }: Pick<AccountSecret, 'id'>): void {
    const now = Date.now();
    if (this.#writing.has(id) || now - (this.#noted.get(id) ?? 0) < resolutionMs) return;
    this.#noted.set(id, now);
    this.#writing.set(
      id,
      this.#record(account, id, now).finally(() => this.#writing.delete(id)),
    );
  }

  /**
   * When each secret of the account was last used, as ISO 8601, by secret id. Secrets that were never used are missing.
   */
  async lastUses(account: string): Promise<ReadonlyMap<string, string>> {
    const found = new Map<string, string>();
    for await (const entry of await reachable(this.#options.kv.history({ key: keyOf(account, '*') }))) {
      const { data } = useSchema.safeParse(entry.operation === 'PUT' ? entry.json() : undefined);
      if (data) found.set(entry.key.split('.').at(-1) ?? '', data.at);
    }
    return found;
  }

  /** Deletes the time of a removed secret. If that fails, an entry stays that no request reads. */
  async forget(account: string, id: string): Promise<void> {
    // Wait for a running write: it would create the entry again.
    await this.#writing.get(id);
    await this.#options.kv.delete(keyOf(account, id)).catch(() => undefined);
  }

  /** Waits for the writes in flight. */
  async stop(): Promise<void> {
    await Promise.all(this.#writing.values());
  }

  async #record(account: string, id: string, now: number): Promise<void> {
    const { kv, log } = this.#options;
    const key = keyOf(account, id);
    try {
      const entry = await kv.get(key);
      const { data } = useSchema.safeParse(entry?.operation === 'PUT' ? entry.json() : undefined);
      // Another replica, or this one before a restart, has written within the hour.
      if (data && now - Date.parse(data.at) < resolutionMs) {
        this.#noted.set(id, Date.parse(data.at));
        return;
      }
      await kv.put(key, JSON.stringify({ at: new Date(now).toISOString() }));
    } catch (error) {
      this.#noted.delete(id);
      log.warn({ err: error, account }, 'cannot record the use of a secret: the next use tries again');
    }
  }
}
