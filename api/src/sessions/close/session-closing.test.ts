import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TintypeError } from '@tintype/contracts';
import { type BrowserSession, StoreUnavailable } from '@tintype/crds';
import { PlayedClock } from '@tintype/stores/testing';
import { SessionClosing, type SessionClosingOptions } from './session-closing.js';

const id = 'sess_00000000-0000-4000-8000-00000000abcd';

const session = {
  metadata: { namespace: 'default', name: 'sess-00000000-0000-4000-8000-00000000abcd', uid: 'u' },
  spec: { account: 'acme' },
  status: { phase: 'Active', pod: { name: 'pod', uid: 'pod-uid' } },
} as BrowserSession;

/** Closes a session whose end nothing records: only the ledger's charge remains. */
const close = async ({ isPodSilent = false, hasLedger = true }) => {
  const calls = { charges: 0, warnings: [] as string[] };
  const findCharge = async () => {
    calls.charges += 1;
    if (!hasLedger) throw new TintypeError('unavailable');
  };
  const closing = new SessionClosing({
    dependencies: {
      store: { delete: async () => session },
      agent: { close: () => (isPodSilent ? Promise.reject(new Error('no answer')) : Promise.resolve()) },
      ledger: { findOpen: async () => undefined },
    },
    lookup: { find: async () => ({ object: session }) },
    ended: { add: async () => undefined },
    log: { warn: (_: unknown, said: string) => calls.warnings.push(said) },
    clock: new PlayedClock(),
    ledger: { findCharge },
    waitFor: () => Promise.reject(new Error('the watch is lost')),
    freezeMs: 1,
    unansweredMs: 1,
  } as unknown as SessionClosingOptions);
  const { code } = await closing.close('acme', id).then(
    () => assert.fail('it was closed'),
    (error: TintypeError) => error,
  );
  return { code, ...calls };
};

describe('closing a session', () => {
  it('asks an unavailable ledger once, and blames no pod', async () => {
    assert.deepEqual(await close({ hasLedger: false }), { code: 'unavailable', charges: 1, warnings: [] });
  });

  it('reports a pod that does not answer', async () => {
    const warnings = ['the pod of a session did not answer `close`'];
    assert.deepEqual(await close({ isPodSilent: true }), { code: 'timeout', charges: 1, warnings });
  });
});

interface Begun {
  /** The object may open between the read and the deletion. */
  deleted?: BrowserSession | undefined;
  /** The call with this name fails. */
  failure?: { name: string; error: Error };
}

/** Closes what an abandoned create has begun. Tells the answer or the error's code, then the calls. */
const closeBegun = async (read: BrowserSession | undefined, { deleted = read, failure }: Begun = {}) => {
  const calls: string[] = [];
  const done = async <T>(name: string, answer: T) => {
    calls.push(name);
    if (failure?.name === name) throw failure.error;
    return answer;
  };
  const closing = new SessionClosing({
    dependencies: {
      store: { delete: () => done('delete', deleted) },
      agent: { close: () => done('close', undefined) },
      ledger: { findOpen: async () => undefined },
      slots: { free: (...of: unknown[]) => done(`free ${JSON.stringify(of)}`, undefined) },
    },
    lookup: { object: async () => read, find: () => done('find', undefined) },
    log: { warn: () => done('warn', undefined) },
    clock: new PlayedClock(),
  } as unknown as SessionClosingOptions);
  const closed = closing.closeBegun('acme', id);
  return [await closed.catch(({ code }: TintypeError) => code), ...calls];
};

describe('closing what an abandoned create has begun', () => {
  const { metadata, spec } = session;
  const pending = { metadata, spec } as BrowserSession;
  const binding = { ...session, status: { phase: 'Binding', pod: session.status?.pod } } as BrowserSession;
  const active = { ...session, status: { ...session.status, startedAt: '2030-01-01T00:00:00Z' } } as BrowserSession;

  it('answers nothing if no browser had opened', async () => {
    assert.deepEqual(await closeBegun(pending), [undefined, 'delete']);
    assert.deepEqual(await closeBegun(binding), [undefined, 'delete', 'close']);
  });

  it('looks for the end of a session that opened meanwhile', async () => {
    assert.deepEqual(await closeBegun(binding, { deleted: active }), [undefined, 'delete', 'close', 'find']);
  });

  it('frees a slot that has no object yet', async () => {
    const free = `free ["acme","${id}",{}]`;
    assert.deepEqual(await closeBegun(undefined), [undefined, 'find', free]);
    const failure = { name: free, error: new Error('no ledger') };
    assert.deepEqual(await closeBegun(undefined, { failure }), [undefined, 'find', free]);
  });

  it('answers nothing if the pod does not answer, which is reported', async () => {
    const failure = { name: 'close', error: new Error('no answer') };
    assert.deepEqual(await closeBegun(binding, { failure }), [undefined, 'delete', 'close', 'warn']);
  });

  it('is unavailable if the object cannot be deleted', async () => {
    const failure = { name: 'delete', error: new StoreUnavailable('no answer', 'unknown') };
    assert.deepEqual(await closeBegun(pending, { failure }), ['unavailable', 'delete']);
  });
});
