import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Session } from '@tintype/contracts';
import { type BrowserSession, sessionId } from '@tintype/crds';
import { SessionList, type SessionListOptions } from './session-list.js';

const now = Date.parse('2030-01-01T12:01:00Z');
const id = 'sess_00000000-0000-4000-8000-000000000001';

const sessionOf = (account: string) =>
  ({
    metadata: { namespace: 'default', name: 'sess-00000000-0000-4000-8000-000000000001', uid: 'u' },
    spec: { account, maxTtlSeconds: 300 },
    status: { phase: 'Active', startedAt: '2030-01-01T12:00:00Z', expiresAt: '2030-01-01T12:05:00Z' },
  }) as BrowserSession;

/** The account's slot names the object that stands there; its cache knows nothing. */
const listOver = (standing: BrowserSession, slot: { session: string }) =>
  new SessionList({
    store: { get: async () => standing as never },
    cache: { byIndex: () => [] } as unknown as SessionListOptions['cache'],
    slots: { of: async () => [{ ...slot, namespace: 'default', name: standing.metadata.name }] as never },
    books: { findCharge: async () => undefined },
    ended: { of: async () => [] },
    views: { of: async (session) => ({ id: sessionId(session) }) as Session },
    clock: { now: () => now },
  });

const listed = async (list: SessionList) =>
  (await list.page('acme', { limit: 10 })).sessions.map((session) => session.id);

describe('the sessions of an account', () => {
  it('are those that its slots name', async () => {
    assert.deepEqual(await listed(listOver(sessionOf('acme'), { session: id })), [id]);
  });

  it('are not what stands there in their place, of another account or as another session', async () => {
    assert.deepEqual(await listed(listOver(sessionOf('other'), { session: id })), []);
    assert.deepEqual(await listed(listOver(sessionOf('acme'), { session: 'sess_another' })), []);
  });
});
