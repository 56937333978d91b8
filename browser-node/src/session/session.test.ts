import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ActivateRequest, PodRecord } from '@tintype/contracts';
import { createLog } from '@tintype/runtime';
import type { SessionBrowser } from './browser/session-browser.js';
import { Session } from './session.js';

const begin = Date.parse('2030-01-01T00:00:00Z');
const id = 'sess_1';
const ttlMs = 60_000;
const startByMs = 10_000;

/** A clock that moves on demand. Its timers may fire early, as real ones do. */
const playedClock = () => {
  const timers = new Set<{ due: number; call: () => void }>();
  let passed = 0;
  const go = (milliseconds: number, earlyMs = 0) => {
    passed += milliseconds;
    for (const timer of [...timers].filter(({ due }) => due <= passed + earlyMs)) {
      timers.delete(timer);
      timer.call();
    }
  };
  const after = (milliseconds: number, call: () => void) => {
    const timer = { due: passed + milliseconds, call };
    timers.add(timer);
    return () => void timers.delete(timer);
  };
  // The two clocks began at different times.
  const clock = { now: () => begin + passed, monotonic: () => 5000 + passed, after };
  return { clock, go, timers };
};

/** A running session with a fake browser. */
const stage = async (change: Partial<ActivateRequest> = {}) => {
  const { clock, go, timers } = playedClock();
  let written: PodRecord | undefined;
  const write = (record: PodRecord) => {
    written = record;
  };
  let stops = 0;
  const stop = async () => {
    stops += 1;
  };
  const browser: Pick<SessionBrowser, 'connectPlaywright' | 'gone' | 'ping' | 'stop' | 'full'> = {
    connectPlaywright: () => Promise.reject(new Error('not needed')),
    full: true,
    gone: new Promise<void>(() => undefined),
    ping: async () => undefined,
    stop,
  };
  const session = new Session({
    browser: browser as SessionBrowser,
    startFull: async () => browser as SessionBrowser,
    useUpstream: () => undefined,
    explain: () => undefined,
    terminationLog: { write, writeSoon: () => undefined },
    clock,
    log: createLog('test', 'silent'),
  });
  const startBy = new Date(begin + startByMs).toISOString();
  const options = { cdp: false, proxy: false, bypassBotDetection: false };
  const order = { account: 'acme', maxTtlSeconds: ttlMs / 1000, startBy, confirmed: true, ...options, ...change };
  assert.deepEqual(await session.activate(id, order), { startedAt: new Date(begin).toISOString() });
  /** Whether it is over, its recorded duration, and how often its browser was stopped. */
  const stand = () => [session.state(id) === undefined, written?.openMs, stops];
  return { session, go, timers, stand };
};

const runs = [false, undefined, 0];
const endedAfter = (openMs: number) => [true, openMs, 1];

describe('the timer of a session', () => {
  it('ends the session at its TTL, not before', async () => {
    const { session, go, stand } = await stage();
    go(ttlMs - 1);
    assert.deepEqual(stand(), runs);
    go(1);
    assert.deepEqual(stand(), endedAfter(ttlMs));
    assert.deepEqual([session.ready, await session.ended], [false, { crashed: false }]);
  });

  it('waits on if it fires early', async () => {
    const { go, stand } = await stage();
    go(ttlMs - 1, 1);
    assert.deepEqual(stand(), runs);
    go(1);
    assert.deepEqual(stand(), endedAfter(ttlMs));
  });

  it('ends an unconfirmed session after its startBy, not before', async () => {
    const { go, stand } = await stage({ confirmed: false });
    go(startByMs);
    assert.deepEqual(stand(), runs);
    go(1);
    assert.deepEqual(stand(), endedAfter(startByMs + 1));
  });

  it('leaves a confirmed session its whole TTL', async () => {
    const { session, go, stand } = await stage({ confirmed: false });
    go(startByMs);
    assert.ok(session.confirm(id));
    go(ttlMs - startByMs - 1);
    assert.deepEqual(stand(), runs);
    go(1);
    assert.deepEqual(stand(), endedAfter(ttlMs));
  });

  it('is cancelled when the session is closed', async () => {
    const { session, go, timers, stand } = await stage();
    go(1234);
    await session.close(id);
    assert.equal(timers.size, 0);
    go(ttlMs);
    assert.deepEqual(stand(), endedAfter(1234));
  });
});
