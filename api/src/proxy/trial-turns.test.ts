import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TrialTurns } from './trial-turns.js';

const never = () => new Promise<void>(() => undefined);

describe('the tests of proxies that run at once', () => {
  it('are two of an account, and a turn is free again after a test, also a failed one', async () => {
    const turns = new TrialTurns();
    const failing = Promise.withResolvers<void>();
    const failed = assert.rejects(
      turns.run('acme', () => failing.promise),
      /failed/,
    );
    void turns.run('acme', never);
    await assert.rejects(turns.run('acme', never), {
      code: 'rate_limited',
      message: /^2 tests of the account's proxy/,
    });
    assert.equal(await turns.run('other', async () => 'done'), 'done');
    failing.reject(new Error('failed'));
    await failed;
    assert.equal(await turns.run('acme', async () => 'done'), 'done');
  });

  it('are 20 of all accounts', async () => {
    const turns = new TrialTurns();
    for (let at = 0; at < 20; at += 1) void turns.run(`account-${at}`, never);
    await assert.rejects(turns.run('acme', never), {
      code: 'rate_limited',
      message: /^20 tests/,
      retryAfterSeconds: 5,
    });
  });
});
