import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { poolKey as key } from '../fixtures/pool-samples.js';
import { Shortages } from './pool-state.js';

describe('how long a pool lacks browsers', () => {
  it('is reported for each browser, the first missing one first', () => {
    const shortages = new Shortages();
    assert.deepEqual(shortages.update(key, 2, 2, 0), []);
    assert.deepEqual(shortages.update(key, 2, 1, 100), []);
    assert.deepEqual(shortages.update(key, 2, 0, 400), []);
    assert.deepEqual(shortages.update(key, 2, 1, 1000), [900]);
    assert.deepEqual(shortages.update(key, 2, 2, 1500), [1100]);
    assert.deepEqual(shortages.update(key, 2, 2, 9000), []);
  });

  it('starts when more are wanted, and leaves out browsers that are no longer wanted', () => {
    const shortages = new Shortages();
    shortages.update(key, 1, 1, 0);
    assert.deepEqual(shortages.update(key, 4, 1, 100), []);
    assert.deepEqual(shortages.update(key, 2, 1, 200), []);
    assert.deepEqual(shortages.update(key, 2, 2, 300), [200]);
  });

  it('is kept per pool until the pool is gone', () => {
    const shortages = new Shortages();
    shortages.update(key, 1, 0, 0);
    assert.deepEqual(shortages.update('default/other', 1, 1, 5), []);
    shortages.forget(key);
    assert.deepEqual(shortages.update(key, 1, 1, 10), []);
  });
});
