import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { limitsOf } from '@tintype/contracts';
import type { Nats } from '@tintype/runtime';
import { RequestRate } from './request-rate.js';

type Callback = (error: Error | null, message: { subject: string; string: () => string }) => void;

/** Two replicas whose messages arrive at once. */
const replicas = (limits: Record<string, number>) => {
  const account = { id: 'acme', limits: limitsOf({ limits }) };
  const callbacks: Callback[] = [];
  const connection = {
    publish: (subject: string, text: string) => {
      for (const callback of callbacks) callback(null, { subject, string: () => text });
    },
    subscribe: (_: string, { callback }: { callback: Callback }) => {
      callbacks.push(callback);
      return { unsubscribe: () => undefined };
    },
  };
  const make = () => new RequestRate({ connection } as unknown as Nats, () => account.limits);
  return { account, rates: [make(), make()] as const };
};

describe('the rate of an account', () => {
  it('is counted apart for links, which strangers open', () => {
    const { account, rates } = replicas({ requestsPerSecond: 2, linkRequestsPerSecond: 3 });
    const [one, two] = rates;
    for (let n = 0; n < 3; n += 1) (n % 2 ? one : two).count(account, 'links');
    for (const rate of rates)
      assert.throws(() => rate.count(account, 'links'), {
        code: 'rate_limited',
        message: /links .* at most 3 requests/,
      });
    one.count(account);
    two.count(account);
    for (const rate of rates) assert.throws(() => rate.count(account), { message: /^The account .* at most 2/ });
    assert.deepEqual(
      [one.state(account)?.name, one.state(account, 'links')?.name, one.state(account, 'links')?.quota],
      ['requests', 'links', 3],
    );
  });

  it('has no limit for links by default', () => {
    const { account, rates } = replicas({ requestsPerSecond: 1 });
    const [one] = rates;
    for (let n = 0; n < 100; n += 1) one.count(account, 'links');
    one.count(account);
    assert.equal(one.state(account, 'links'), undefined);
  });
});
