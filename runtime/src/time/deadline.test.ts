import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { Deadline } from './deadline.js';
import { DeadlineExceeded } from './wait.js';

const never = () => new Promise<never>(() => undefined);
const start = 1_000_000;

describe('Deadline', () => {
  let set = 0;
  beforeEach(() => {
    set = 0;
    mock.timers.enable({ apis: ['setTimeout', 'Date'], now: start });
    mock.method(performance, 'now', () => Date.now() - set);
  });
  afterEach(() => {
    mock.restoreAll();
    mock.timers.reset();
  });

  it('is not changed by a jump of the wall clock', () => {
    const deadline = Deadline.in(100);
    mock.timers.tick(60);
    set = 50;
    assert.equal(deadline.remaining, 90);
  });

  it('counts down, and aborts its signal when the time is up', () => {
    const deadline = Deadline.in(100);
    assert.deepEqual([deadline.at, deadline.remaining, deadline.passed], [start + 100, 100, false]);
    mock.timers.tick(99);
    assert.deepEqual([deadline.remaining, deadline.passed, deadline.signal.aborted], [1, false, false]);
    mock.timers.tick(1);
    assert.deepEqual([deadline.remaining, deadline.passed, deadline.signal.aborted], [0, true, true]);
    assert.ok(deadline.signal.reason instanceof DeadlineExceeded);
    mock.timers.tick(1000);
    assert.equal(deadline.remaining, 0);
  });

  it('passes at once if it is in the past', () => {
    const deadline = new Deadline(start - 5);
    mock.timers.tick(1);
    assert.equal(deadline.passed, true);
  });

  it('does not pass early if it exceeds the longest timer', () => {
    const deadline = Deadline.in(2 ** 40);
    mock.timers.tick(1000);
    assert.equal(deadline.passed, false);
  });

  it('settles as the work does', async () => {
    const deadline = Deadline.in(100);
    assert.equal(await deadline.race(Promise.resolve('done')), 'done');
    await assert.rejects(deadline.race(Promise.reject(new Error('failed'))), /failed/);
  });

  it('rejects what waits when the time is up', async () => {
    const deadline = Deadline.in(100);
    const rejected = assert.rejects(deadline.race(never()), DeadlineExceeded);
    mock.timers.tick(100);
    await rejected;
    await assert.rejects(deadline.race(Promise.resolve('late')), DeadlineExceeded);
  });

  it('rejects with the reason of the caller when cancelled', async () => {
    const reason = new Error('the client left');
    const deadline = Deadline.in(100);
    const rejected = assert.rejects(deadline.race(never()), reason);
    deadline.cancel(reason);
    await rejected;
    mock.timers.tick(100);
    assert.equal(deadline.signal.reason, reason);
  });

  it('sleeps, but rejects at its end', async () => {
    const deadline = Deadline.in(100);
    const short = deadline.sleep(50);
    mock.timers.tick(50);
    await short;
    const long = assert.rejects(deadline.sleep(1000), DeadlineExceeded);
    mock.timers.tick(50);
    await long;
  });

  it('does not pass once it is cleared', () => {
    const deadline = Deadline.in(100);
    deadline.clear();
    mock.timers.tick(1000);
    assert.equal(deadline.passed, false);
  });
});
