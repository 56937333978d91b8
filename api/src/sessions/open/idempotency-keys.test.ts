import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { JetStreamApiError, type KV } from '@tintype/runtime';
import { IdempotencyKeys } from './idempotency-keys.js';

const conflict = () => new JetStreamApiError({ code: 400, err_code: 10_071, description: 'wrong last sequence' });

/** A bucket in memory. `beforeWrite` runs once, between the read and the write of a compare-and-set. */
class PlayedBucket {
  readonly entries = new Map<string, { text: string; revision: number }>();
  beforeWrite: (() => Promise<unknown>) | undefined;
  #revision = 0;

  readonly kv = {
    get: async (key: string) => {
      const entry = this.entries.get(key);
      return entry ? { operation: 'PUT', revision: entry.revision, json: () => JSON.parse(entry.text) } : null;
    },
    create: (key: string, text: string) => this.#write(key, text, 0),
    update: (key: string, text: string, revision: number) => this.#write(key, text, revision),
  } as unknown as KV;

  async #write(key: string, text: string, expected: number): Promise<number> {
    const { beforeWrite } = this;
    this.beforeWrite = undefined;
    await beforeWrite?.();
    if ((this.entries.get(key)?.revision ?? 0) !== expected) throw conflict();
    this.#revision += 1;
    this.entries.set(key, { text, revision: this.#revision });
    return this.#revision;
  }
}

const body = { maxTtlSeconds: 60 };
const abandoned = { code: 'invalid_request', message: /has abandoned this `Idempotency-Key`/ };

describe('an abandoned Idempotency-Key', () => {
  it('is refused to each create, with any body', async () => {
    const keys = new IdempotencyKeys(new PlayedBucket().kv);
    await keys.abandon('acme', 'never sent');
    const { session } = await keys.claim('acme', 'sent', body);
    assert.equal(await keys.abandon('acme', 'sent'), session);
    for (const key of ['never sent', 'sent'])
      for (const each of [body, {}]) {
        await assert.rejects(keys.find('acme', key, each), abandoned);
        await assert.rejects(keys.claim('acme', key, each), abandoned);
      }
  });

  it('answers the same session again, and belongs to its account', async () => {
    const keys = new IdempotencyKeys(new PlayedBucket().kv);
    const mine = await keys.abandon('acme', 'k');
    assert.equal(await keys.abandon('acme', 'k'), mine);
    assert.ok((await keys.claim('other', 'k', body)).isNew);
  });

  it('wins over a create at the same time', async () => {
    const bucket = new PlayedBucket();
    const keys = new IdempotencyKeys(bucket.kv);
    bucket.beforeWrite = () => keys.abandon('acme', 'first');
    await assert.rejects(keys.claim('acme', 'first', body), abandoned);
    let session: string | undefined;
    bucket.beforeWrite = async () => {
      session = (await keys.claim('acme', 'second', body)).session;
    };
    assert.equal(await keys.abandon('acme', 'second'), session);
    await assert.rejects(keys.find('acme', 'second', body), abandoned);
  });

  it('is not marked as returned', async () => {
    const keys = new IdempotencyKeys(new PlayedBucket().kv);
    const keyed = await keys.claim('acme', 'k', body);
    await keys.abandon('acme', 'k');
    await assert.rejects(keys.markReturned(keyed), abandoned);
  });

  it('is not given another session after a failed one', async () => {
    const keys = new IdempotencyKeys(new PlayedBucket().kv);
    const failed = await keys.claim('acme', 'k', body);
    await keys.abandon('acme', 'k');
    await assert.rejects(keys.renew(failed), abandoned);
  });
});
