import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PlayedClock } from '@tintype/stores/testing';
import { poolKey as key, sampleWarmPod } from '../fixtures/pool-samples.js';
import { RefillPacer } from './refill-pacer.js';

const stage = () => {
  const clock = new PlayedClock();
  return { clock, refill: new RefillPacer(clock) };
};

describe('when a pool may start browsers', () => {
  it('is at once without sessions or failures', () => {
    const { refill } = stage();
    assert.deepEqual([refill.yieldMs(key, 0), refill.disputedMs(key), refill.backOffMs(key)], [0, 0, 0]);
  });

  it('is at once when no session waits any more', () => {
    const { refill } = stage();
    assert.equal(refill.yieldMs(key, 2), 100);
    assert.equal(refill.yieldMs('default/other', 0), 0);
    assert.equal(refill.yieldMs(key, 0), 0);
  });

  it('is after 100 ms if sessions still wait, however many follow', async () => {
    const { clock, refill } = stage();
    refill.yieldMs(key, 1);
    await clock.advance(60);
    assert.equal(refill.yieldMs(key, 9), 40);
    await clock.advance(40);
    assert.equal(refill.yieldMs(key, 9), 0);
    await clock.advance(9000);
    assert.equal(refill.yieldMs(key, 1), 0);
    assert.deepEqual([refill.yieldMs(key, 0), refill.yieldMs(key, 1)], [0, 100]);
  });

  it('is a second after somebody deleted an idle pod', async () => {
    const { clock, refill } = stage();
    const pod = sampleWarmPod('a');
    refill.observe(pod, pod);
    assert.equal(refill.disputedMs(key), 0);
    refill.observe(pod, undefined);
    assert.equal(refill.disputedMs(key), 1000);
    assert.equal(refill.disputedMs('default/other'), 0);
    await clock.advance(1000);
    assert.equal(refill.disputedMs(key), 0);
  });

  it('waits twice as long after each failure, five minutes at most, and counts each pod once', () => {
    const { refill } = stage();
    const waits = Array.from({ length: 11 }, (_, count) => {
      refill.failed(key, `pod ${count}`);
      refill.failed(key, `pod ${count}`);
      return refill.backOffMs(key) / 1000;
    });
    assert.deepEqual(waits, [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]);
  });

  it('forgives after ten minutes without a failure', async () => {
    const { clock, refill } = stage();
    for (let count = 0; count < 5; count++) refill.failed(key, `pod ${count}`);
    await clock.advance(600_001);
    refill.failed(key, 'one more');
    assert.equal(refill.backOffMs(key), 1000);
  });
});
