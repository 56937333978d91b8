import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type BrowserSession, StoreUnavailable } from '@tintype/crds';
import { PlayedClock } from '@tintype/stores/testing';
import type { Account } from '../../accounts/account.js';
import type { SessionDependencies } from '../dependencies.js';
import { SessionCreation, type SessionCreationOptions } from '../open/session-creation.js';
import { closeAbandoned } from './close-abandoned.js';

const session = {
  metadata: { namespace: 'default', name: 'sess-00000000-0000-4000-8000-00000000abcd', uid: 'u' },
  spec: { account: 'acme' },
  status: { phase: 'Active', pod: { name: 'pod', uid: 'pod-uid' } },
} as BrowserSession;

interface Played {
  /** How often the deletion fails. */
  refusals?: number;
  /** How often the pod does not answer. */
  silences?: number;
  isSlotFreed?: boolean;
}

/** The calls until it gave up or succeeded. */
const stage = ({ refusals = 0, silences = 0, isSlotFreed = true }: Played = {}) => {
  const clock = new PlayedClock();
  const calls = {
    deletes: 0,
    closes: 0,
    warnings: 0,
    warn: () => {
      calls.warnings += 1;
    },
  };
  const dependencies = {
    store: {
      delete: async () => {
        calls.deletes += 1;
        if (calls.deletes <= refusals) throw new StoreUnavailable('refused', 'none');
        return session;
      },
    },
    agent: {
      close: async () => {
        calls.closes += 1;
        if (calls.closes <= silences) throw new Error('no answer');
      },
    },
    ledger: { findOpen: async () => ({ uid: 'u' }) },
    slots: { free: () => (isSlotFreed ? Promise.resolve() : Promise.reject(new Error('no ledger'))) },
    clock,
    // Other parts of a creation.
    waitFor: async () => session,
  } as unknown as SessionDependencies;
  const log = { warn: () => calls.warn() };
  return { calls, clock, dependencies, log };
};

const settle = async (clock: PlayedClock, work: Promise<unknown>) => {
  let isOver = false;
  const over = work.finally(() => {
    isOver = true;
  });
  over.catch(() => undefined);
  for (let passed = 0; passed < 60 && !isOver; passed += 1) await clock.advance(1000);
  assert.ok(isOver, 'the work never ends');
  await over;
};

const close = async (played: Played) => {
  const { calls, clock, dependencies, log } = stage(played);
  await settle(clock, closeAbandoned(dependencies, session, log));
  const { deletes, closes, warnings } = calls;
  return { deletes, closes, warnings };
};

describe('a creation whose client leaves after the confirmation', () => {
  it('closes the session in spite of a short outage of the store', async () => {
    const { calls, clock, dependencies, log } = stage({ refusals: 2 });
    const leaving = new AbortController();
    const creation = new SessionCreation({
      ...({ namespace: 'default', checkBalance: async () => undefined } as unknown as SessionCreationOptions),
      dependencies: {
        ...dependencies,
        store: { ...dependencies.store, create: async () => session as never },
        slots: { ...dependencies.slots, take: async () => true },
        agent: {
          ...dependencies.agent,
          confirm: async () => {
            leaving.abort(new Error('it has left'));
            return true;
          },
        },
      },
      log,
    });
    const account = { id: 'acme', limits: { concurrentSessions: 1 } } as Account;
    const options = { maxTtlSeconds: 60, proxy: false, bypassBotDetection: false, cdp: false };
    const making = creation.create({ account, options, idempotencyKey: undefined, left: leaving.signal });
    await assert.rejects(settle(clock, making), /it has left/);
    assert.deepEqual([calls.deletes, calls.closes, calls.warnings], [3, 1, 0]);
  });
});

describe('a session whose client left', () => {
  it('is closed', async () => {
    assert.deepEqual(await close({}), { deletes: 1, closes: 1, warnings: 0 });
  });

  it('is closed in spite of a short outage of store or pod', async () => {
    assert.deepEqual(await close({ refusals: 3 }), { deletes: 4, closes: 1, warnings: 0 });
    assert.deepEqual(await close({ silences: 2 }), { deletes: 3, closes: 3, warnings: 0 });
  });

  it('is closed even if the operator has to free its slot', async () => {
    assert.deepEqual(await close({ isSlotFreed: false }), { deletes: 1, closes: 1, warnings: 0 });
  });

  it('is left to its end after 20 s, with a warning', async () => {
    const { deletes, closes, warnings } = await close({ refusals: Infinity });
    assert.ok(deletes > 5 && deletes < 40, `${deletes} deletes`);
    assert.deepEqual([closes, warnings], [0, 1]);
  });
});
