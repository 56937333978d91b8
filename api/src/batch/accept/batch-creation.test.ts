import assert from 'node:assert/strict';
import { createHash, createSecretKey, randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { limits } from '@tintype/contracts';
import type { KV, Logger } from '@tintype/runtime';
import { z } from 'zod';
import { sampleAccount } from '../../accounts/account-sample.js';
import { MemoryLog } from '../batch-fixture.js';
import { BatchStore } from '../facts/batch-store.js';
import { BatchCreation, type BatchRequest } from './batch-creation.js';

const account = sampleAccount();
const silent = { info: () => undefined } as unknown as Logger;

/** Enough of a bucket for keys: one value each. */
const memoryKeys = (values: Map<string, string>) => {
  return {
    create: async (key: string, value: string) => values.set(key, value).size,
    get: async (key: string) => {
      const value = values.get(key);
      return value === undefined ? null : { json: () => JSON.parse(value) as unknown };
    },
  } as unknown as Pick<KV, 'get' | 'create'>;
};

const stage = () => {
  const log = new MemoryLog();
  const masterKey = createSecretKey(randomBytes(32));
  const store = new BatchStore({ log, masterKey });
  const state = { hasStorage: true };
  const values = new Map<string, string>();
  const creation = new BatchCreation({
    ...{ store, keys: memoryKeys(values), masterKey, hasStorage: () => state.hasStorage, log: silent },
    refusesUrl: ({ hostname }) => hostname === '10.0.0.1',
  });
  const create = (body: object, idempotencyKey?: string) => {
    const request: BatchRequest = {
      ...{ account, endpoint: 'image', secretId: 's', idempotencyKey, body: Buffer.from(JSON.stringify(body)) },
      statusUrlOf: (batch) => `https://tintype.example/${batch}`,
    };
    return creation.create(request);
  };
  return { log, store, state, create, values };
};

const data = [{ url: 'https://example.com/' }];
const refused = { data: 'none', notification_uri: 'https://example.com/hook' };

describe('BatchCreation', () => {
  it('answers a repeated key before it checks limits and storage', async () => {
    const { log, state, store, create } = stage();
    const first = await create({ data }, 'k');
    state.hasStorage = false;
    log.limit = 1;
    assert.deepEqual(await create({ data }, 'k'), first);
    const batchKey = { account: account.id, batch: first.batch };
    await store.start(batchKey);
    assert.deepEqual(await create({ data }, 'k'), { ...first, status: 'processing' });
    const counts = { completed: 1, failed: 0, cancelled: 0 };
    await store.finish(batchKey, { counts, deliveryId: 'd', at: new Date().toISOString() });
    assert.deepEqual(await create({ data }, 'k'), { ...first, status: 'completed' });
    await assert.rejects(create({ data: [...data, ...data] }, 'k'), { code: 'invalid_request' });
    await assert.rejects(create({ data }, 'other'), { code: 'storage_not_configured' });
  });

  it('finds the batch of a key that an earlier release stored', async () => {
    const { create, values } = stage();
    const first = await create({ data }, 'k');
    const [key = ''] = values.keys();
    const fingerprint = createHash('sha256')
      .update(`image\n${JSON.stringify({ data })}`)
      .digest('hex');
    values.set(key, JSON.stringify({ batch: first.batch, fingerprint }));
    assert.deepEqual(await create({ data }, 'k'), first);
    await assert.rejects(create({ data: [...data, ...data] }, 'k'), { code: 'invalid_request' });
  });

  it('leaves a key free that came with a refused body', async () => {
    const { create } = stage();
    await assert.rejects(create({ data: [] }, 'k'), { code: 'invalid_request' });
    assert.equal((await create({ data }, 'k')).total, 1);
  });

  it('stores no hash of a body that tells whether a guess is right', async () => {
    const traces = async () => {
      const { create, values, log } = stage();
      await create({ data }, 'k');
      const [value = ''] = values.values();
      log.work.clear();
      await assert.rejects(create(refused), { code: 'invalid_request' });
      return [z.object({ fingerprint: z.string() }).parse(JSON.parse(value)).fingerprint, ...log.work];
    };
    const [one, two] = [await traces(), await traces()];
    assert.equal(one.length, 2);
    // Each stage has a master key of its own.
    for (const trace of one) assert.ok(!two.includes(trace), trace);
  });

  it('refuses an account with too many undelivered notifications', async () => {
    const { log, create } = stage();
    for (let at = 0; at < limits.pendingNotifications; at += 1) log.work.add(`notify.${account.id}.batch_${at}`);
    await assert.rejects(create({ data }), { code: 'rate_limited', message: /undelivered notifications/ });
  });

  it('refuses an account with too many unfinished batches', async () => {
    const { log, create } = stage();
    for (let at = 0; at < limits.unfinishedBatches; at += 1) log.work.add(`feed.${account.id}.batch_${at}`);
    await assert.rejects(create({ data }), { code: 'rate_limited', message: /unfinished batches/ });
  });

  it('refuses an account above a quarter of the space, and all above four fifths', async () => {
    const { log, create } = stage();
    await create({ data });
    const { all } = await log.usage(account.id);
    log.limit = all * 3;
    await assert.rejects(create({ data }), { code: 'rate_limited', message: /used up its space for batches/ });
    log.facts.clear();
    log.facts.set(`another.batch_1.stored.${all}`, {});
    log.limit = all;
    await assert.rejects(create({ data }), { code: 'overloaded', retryAfterSeconds: 600 });
  });

  it('counts the bytes of an unfinished batch as they are stored', async () => {
    const { log, create } = stage();
    const css = 'x'.repeat(20_000);
    const before = (await log.usage(account.id)).account;
    await create({ data: [0, 1, 2].map(() => ({ url: 'https://example.com/', options: { css } })) });
    const pages = [...log.facts].filter(([key]) => key.includes('.items.'));
    const stored = pages.reduce((sum, [, fact]) => sum + String(fact).length, 0);
    const counted = (await log.usage(account.id)).account - before;
    assert.ok(stored > 60_000 && counted >= stored && counted < stored + 20_000, `${counted} of ${stored}`);
  });

  it('reports a refused body once', async () => {
    const { log, store, create } = stage();
    await assert.rejects(create(refused), { code: 'invalid_request' });
    assert.equal(log.work.size, 1);
    const [work = ''] = log.work;
    const batch = work.slice(work.lastIndexOf('.') + 1);
    const counts = { completed: 0, failed: 0, cancelled: 0 };
    await store.finish({ account: account.id, batch }, { counts, deliveryId: 'd', at: new Date().toISOString() });
    log.work.clear();
    await assert.rejects(create(refused), { code: 'invalid_request' });
    assert.equal(log.work.size, 0);
    await assert.rejects(create({ ...refused, data: 1 }), { code: 'invalid_request' });
    assert.equal(log.work.size, 1);
  });

  it('refuses a private receiver, and reports nothing to it', async () => {
    const { log, create } = stage();
    for (const body of [{ data }, refused]) {
      const order = { ...body, notification_uri: 'https://10.0.0.1/hook' };
      await assert.rejects(create(order), { code: 'invalid_request' });
    }
    await assert.rejects(create({ data, notification_uri: 'https://10.0.0.1/' }), { message: /private address/ });
    assert.equal(log.work.size, 0);
  });

  it('answers what is wrong with a body while NATS is away', async () => {
    const { log, create } = stage();
    log.failingCall = 1;
    await assert.rejects(create(refused), { code: 'invalid_request' });
    assert.equal(log.work.size, 0);
  });
});
