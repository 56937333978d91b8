import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DeadlineExceeded } from '@tintype/runtime';
import { PlayedClock } from '@tintype/stores/testing';
import { sweepUntil } from './sweeps.js';

const everyMs = 30_000;
const deadlineMs = 100_000;

const stage = (sweep: (signal: AbortSignal) => Promise<void>) => {
  const clock = new PlayedClock();
  const begun = clock.now();
  const term = new AbortController();
  const sweeps: number[] = [];
  const logged: unknown[] = [];
  const state = { ended: false };
  const counted = (signal: AbortSignal) => {
    sweeps.push(clock.now() - begun);
    return sweep(signal);
  };
  const log = { error: ({ err }: { err: unknown }) => logged.push(err) };
  const options = { sweep: counted, everyMs, deadlineMs, clock, random: () => 0.5, log: log as never };
  void sweepUntil(term.signal, options).then(() => {
    state.ended = true;
  });
  return { clock, term, sweeps, logged, state };
};

/** A sweep that runs until its signal aborts. */
const endless = (signal: AbortSignal) =>
  new Promise<void>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

describe('sweeps', () => {
  it('begin soon, and come again while the term lasts', async () => {
    const { clock, term, sweeps, state } = stage(async () => undefined);
    await clock.advance(70_000);
    assert.deepEqual(sweeps, [1500, 31_500, 61_500]);
    term.abort();
    await clock.advance(0);
    assert.ok(state.ended);
  });

  it('come again after one that failed, which is logged', async () => {
    const failure = new Error('no ledger');
    const { clock, sweeps, logged } = stage(() => Promise.reject(failure));
    await clock.advance(40_000);
    assert.equal(sweeps.length, 2);
    assert.deepEqual(logged, [failure, failure]);
  });

  it('are given up when they take too long', async () => {
    const { clock, sweeps, logged } = stage(endless);
    await clock.advance(1500 + deadlineMs + everyMs);
    assert.equal(sweeps.length, 2);
    assert.ok(logged[0] instanceof DeadlineExceeded);
  });

  it('end with the term, which is no failure', async () => {
    const { clock, term, logged, state } = stage(endless);
    await clock.advance(2000);
    term.abort();
    await clock.advance(0);
    assert.ok(state.ended);
    assert.deepEqual(logged, []);
  });
});
