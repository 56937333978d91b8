import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Pod } from '@tintype/crds';
import { samplePool, sampleWarmPod } from '../fixtures/pool-samples.js';
import { statusOf } from './status.js';

const [starting, up] = [sampleWarmPod('a', 0, { status: { phase: 'Pending', conditions: [] } }), sampleWarmPod('b')];

const said = (replicas: number, idle: readonly Pod[]): string[] => {
  const { conditions = [] } = statusOf({
    pool: samplePool({ replicas }),
    idle,
    claimed: 0,
    waiting: 0,
    reason: 'Starting',
    now: 0,
  });
  return conditions.map(({ type, status, reason }) => `${type} ${status} ${reason}`);
};

describe('the conditions of a pool', () => {
  for (const [what, replicas, idle, expected] of [
    ['no browser is up', 2, [starting, starting], ['Ready False Starting', 'Complete False Starting']],
    ['one is, and more are to come', 2, [up, starting], ['Ready True Warm', 'Complete False Starting']],
    ['all are up', 2, [up, up], ['Ready True Complete', 'Complete True Complete']],
    ['none is wanted', 0, [], ['Ready True Complete', 'Complete True Complete']],
  ] as const)
    it(`say that ${what}`, () => assert.deepEqual(said(replicas, idle), expected));
});
