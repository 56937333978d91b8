import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { noActions, type Session, TintypeError } from '@tintype/contracts';
import { AlreadyExists, type BrowserSession } from '@tintype/crds';
import { Registry, systemClock } from '@tintype/runtime';
import { PlayedClock } from '@tintype/stores/testing';
import type { Account } from '../../accounts/account.js';
import type { SessionDependencies } from '../dependencies.js';
import type { LoadCall } from './profile-loading.js';
import { observeOpenings, SessionCreation, type SessionCreationOptions } from './session-creation.js';

const closing = {
  metadata: { deletionTimestamp: '2030-01-01T00:00:00Z' },
  status: { phase: 'Closing' },
} as BrowserSession;

interface Played {
  isReturned?: boolean;
  /** Known costs of the session; undefined if they are unknown. */
  credits?: number | undefined;
}

/** Creates with a key of a closing session. Answers the session, `another`, or the error's code. */
const create = async ({ isReturned = false, credits }: Played) => {
  const stored = { key: 'acme.k', fingerprint: 'f', revision: 1 };
  const view = { status: 'closed', billedCredits: credits ?? 0, accruedCredits: credits ?? 2, closeReason: 'deleted' };
  const another = new Error('another');
  const creation = new SessionCreation({
    lookup: { object: async () => closing },
    views: { of: async () => view as Session },
    keys: {
      find: async () => ({ session: 'sess_a', isReturned, stored }),
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

describe('a create whose key has a closing session', () => {
  it('answers the session if it was returned, whether its costs are known or not', async () => {
    for (const credits of [undefined, 0, 2])
      assert.deepEqual(await create({ isReturned: true, credits }), { object: closing });
  });

  it('answers the session if it costs something', async () => {
    assert.deepEqual(await create({ credits: 2 }), { object: closing });
  });

  it('opens another session if it was never returned', async () => {
    assert.equal(await create({ credits: 0 }), 'another');
  });

  it('is unavailable while the costs are unknown', async () => {
    assert.equal(await create({}), 'unavailable');
  });
});

const active = {
  metadata: { namespace: 'default', name: 'sess-a' },
  status: { phase: 'Active', pod: { name: 'pod', uid: 'pod-uid' } },
} as BrowserSession;

/** The profile asked for, and the pod's answers: to the confirmation, and to `close`. */
interface Said {
  profile?: string;
  confirm?: boolean;
  confirmed?: boolean;
}

/** Creates with a key of an open session, on a replica without a watch. */
const createAgain = async (isReturned: boolean, { profile, confirm = true, confirmed = false }: Said = {}) => {
  const stored = { key: 'acme.k', fingerprint: 'f', revision: 1 };
  const record = { session: 'sess_a', confirmed, crashed: false, counts: noActions };
  const asked: string[] = [];
  const ask = <T>(what: string, answer: T) => {
    asked.push(what);
    return answer;
  };
  const creation = new SessionCreation({
    lookup: { object: async () => active },
    views: {
      of: async () => ({ status: 'active', billedCredits: 0, accruedCredits: 1, closeReason: null }) as Session,
    },
    keys: {
      find: async () => ({ session: 'sess_a', isReturned, stored }),
      claim: async () => ({ session: 'sess_a', isReturned, stored }),
      markReturned: async () => ask('markReturned', undefined),
    },
    checkBalance: async () => undefined,
    profiles: {
      load: async (_: unknown, { name, mayBeLoaded }: LoadCall) => ask(`load ${name} ${mayBeLoaded}`, undefined),
    },
    dependencies: {
      store: { create: () => ask('create', Promise.reject(new AlreadyExists('it is there'))) },
      waitFor: () => ask('wait', Promise.reject(new Error('the watch is away'))),
      slots: { take: async () => ask('take', true) },
      agent: { confirm: async () => ask('confirm', confirm), close: async () => ask('close', { record }) },
      clock: systemClock,
    },
  } as unknown as SessionCreationOptions);
  const account = { id: 'acme', limits: { concurrentSessions: 1 } } as Account;
  const options = { maxTtlSeconds: 60, proxy: false, bypassBotDetection: false, cdp: false, profile };
  const { signal: left } = new AbortController();
  const told = await creation.create({ account, options, idempotencyKey: 'k', left }).catch((error) => error);
  return { told, asked };
};

describe('a create whose key has an open session', () => {
  it('answers the session without a call if it was returned', async () => {
    assert.deepEqual(await createAgain(true), { told: { object: active }, asked: [] });
  });

  it('answers the session if its pod confirms it, without the watch', async () => {
    assert.deepEqual(await createAgain(false), { told: { object: active }, asked: ['confirm', 'markReturned'] });
  });

  it('does not check that the profile still exists: the browser may have loaded it', async () => {
    const { told, asked } = await createAgain(false, { profile: 'shop' });
    assert.deepEqual([told, asked], [{ object: active }, ['load shop true', 'confirm', 'markReturned']]);
  });

  it('answers the session if its pod has ended it and the record says confirmed', async () => {
    const { told, asked } = await createAgain(false, { confirm: false, confirmed: true });
    assert.deepEqual([told, asked], [{ object: active }, ['confirm', 'close', 'markReturned']]);
  });

  it('says that the session is free if the record denies a confirmation', async () => {
    const { told, asked } = await createAgain(false, { confirm: false });
    assert.deepEqual([told.code, asked], ['unavailable', ['confirm', 'close']]);
    assert.match(told.message, /costs nothing/);
  });
});

type AbandonedAt = 'take' | 'create' | 'wait' | 'confirm' | 'markReturned';

/**
 * Creates with a key that is abandoned during one of its calls; during the wait, the session is deleted, too. Tells the
 * calls, and the error.
 */
const createAbandonedAt = async (moment: AbandonedAt, { isStoreAway = false } = {}) => {
  const calls: string[] = [];
  let isAbandoned = false;
  const call = async <T>(name: AbandonedAt | 'delete' | 'close', answer: T): Promise<T> => {
    calls.push(name);
    isAbandoned ||= name === moment;
    return answer;
  };
  const refuse = () => {
    if (isAbandoned && isStoreAway) throw new Error('no answer');
    if (isAbandoned) throw new TintypeError('invalid_request', 'abandoned');
  };
  const stored = { key: 'acme.k', fingerprint: 'f', revision: 1 };
  const pending = { ...active, status: {} } as BrowserSession;
  const creation = new SessionCreation({
    dependencies: {
      store: { create: () => call('create', active), delete: () => call('delete', active) },
      waitFor: async (_: unknown, isDecided: (session: BrowserSession | undefined) => boolean) => {
        if (moment !== 'wait') return active;
        assert.deepEqual([isDecided(pending), isDecided(undefined)], [false, true]);
        return call('wait', undefined);
      },
      slots: { take: () => call('take', true), free: async () => undefined },
      ledger: { findOpen: async () => undefined },
      agent: { confirm: () => call('confirm', true), close: () => call('close', undefined) },
      clock: new PlayedClock(),
    } as unknown as SessionDependencies,
    namespace: 'default',
    keys: {
      find: async () => refuse(),
      claim: async () => ({ session: 'sess_a', isReturned: false, isNew: true, stored }),
      markReturned: () => call('markReturned', undefined).then(refuse),
    },
    checkBalance: async () => undefined,
    log: { warn: () => assert.fail('a warning') },
  } as unknown as SessionCreationOptions);
  const account = { id: 'acme', limits: { concurrentSessions: 1 } } as Account;
  const options = { maxTtlSeconds: 60, proxy: false, bypassBotDetection: false, cdp: false };
  const { signal: left } = new AbortController();
  const error = await creation.create({ account, options, idempotencyKey: 'k', left }).catch(({ code }) => code);
  return [error, ...calls];
};

describe('a create that is abandoned while it runs', () => {
  it('closes its session before it may cost something', async () => {
    for (const moment of ['take', 'create'] as const)
      assert.deepEqual(await createAbandonedAt(moment), ['invalid_request', 'take', 'create', 'delete', 'close']);
  });

  it('closes its session also after the confirmation', async () => {
    const calls = ['take', 'create', 'confirm', 'markReturned', 'delete', 'close'];
    for (const moment of ['confirm', 'markReturned'] as const)
      assert.deepEqual(await createAbandonedAt(moment), ['invalid_request', ...calls]);
  });

  it('is refused if its session was deleted while it waited: the service did not fail', async () => {
    assert.deepEqual(await createAbandonedAt('wait'), ['invalid_request', 'take', 'create', 'wait']);
  });

  it('is unavailable if the store of the keys does not answer', async () => {
    assert.deepEqual(await createAbandonedAt('wait', { isStoreAway: true }), ['unavailable', 'take', 'create', 'wait']);
  });
});

describe('a create with a profile', () => {
  it('above the limit of sessions reads nothing of the profile', async () => {
    const read: string[] = [];
    const creation = new SessionCreation({
      dependencies: { slots: { take: async () => false } },
      slots: { ofAccount: async () => ['sess_b'] },
      profiles: {
        check: async ({ name }: { name: string }) => void read.push(`check ${name}`),
        load: async () => void read.push('load'),
      },
      checkBalance: async () => undefined,
    } as unknown as SessionCreationOptions);
    const account = { id: 'acme', limits: { concurrentSessions: 1 } } as Account;
    const options = { maxTtlSeconds: 60, proxy: false, bypassBotDetection: false, cdp: false, profile: 'shop' };
    const { signal: left } = new AbortController();
    const creating = creation.create({ account, options, idempotencyKey: undefined, left });
    await assert.rejects(creating, { code: 'session_limit' });
    assert.deepEqual(read, ['check shop']);
  });
});

describe('the count of openings', () => {
  it('begins at 0, so that `increase` counts the first failure', async () => {
    const registry = new Registry();
    const count = observeOpenings(registry);
    count('unavailable');
    const shown = await registry.metrics();
    assert.match(shown, /^tintype_session_openings_total\{outcome="unavailable"\} 1$/m);
    for (const outcome of ['overloaded', 'timeout', 'internal'])
      assert.match(shown, new RegExp(`^tintype_session_openings_total\\{outcome="${outcome}"\\} 0$`, 'm'));
  });
});
