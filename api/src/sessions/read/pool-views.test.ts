import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { BrowserPool } from '@tintype/crds';
import { readPools } from './pool-views.js';

const pool = (name: string, status?: BrowserPool['status']) =>
  ({ metadata: { name, namespace: 'here' }, spec: { replicas: 3 }, status }) as BrowserPool;

describe('the pools of a namespace', () => {
  it('are listed by name, also one that the operator has not seen', async () => {
    const lastTransitionTime = '2026-01-01T00:00:00Z';
    const ready = { type: 'Ready', status: 'False', reason: 'PodsFail', message: 'browsers end', lastTransitionTime };
    const seen = {
      replicas: 2,
      readyReplicas: 1,
      claimedReplicas: 4,
      waitingSessions: 5,
      conditions: [ready],
    } as const;
    const items = [pool('b', seen as unknown as BrowserPool['status']), pool('a')];
    const asked: unknown[] = [];
    const list = async (...call: unknown[]) => {
      asked.push(call);
      return { items, resourceVersion: '1' };
    };
    const none = { warm: 0, starting: 0, claimed: 0, waitingSessions: 0, state: null, message: null, trouble: false };
    assert.deepEqual(await readPools({ list } as never, 'here'), [
      { name: 'a', desired: 3, ...none },
      {
        ...{ name: 'b', desired: 3, warm: 1, starting: 1, claimed: 4, waitingSessions: 5 },
        ...{ state: 'PodsFail', message: 'browsers end', trouble: true },
      },
    ]);
    assert.deepEqual(asked, [['BrowserPool', { namespace: 'here' }]]);
  });
});
