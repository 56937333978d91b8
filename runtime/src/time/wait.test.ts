import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import { holdingClock, systemClock } from './clock.js';
import { atMost, DeadlineExceeded, ifInTime, outlasts, pause, race } from './wait.js';

describe('race', () => {
  it('removes its listener when the work settles first', async () => {
    const controller = new AbortController();
    const remove = mock.method(controller.signal, 'removeEventListener');
    await race(Promise.resolve(), controller.signal);
    assert.equal(remove.mock.callCount(), 1);
  });

  it('ignores a late failure of the work', async () => {
    const unhandled = mock.fn();
    process.on('unhandledRejection', unhandled);
    try {
      const before = Promise.withResolvers<never>();
      await assert.rejects(race(before.promise, AbortSignal.abort(new Error('up'))), /up/);
      const during = Promise.withResolvers<never>();
      const controller = new AbortController();
      const racing = race(during.promise, controller.signal);
      controller.abort(new Error('up'));
      await assert.rejects(racing, /up/);
      before.reject(new Error('late'));
      during.reject(new Error('late'));
      // Unhandled rejections are reported before the next turn of the event loop.
      await new Promise((resolve) => setImmediate(resolve));
      assert.equal(unhandled.mock.callCount(), 0);
    } finally {
      process.off('unhandledRejection', unhandled);
    }
  });
});

/** A clock whose timers fire at `tick`. */
const playedClock = () => {
  const calls = new Set<() => void>();
  const after = (_milliseconds: number, call: () => void) => {
    calls.add(call);
    return () => void calls.delete(call);
  };
  const tick = () => {
    for (const call of calls) call();
  };
  return { after, tick, calls };
};

describe('atMost', () => {
  it('settles as the work does, and stops the timer', async () => {
    const clock = playedClock();
    assert.equal(await atMost(100, async () => 'done', { clock }), 'done');
    await assert.rejects(
      atMost(100, () => Promise.reject(new Error('failed')), { clock }),
      /failed/,
    );
    assert.equal(clock.calls.size, 0);
  });

  it('rejects when the time is up, and aborts the signal of the work', async () => {
    const clock = playedClock();
    let seen: AbortSignal | undefined;
    const never = (signal: AbortSignal) => {
      seen = signal;
      return new Promise<never>(() => undefined);
    };
    const waiting = assert.rejects(atMost(100, never, { clock }), new DeadlineExceeded('not done within 100 ms'));
    clock.tick();
    await waiting;
    assert.equal(seen?.aborted, true);
    const named = assert.rejects(atMost(100, never, { clock, late: () => new Error('no pod') }), /no pod/);
    clock.tick();
    await named;
  });

  it("rejects with the caller's reason, and does not start work after it", async () => {
    const clock = playedClock();
    const leaving = new AbortController();
    const waiting = assert.rejects(
      atMost(100, () => new Promise<never>(() => undefined), { clock, signal: leaving.signal }),
      /left/,
    );
    leaving.abort(new Error('left'));
    await waiting;
    const work = mock.fn(async () => undefined);
    await assert.rejects(atMost(100, work, { clock, signal: leaving.signal }), /left/);
    assert.deepEqual([work.mock.callCount(), clock.calls.size], [0, 0]);
  });
});

describe('ifInTime', () => {
  it('answers the result, and undefined for failed or late work', async () => {
    assert.equal(await ifInTime(Promise.resolve('done'), 1000), 'done');
    assert.equal(await ifInTime(Promise.reject(new Error('failed')), 1000), undefined);
    const late = Promise.withResolvers<string>();
    const [answer] = await Promise.all([ifInTime(late.promise, 1), pause(holdingClock, 20)]);
    assert.equal(answer, undefined);
  });
});

describe('outlasts', () => {
  it('is true for work that still runs after the time, and false for failed work', async () => {
    assert.equal(await outlasts(Promise.resolve(), 1000), false);
    assert.equal(await outlasts(Promise.reject(new Error('failed')), 1000), false);
    const [answer] = await Promise.all([outlasts(new Promise(() => undefined), 1), pause(holdingClock, 20)]);
    assert.equal(answer, true);
  });
});

describe('pause', () => {
  it('keeps the process alive only with the holding clock', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((each) => each === 'Timeout').length;
    const before = timers();
    const leaving = new AbortController();
    const weak = pause(systemClock, 60_000, leaving.signal);
    assert.equal(timers(), before);
    const held = pause(holdingClock, 60_000, leaving.signal);
    assert.equal(timers(), before + 1);
    leaving.abort();
    await Promise.all([weak, held]);
    assert.equal(timers(), before);
  });

  it('ends with its time or with a signal, whichever comes first', async () => {
    const clock = playedClock();
    const timed = pause(clock, 100);
    clock.tick();
    await timed;
    const leaving = new AbortController();
    const signalled = pause(clock, 100, new AbortController().signal, leaving.signal);
    leaving.abort();
    await signalled;
    await pause(clock, 100, leaving.signal);
    assert.equal(clock.calls.size, 0);
  });
});
