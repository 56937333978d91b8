import assert from 'node:assert/strict';
import { it } from 'node:test';
import { hmac } from '@tintype/client';
import { batchTriggers } from './batch-finished.js';
import type { Z } from './platform.js';

const named = (name: string) =>
  class extends Error {
    override name = name;
  };

/** Zapier's cache and errors. */
const zapier = (): Z => {
  const kept = new Map<string, unknown>();
  const cache = {
    get: async (key: string) => kept.get(key),
    set: async (key: string, value: unknown) => kept.set(key, value),
  };
  return { cache, errors: { Error: named('Error'), HaltedError: named('HaltedError') } } as unknown as Z;
};

// The port answers nothing.
const authData = { baseUrl: 'http://127.0.0.1:1', apiKey: 'key', apiSecret: 'secret' };

const notified = async (more: object) => {
  const body = { event: 'batch.completed', deliveryId: 'delivery_1', batchId: 'batch_1', results: [], ...more };
  const content = JSON.stringify(body);
  const time = Math.floor(Date.now() / 1000);
  const headers = { 'X-Signature': `t=${time},v1=${await hmac('secret', `${time}.${content}`)}` };
  return { authData, inputData: {}, rawRequest: { headers, content } };
};

it('a notification counts once, and again if its results could not be read', async () => {
  const z = zapier();
  const { perform } = batchTriggers.batch_notified.operation;
  const unreadable = await notified({ resultsUrl: `${authData.baseUrl}/batch/key/batch_1` });
  for (let attempt = 0; attempt < 2; attempt += 1)
    await assert.rejects(perform(z, unreadable), { name: 'Error', message: /^No connection/ });
  const [batch] = await perform(z, await notified({}));
  assert.equal(batch?.id, 'batch_1');
  await assert.rejects(perform(z, await notified({})), {
    name: 'HaltedError',
    message: 'A notification was refused. It has come before.',
  });
});
