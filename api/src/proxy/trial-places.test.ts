import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TrialPlaces } from './trial-places.js';

const never = () => new Promise<void>(() => undefined);

describe('the tests of proxies that run at once', () => {
  it('are two of an account, and a place is free again after a test, also a failed one', async () => {
    const places = new TrialPlaces();
    const failing = Promise.withResolvers<void>();
    const failed = assert.rejects(
      places.run('acme', () => failing.promise),
      /failed/,
    );
    void places.run('acme', never);
    await assert.rejects(places.run('acme', never), {
      code: 'rate_limited',
      message: /^2 tests of the account's proxy/,
    });
    assert.equal(await places.run('other', async () => 'done'), 'done');
    failing.reject(new Error('failed'));
    await failed;
    assert.equal(await places.run('acme', async () => 'done'), 'done');
  });

  it('are 20 of all accounts', async () => {
    const places = new TrialPlaces();
    for (let at = 0; at < 20; at += 1) void places.run(`account-${at}`, never);
    await assert.rejects(places.run('acme', never), {
      code: 'rate_limited',
      message: /^20 tests/,
      retryAfterSeconds: 5,
    });
  });
});
