import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { noActions, type Session } from '@tintype/contracts';
import { type BrowserSession, sessionId } from '@tintype/crds';
import type { SessionCharge } from '@tintype/ledger';
import { SessionList, type SessionListOptions, type SessionPage } from './session-list.js';

const now = Date.parse('2030-01-01T12:01:00Z');
const id = 'sess_00000000-0000-4000-8000-000000000001';

const sessionOf = (account: string) =>
  ({
    metadata: { namespace: 'default', name: 'sess-00000000-0000-4000-8000-000000000001', uid: 'u' },
    spec: { account, maxTtlSeconds: 300 },
    status: { phase: 'Active', startedAt: '2030-01-01T12:00:00Z', expiresAt: '2030-01-01T12:05:00Z' },
  }) as BrowserSession;

/** The slot of the account names this object; the cache is empty. */
const listOver = (standing: BrowserSession, slot: { session: string }) => new SessionList(listOptions(standing, slot));

const listOptions = (standing: BrowserSession | undefined, slot: { session: string }): SessionListOptions => ({
  store: { get: async () => standing as never },
  cache: { byIndex: () => [] } as unknown as SessionListOptions['cache'],
  slots: {
    ofAccount: async () => (standing ? [{ ...slot, namespace: 'default', name: standing.metadata.name } as never] : []),
  },
  ledger: { findCharge: async () => undefined },
  ended: { async *until() {} },
  views: { of: async (session) => ({ id: sessionId(session), status: 'active' }) as Session },
  clock: { now: () => now },
});

const dayMs = 86_400_000;

/** This many ended on each day, latest first; the second of each day is listed twice. */
const listOfEnded = (days: number[], standing?: BrowserSession) => {
  const at = (day: number, n: number) => Math.floor(now / dayMs) * dayMs - day * dayMs + 5000 - n;
  const nameOf = (day: number, n: number) =>
    ({ session: `d${day}s${n}`, status: 'closed', endedAt: at(day, n) }) as const;
  let reads = 0;
  const options = listOptions(standing, { session: standing ? id : '' });
  const list = new SessionList({
    ...options,
    ledger: { findCharge: async (session) => chargeOf(session, now) },
    ended: {
      async *until(time) {
        for (const [day, count] of days.entries()) {
          const since = Math.floor(now / dayMs) * dayMs - day * dayMs;
          if (since > time) continue;
          reads += 1;
          const sessions = Array.from({ length: count }, (_, n) => nameOf(day, n));
          yield { sessions: [...sessions, nameOf(day, 1)], since };
        }
      },
    },
  });
  const read = () => {
    const count = reads;
    reads = 0;
    return count;
  };
  return { list, read };
};

const chargeOf = (session: string, at: number): SessionCharge => ({
  session,
  account: 'acme',
  uid: 'u',
  credits: 1,
  closeReason: 'Deleted',
  counts: noActions,
  startedAt: new Date(at).toISOString(),
  endedAt: new Date(at).toISOString(),
  at: new Date(at).toISOString(),
  options: { maxTtlSeconds: 300, proxy: false, bypassBotDetection: false, cdp: false },
});

const idsIn = ({ sessions }: SessionPage) => sessions.map((session) => session.id);

const listed = async (list: SessionList) =>
  (await list.page('acme', { limit: 10 })).sessions.map((session) => session.id);

describe('the sessions of an account', () => {
  it('are those that its slots name', async () => {
    assert.deepEqual(await listed(listOver(sessionOf('acme'), { session: id })), [id]);
  });

  it('exclude objects of another account or another session under the same name', async () => {
    assert.deepEqual(await listed(listOver(sessionOf('other'), { session: id })), []);
    assert.deepEqual(await listed(listOver(sessionOf('acme'), { session: 'sess_another' })), []);
  });

  it('sort by the end that they show, even if the object does not have it yet', async () => {
    const idOf = (last: number) => id.replace(/1$/, String(last));
    const closing = [1, 2, 3].map((last) => {
      const session = sessionOf('acme');
      const metadata = { ...session.metadata, name: idOf(last).replace('_', '-') };
      return { ...session, metadata, status: { ...session.status, phase: 'Closing' } } as BrowserSession;
    });
    const ends = new Map([1, 3, 2].map((last, at) => [idOf(last), new Date(now - at * 1000).toISOString()]));
    const byName = new Map(closing.map((session) => [session.metadata.name, session]));
    const list = new SessionList({
      ...listOptions(undefined, { session: '' }),
      store: { get: async (_: string, { name }: { name: string }) => byName.get(name) as never },
      cache: { byIndex: () => closing } as unknown as SessionListOptions['cache'],
      views: {
        of: async (session) =>
          ({ id: sessionId(session), status: 'closed', closedAt: ends.get(sessionId(session)) }) as Session,
      },
    });
    assert.deepEqual(await listed(list), [1, 3, 2].map(idOf));
  });

  it('are read by day until the page is full', async () => {
    const days = [10, 10, 10];
    const { list, read } = listOfEnded(days);
    const first = await list.page('acme', { limit: 4 });
    assert.deepEqual([idsIn(first), read()], [['d0s0', 'd0s1', 'd0s2', 'd0s3'], 1]);
    // One more than the page must be known; it ended the day before.
    const second = await list.page('acme', { limit: 6, cursor: first.nextCursor ?? '' });
    assert.deepEqual([idsIn(second), read()], [['d0s4', 'd0s5', 'd0s6', 'd0s7', 'd0s8', 'd0s9'], 2]);
    const third = await list.page('acme', { limit: 100, cursor: second.nextCursor ?? '' });
    assert.deepEqual([third.sessions.length, third.nextCursor, read()], [20, null, 3]);
  });

  it('are not read by day for a page of active ones', async () => {
    const { list, read } = listOfEnded([10], sessionOf('acme'));
    assert.deepEqual(idsIn(await list.page('acme', { limit: 10, status: 'active' })), [id]);
    assert.equal(read(), 0);
    assert.equal((await list.page('acme', { limit: 2 })).sessions[0]?.id, id);
    assert.equal(read(), 1);
  });
});
