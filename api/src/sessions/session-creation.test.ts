import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Session } from '@tintype/contracts';
import type { BrowserSession } from '@tintype/crds';
import type { Account } from '../accounts/account.js';
import { SessionCreation, type SessionCreationOptions } from './session-creation.js';

const closing = {
  metadata: { deletionTimestamp: '2030-01-01T00:00:00Z' },
  status: { phase: 'Closing' },
} as BrowserSession;

interface Played {
  isGiven?: boolean;
  /** What the session is going to cost, as far as is known; undefined where it is not. */
  credits?: number | undefined;
}

/** What a create comes to whose key has begun a session that is being closed: that, or its error's code, or `another`. */
const create = async ({ isGiven = false, credits }: Played) => {
  const place = { key: 'acme.k', fingerprint: 'f', revision: 1 };
  const view = { status: 'closed', billedCredits: credits ?? 0, accruedCredits: credits ?? 2, closeReason: 'deleted' };
  const another = new Error('another');
  const creation = new SessionCreation({
    lookup: { object: async () => closing },
    views: { of: async () => view as Session },
    keys: {
      find: async () => ({ session: 'sess_a', isGiven, place }),
      renew: () => Promise.reject(another),
    },
    checkBalance: async () => undefined,
  } as unknown as SessionCreationOptions);
  const account = { id: 'acme', limits: { concurrentSessions: 1 } } as Account;
  const options = { maxTtlSeconds: 60, proxy: false, bypassBotDetection: false, cdp: false };
  const left = new AbortController().signal;
  try {
    return await creation.create({ account, options, idempotencyKey: 'k', left });
  } catch (error) {
    const { code, cause } = error as { code?: string; cause?: unknown };
    return error === another || cause === another ? 'another' : code;
  }
};

describe('a create whose key has begun a session that is being closed', () => {
  it('is answered that one when it was given, whatever is known of it', async () => {
    for (const credits of [undefined, 0, 2])
      assert.deepEqual(await create({ isGiven: true, credits }), { object: closing });
  });

  it('is answered that one when it costs something', async () => {
    assert.deepEqual(await create({ credits: 2 }), { object: closing });
  });

  it('gets another one when nobody was given it', async () => {
    assert.equal(await create({ credits: 0 }), 'another');
  });

  it('is to come again as long as nobody knows', async () => {
    assert.equal(await create({}), 'unavailable');
  });
});
