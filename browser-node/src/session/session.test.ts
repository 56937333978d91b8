import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
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

const orderWith = (change: Partial<ActivateRequest>): ActivateRequest => {
  const startBy = new Date(begin + startByMs).toISOString();
  const options = { cdp: false, proxy: false, bypassBotDetection: false };
  return { account: 'acme', maxTtlSeconds: ttlMs / 1000, startBy, confirmed: true, ...options, ...change };
};

const others = {
  useUpstream: () => undefined,
  explain: () => undefined,
  log: createLog('test', 'silent'),
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
    terminationLog: { write, writeSoon: () => undefined },
    clock,
    ...others,
  });
  assert.deepEqual(await session.activate(id, orderWith(change)), { startedAt: new Date(begin).toISOString() });
  /** Whether it is over, its recorded duration, and how often its browser was stopped. */
  const stand = () => [session.state(id) === undefined, written?.openMs, stops];
  return { session, go, timers, stand };
};

const runs = [false, undefined, 0];
const endedAfter = (openMs: number) => [true, openMs, 1];

const playedBrowser = (full: boolean) => {
  const calls: string[] = [];
  const call = (name: string) => async () => void calls.push(name);
  const browser: Pick<SessionBrowser, 'gone' | 'ping' | 'stop' | 'clear' | 'full' | 'hideAutomation'> = {
    full,
    gone: new Promise<void>(() => undefined),
    ping: async () => undefined,
    stop: call('stop'),
    clear: call('clear'),
    hideAutomation: call('hideAutomation'),
  };
  return { browser: browser as SessionBrowser, calls };
};

describe('a session that is closed while its full browser starts', () => {
  for (const fails of [false, true])
    it(`answers after that browser ${fails ? 'failed' : 'is gone'}`, async () => {
      const shell = playedBrowser(false);
      const full = playedBrowser(true);
      const starting = Promise.withResolvers<SessionBrowser>();
      const session = new Session({
        browser: shell.browser,
        startFull: () => starting.promise,
        terminationLog: { write: () => undefined, writeSoon: () => undefined },
        clock: playedClock().clock,
        ...others,
      });
      const activated = session.activate(id, orderWith({ bypassBotDetection: true }));
      await turn();
      let isClosed = false;
      const closing = session.close(id).then(() => {
        isClosed = true;
      });
      await turn();
      assert.equal(isClosed, false);
      // The shell ends at once.
      assert.ok(shell.calls.includes('stop'));
      if (fails) starting.reject(new Error('it did not start'));
      else starting.resolve(full.browser);
      await closing;
      assert.deepEqual(await activated, { refused: 'closed' });
      assert.equal(full.calls.includes('stop'), !fails);
      assert.ok(!full.calls.includes('hideAutomation'));
    });
});

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
