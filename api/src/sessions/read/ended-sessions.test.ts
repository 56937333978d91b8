import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type EndedSession, EndedSessions } from './ended-sessions.js';

const dayMs = 86_400_000;
const startOfDay = Math.floor(Date.now() / dayMs) * dayMs;
/** Noon of a day; 0 is today. */
const noon = (daysAgo: number) => startOfDay - daysAgo * dayMs + dayMs / 2;

/** A bucket that records the filters of reads. */
const bucket = () => {
  const subjects = new Map<string, number>();
  const asked: string[] = [];
  const info = async (_stream: string, { subjects_filter = '' }: { subjects_filter?: string } = {}) => {
    asked.push(subjects_filter);
    const pattern = new RegExp(`^${subjects_filter.replaceAll(/[.$]/g, '\\$&').replaceAll('*', '[^.]+')}$`);
    const found = [...subjects].filter(([subject]) => pattern.test(subject));
    return { state: { subjects: Object.fromEntries(found) } } as never;
  };
  const kv = { put: async (key: string) => subjects.set(`$KV.sessions-index.${key}`, 1).size };
  return { asked, ended: new EndedSessions({ nats: { manager: { streams: { info } } }, kv }) };
};

const add = (
  ended: EndedSessions,
  session: string,
  at: number,
  of: { closeReason?: string; account?: string } = {},
) => {
  const endedAt = new Date(at).toISOString();
  return ended.add({ session, account: 'acme', startedAt: endedAt, endedAt, closeReason: 'Deleted', ...of });
};

const namesIn = (sessions: EndedSession[]) => sessions.map(({ session }) => session).sort();

describe('the sessions that have ended', () => {
  it('are read by day, latest first, and no further than needed', async () => {
    const { ended, asked } = bucket();
    for (const day of [0, 1, 2, 30]) await add(ended, `sess_${day}`, noon(day));
    const parts = ended.until(noon(0), 'acme');
    const first = (await parts.next()).value;
    assert.deepEqual([namesIn(first.sessions), first.since], [['sess_0'], startOfDay]);
    assert.equal(asked.length, 1);
    const second = (await parts.next()).value;
    assert.deepEqual([namesIn(second.sessions), second.since], [['sess_1', 'sess_2'], startOfDay - 6 * dayMs]);
    assert.equal(asked.length, 7);
    const third = (await parts.next()).value;
    assert.deepEqual(namesIn(third.sessions), ['sess_30']);
    assert.ok((await parts.next()).done);
    assert.ok(asked.length <= 40);
  });

  it('are filtered by time, account and status', async () => {
    const { ended, asked } = bucket();
    await add(ended, 'sess_later', noon(3));
    await add(ended, 'sess_crashed', noon(5), { closeReason: 'BrowserCrashed' });
    await add(ended, 'sess_closed', noon(5));
    await add(ended, 'sess_foreign', noon(5), { account: 'other' });
    const { sessions } = (await ended.until(noon(5), 'acme', 'closed').next()).value;
    assert.deepEqual(sessions, [{ session: 'sess_closed', status: 'closed', endedAt: noon(5) }]);
    assert.equal(asked.length, 1);
  });

  it('end at the oldest kept day, for any time in a cursor', async () => {
    const { ended, asked } = bucket();
    assert.ok((await ended.until(noon(60), 'acme').next()).done);
    assert.equal(asked.length, 0);
    assert.deepEqual((await ended.until(9e15, 'acme').next()).value.sessions, []);
  });
});
