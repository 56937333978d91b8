import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { BrowserSession, SessionPhase } from '@tintype/crds';
import { PlayedClock } from '@tintype/stores/testing';
import { poolKey } from '../fixtures/pool-samples.js';
import { sampleSession } from '../fixtures/session-samples.js';
import { SessionWaits } from './session-waits.js';

const inPhase = (phase: SessionPhase): BrowserSession => sampleSession({ status: { phase } });

const stage = () => {
  const clock = new PlayedClock();
  const served: [string, number][] = [];
  return { clock, served, waits: new SessionWaits(clock, (...wait) => served.push(wait)) };
};

describe('the wait of a session for its browser', () => {
  it('is counted once, from its first sight until it is active', async () => {
    const { clock, served, waits } = stage();
    const [pending, binding, active] = [inPhase('Pending'), inPhase('Binding'), inPhase('Active')];
    waits.observe(undefined, pending);
    await clock.advance(30);
    waits.observe(pending, binding);
    await clock.advance(12);
    waits.observe(binding, active);
    waits.observe(active, active);
    assert.deepEqual(served, [[poolKey, 42]]);
  });

  it('is not counted if it fails, leaves, or was active at first sight', async () => {
    const { served, waits } = stage();
    const [pending, failed, active] = [inPhase('Pending'), inPhase('Failed'), inPhase('Active')];
    waits.observe(undefined, pending);
    waits.observe(pending, failed);
    waits.observe(failed, active);
    waits.observe(undefined, pending);
    waits.observe(pending, undefined);
    waits.observe(undefined, active);
    assert.deepEqual(served, []);
  });
});
