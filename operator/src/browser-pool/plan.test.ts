import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { labels } from '@tintype/crds';
import { samplePool, sampleWarmPod as warm } from '../fixtures/pool-samples.js';
import { at, ended, owner, unready } from '../fixtures/session-samples.js';
import { type PoolView, planOf } from './plan.js';

const none = { creations: 0, deletions: 0 };

/** The plan half an hour after noon, for two ready pods; `differs` overrides the view. */
const planFor = (differs: Partial<PoolView> = {}) => {
  const view = {
    pool: samplePool(),
    templateHash: 'hash',
    pending: none,
    isInDoubt: () => false,
    now: Date.parse(at(1800)),
  };
  const { create, remove } = planOf({ ...view, idle: [warm('a', 0), warm('b', 1)], ...differs });
  return { create, remove: remove.map(({ pod, reason }) => `${pod.metadata.name} ${reason}`) };
};

const other = { metadata: { labels: { [labels.pool]: 'default', [labels.template]: 'another' } } };
const strange = { metadata: { ownerReferences: [owner({ kind: 'BrowserPool', controller: true })] } };
const [starting, stuck] = [{ status: unready(1700) }, { status: unready(1) }];
const homeless = { ...stuck, nodeName: '' };
const old = { now: Date.parse(at(3600)) };

describe('what is done for a pool', () => {
  const table: [string, Partial<PoolView>, number, string[]][] = [
    ['does nothing for a complete pool', {}, 0, []],
    ['creates missing pods', { idle: [] }, 2, []],
    ['counts created pods that are not seen yet', { idle: [], pending: { creations: 1, deletions: 0 } }, 1, []],
    ['counts one that starts', { idle: [warm('a'), warm('b', 1, starting)] }, 0, []],
    ['replaces one that has ended', { idle: [warm('a'), warm('b', 1, { status: ended(5) })] }, 1, ['b PodEnded']],
    ['replaces one of another template', { idle: [warm('a'), warm('b', 1, other)] }, 1, ['b TemplateChanged']],
    ['replaces one of an earlier pool', { idle: [warm('a'), warm('b', 1, strange)] }, 1, ['b PoolReplaced']],
    ['replaces one that does not get ready', { idle: [warm('a'), warm('b', 1, stuck)] }, 1, ['b NotReady']],
    ['replaces a pod for which no node has capacity', { idle: [warm('a'), warm('b', 1, homeless)] }, 1, ['b NoRoom']],
    ['deletes the oldest surplus pod', { pool: samplePool({ replicas: 1 }) }, 0, ['a Surplus']],
    [
      'deletes unready surplus pods first',
      { pool: samplePool({ replicas: 1 }), idle: [warm('a'), warm('b', 1, starting)] },
      0,
      ['b Surplus'],
    ],
    [
      'deletes all pods of a pool with 0 replicas',
      { pool: samplePool({ replicas: 0 }) },
      0,
      ['a Surplus', 'b Surplus'],
    ],
    [
      'waits until it sees the deletions',
      { pool: samplePool({ replicas: 1 }), pending: { creations: 0, deletions: 1 } },
      0,
      [],
    ],
    [
      'repeats a deletion of unknown effect, and no other',
      {
        pool: samplePool({ replicas: 0 }),
        pending: { creations: 0, deletions: 2 },
        isInDoubt: ({ metadata }) => metadata.name === 'b',
      },
      0,
      ['b Surplus'],
    ],
    ['creates a successor for a pod that is too old', old, 1, []],
    [
      'keeps a pod that is too old until its successor is ready',
      { ...old, idle: [warm('a'), warm('b', 1), warm('c', 3590, { status: unready(3590) })] },
      0,
      [],
    ],
    ['then deletes it', { ...old, idle: [warm('a'), warm('b', 1), warm('c', 3590)] }, 0, ['a TooOld']],
  ];
  for (const [name, differs, create, remove] of table)
    it(name, () => assert.deepEqual(planFor(differs), { create, remove }));

  it('runs again when the next pod becomes too old, or was unready for too long', () => {
    const view = {
      pool: samplePool(),
      templateHash: 'hash',
      pending: none,
      isInDoubt: () => false,
      now: Date.parse(at(100)),
    };
    assert.equal(planOf({ ...view, idle: [warm('a', 50)] }).nextInMs, 3_550_000);
    assert.equal(planOf({ ...view, idle: [warm('a', 50), warm('b', 60, { status: unready(70) })] }).nextInMs, 270_000);
    assert.equal(planOf({ ...view, idle: [] }).nextInMs, Number.POSITIVE_INFINITY);
    const bothOld = { ...view, now: Date.parse(at(3700)), idle: [warm('a', 1), warm('b', 2)] };
    assert.equal(planOf(bothOld).nextInMs, Number.POSITIVE_INFINITY);
    const andOneYoung = { ...bothOld, idle: [...bothOld.idle, warm('c', 3600)] };
    assert.equal(planOf(andOneYoung).nextInMs, 3_500_000);
  });
});
