import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readMetrics, sumOf } from './metrics.js';

const samples = readMetrics(`# HELP pods of a pool
# TYPE pods gauge
pods{pool="b",state="warm"} 2
pods{pool="a",state="warm"} 1
pods{pool="a\\"\\n",state="claimed"} 3
up 1
took_sum 1.5e-3
`);

describe('a Prometheus text', () => {
  it('has samples with labels', () =>
    assert.deepEqual(samples[2], { name: 'pods', labels: { pool: 'a"\n', state: 'claimed' }, value: 3 }));

  it('is summed by name and labels', () => {
    assert.equal(sumOf(samples, 'pods'), 6);
    assert.equal(sumOf(samples, 'pods', { state: 'warm' }), 3);
    assert.equal(sumOf(samples, 'took_sum'), 0.0015);
    assert.equal(sumOf(samples, 'pods', { state: 'cold' }), undefined);
  });
});
