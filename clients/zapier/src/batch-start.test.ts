import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import type { Batches, BatchState } from '@tintype/client';
import { batchCreates, sampleOf } from './batch-start.js';
import type { Z } from './platform.js';

const named = (name: string) =>
  class extends Error {
    override name = name;
  };

const z = {
  errors: { HaltedError: named('HaltedError'), ThrottledError: named('ThrottledError') },
} as unknown as Z;

type Answer = [status: number, body: object | string];

const accepted: Answer = [202, { success: true, batchId: 'batch_1', status: 'queued', total: 1 }];
const refused = (status: number, code: string): Answer => [status, { success: false, error: 'A sentence.', code }];

describe('a start of a batch', () => {
  let answers: Answer[] = [];
  let keys: unknown[] = [];
  const server = createServer((request, response) => {
    request.resume();
    keys.push(request.headers['idempotency-key']);
    const answer = answers.shift();
    if (!answer) return void request.socket.destroy();
    const [status, body] = answer;
    const headers = { 'content-type': 'application/json', 'x-request-id': 'request_1', 'retry-after': '0' };
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  before(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  after(() => server.close());

  const start = (given: readonly Answer[]) => {
    answers = [...given];
    keys = [];
    const { port } = server.address() as AddressInfo;
    const authData = { baseUrl: `http://127.0.0.1:${port}`, apiKey: 'key', apiSecret: 'secret' };
    const inputData = { urls: ['https://example.com/'] };
    return batchCreates.start_batch.operation.perform(z, { authData, inputData });
  };

  it('repeats a request that may be stored with the same idempotency key, and asks for nothing else', async () => {
    const { id, status, results } = await start([refused(503, 'unavailable'), accepted]);
    assert.deepEqual([id, status, results], ['batch_1', 'queued', []]);
    assert.equal(keys.length, 2);
    assert.equal(new Set(keys).size, 1);
  });

  it('shows the last known state in the editor when the time is over', async () => {
    const facts = { succeeded: 0, failed: 0, cancelled: 0, startedAt: null, finishedAt: null };
    const accepted = { id: 'batch_1', type: 'image', status: 'queued', total: 1, ...facts } as const;
    const ending = new AbortController();
    const state = { batchId: 'batch_1', status: 'processing', items: [] } as unknown as BatchState;
    const wait: Batches['wait'] = async (_id, { signal, onProgress } = {}) => {
      if (!ending.signal.aborted) onProgress?.(state);
      ending.abort();
      throw signal?.reason;
    };
    assert.equal((await sampleOf({ wait }, accepted, ending.signal)).status, 'processing');
    assert.equal((await sampleOf({ wait }, accepted, ending.signal)).status, 'queued');
    const lost = async () => Promise.reject(new Error('mine'));
    await assert.rejects(sampleOf({ wait: lost }, accepted, new AbortController().signal), { message: 'mine' });
  });

  const thrice = (answer: Answer): Answer[] => [answer, answer, answer];
  const mayRun = 'The batch may have started: look in the console before you replay the step.';
  const rows: [what: string, answers: Answer[], name: string, message: string][] = [
    ['refused each time', thrice(refused(429, 'rate_limited')), 'ThrottledError', 'A sentence. (rate_limited)'],
    ['stored perhaps', thrice(refused(503, 'unavailable')), 'HaltedError', `A sentence. (unavailable) ${mayRun}`],
    [
      'refused for its space',
      thrice(refused(503, 'overloaded')),
      'ThrottledError',
      'A sentence. (overloaded, request request_1)',
    ],
    ['cut off by a proxy', [[504, '<h1>504</h1>']], 'HaltedError', mayRun],
    ['without an answer', [], 'HaltedError', mayRun],
  ];
  for (const [what, given, name, message] of rows)
    it(`that is ${what} ends with ${name}`, async () => {
      await assert.rejects(start(given), (error: Error) => error.name === name && error.message.endsWith(message));
      assert.deepEqual(answers, []);
    });
});
