import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { noActions, type StorageState, TintypeError } from '@tintype/contracts';
import { ProfileLoading } from './profile-loading.js';

const pod = { namespace: 'default', name: 'pod', uid: 'pod-uid' };
const state: StorageState = { cookies: [], origins: [] };

/** Begins a load for each account into browsers that do not answer until `answer` is called. */
const begun = (accounts: readonly string[], signal = new AbortController().signal) => {
  const answered = Promise.withResolvers<void>();
  let reads = 0;
  const loading = new ProfileLoading({
    profiles: {
      check: async () => undefined,
      state: async () => {
        reads += 1;
        return state;
      },
    },
    agent: { load: () => answered.promise, read: async () => 'over' },
  });
  const call = { name: 'shop', session: 'sess_a', mayBeLoaded: false, signal };
  const load = (account: string) => loading.load(pod, { ...call, account });
  const loads = Promise.allSettled(accounts.map(load));
  return { loading, load, loads, reads: () => reads, answer: answered.resolve };
};

/** Loads a deleted profile for a retry whose session is in this state. */
const again = (stand: { loaded: boolean } | 'over') => {
  const times = { startedAt: '2030-01-01T00:00:00Z', expiresAt: '2030-01-01T00:15:00Z' };
  const loading = new ProfileLoading({
    profiles: {
      check: async () => undefined,
      state: () => Promise.reject(new TintypeError('invalid_request')),
    },
    agent: {
      load: async () => undefined,
      read: async () => (stand === 'over' ? stand : { session: 'sess_a', ...times, counts: noActions, ...stand }),
    },
  });
  const { signal } = new AbortController();
  return loading.load(pod, { account: 'acme', name: 'shop', session: 'sess_a', mayBeLoaded: true, signal });
};

describe('the profile of a retry', () => {
  it('is not read again if the browser has loaded it, or is over: it may be deleted since', async () => {
    await again({ loaded: true });
    await again('over');
  });

  it('is read if the earlier request ended before it was loaded', async () => {
    await assert.rejects(again({ loaded: false }), { code: 'invalid_request' });
  });
});

describe('the profiles of browsers that begin', () => {
  it('are four at once in memory: the others are not read before one is loaded', async () => {
    const { loads, reads, answer } = begun(Array.from({ length: 50 }, (_, at) => `account-${at % 25}`));
    await turn();
    assert.equal(reads(), 4);
    answer();
    assert.ok((await loads).every(({ status }) => status === 'fulfilled'));
    assert.equal(reads(), 50);
  });

  it('leave half of the turns to other accounts', async () => {
    const { load, loads, reads, answer } = begun(Array<string>(10).fill('greedy'));
    await turn();
    assert.equal(reads(), 2);
    const other = load('other');
    await turn();
    assert.equal(reads(), 3);
    answer();
    await other;
    assert.ok((await loads).every(({ status }) => status === 'fulfilled'));
    assert.equal(reads(), 11);
  });

  it('are at most 50 of an account, waiting ones included: a further one is refused before it takes a browser', async () => {
    const { loading, load, loads, answer } = begun(Array<string>(50).fill('greedy'));
    const refused = { code: 'rate_limited', message: /already begins 50 sessions with saved logins/ };
    await assert.rejects(load('greedy'), refused);
    await assert.rejects(loading.check({ account: 'greedy', name: 'shop' }), refused);
    await loading.check({ account: 'other', name: 'shop' });
    answer();
    assert.ok((await loads).every(({ status }) => status === 'fulfilled'));
    await load('greedy');
  });

  it('that wait are not read for clients that have left', async () => {
    const leaving = new AbortController();
    const { loads, reads, answer } = begun(['a', 'b', 'c', 'd', 'e', 'f'], leaving.signal);
    await turn();
    leaving.abort(new Error('left'));
    assert.ok((await loads).every(({ status }) => status === 'rejected'));
    answer();
    await turn();
    assert.equal(reads(), 4);
  });
});
