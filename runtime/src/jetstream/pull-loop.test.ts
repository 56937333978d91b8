import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Nats } from '../nats.js';
import { pullLoop } from './pull-loop.js';

describe('a pull loop that cannot pull', () => {
  it('logs equal failures in a row once, and retries', async () => {
    const reasons = ['stream not found', 'stream not found', 'no answer', 'stream not found'];
    const ending = new AbortController();
    const logged: unknown[] = [];
    const get = async () => {
      const reason = reasons.shift();
      if (reasons.length === 0) ending.abort();
      throw new Error(reason);
    };
    // The loop's pauses keep no process alive.
    const alive = setInterval(() => undefined, 1000);
    await pullLoop({
      nats: { jetstream: { consumers: { get } } } as unknown as Pick<Nats, 'jetstream'>,
      stream: 'JOBS',
      consumer: 'nodes',
      signal: ending.signal,
      handle: async () => undefined,
      log: { warn: (facts: { err: Error }) => logged.push(facts.err.message) } as never,
    });
    clearInterval(alive);
    assert.deepEqual(logged, ['stream not found', 'no answer', 'stream not found']);
    assert.equal(reasons.length, 0);
  });
});
