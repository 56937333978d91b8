import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { labels } from '@tintype/crds';
import { samplePool, sampleWarmPod as warm } from '../stages/pool-samples.js';
import { at, ended, owner, unready } from '../stages/session-samples.js';
import { type PoolView, planOf } from './plan.js';

const none = { creations: 0, deletions: 0 };

/** Half an hour after noon, with two pods that are ready, but for what differs. */
const planFor = (differs: Partial<PoolView> = {}) => {
  const view = {
    pool: samplePool(),
    template: 'hash',
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
    ['nothing when it has what it is to have', {}, 0, []],
    ['makes those that are missing', { idle: [] }, 2, []],
    ['counts what was made and is not yet seen', { idle: [], pending: { creations: 1, deletions: 0 } }, 1, []],
    ['counts one that starts', { idle: [warm('a'), warm('b', 1, starting)] }, 0, []],
    ['replaces one that has ended', { idle: [warm('a'), warm('b', 1, { status: ended(5) })] }, 1, ['b PodEnded']],
    ['replaces one of another template', { idle: [warm('a'), warm('b', 1, other)] }, 1, ['b TemplateChanged']],
    ['replaces one of an earlier pool', { idle: [warm('a'), warm('b', 1, strange)] }, 1, ['b PoolReplaced']],
    ['replaces one that does not get ready', { idle: [warm('a'), warm('b', 1, stuck)] }, 1, ['b NotReady']],
    ['replaces one that no node has room for', { idle: [warm('a'), warm('b', 1, homeless)] }, 1, ['b NoRoom']],
    ['takes the oldest away where there are too many', { pool: samplePool({ replicas: 1 }) }, 0, ['a Surplus']],
    [
      'takes away first what is not ready',
      { pool: samplePool({ replicas: 1 }), idle: [warm('a'), warm('b', 1, starting)] },
      0,
      ['b Surplus'],
    ],
    [
      'takes all away when it is scaled to nothing',
      { pool: samplePool({ replicas: 0 }) },
      0,
      ['a Surplus', 'b Surplus'],
    ],
    [
      'waits until what was deleted is seen to go',
      { pool: samplePool({ replicas: 1 }), pending: { creations: 0, deletions: 1 } },
      0,
      [],
    ],
    [
      'deletes again what may not have been deleted, and nothing else',
      {
        pool: samplePool({ replicas: 0 }),
        pending: { creations: 0, deletions: 2 },
        isInDoubt: ({ metadata }) => metadata.name === 'b',
      },
      0,
      ['b Surplus'],
    ],
    ['makes a successor for one that is too old', old, 1, []],
    [
      'keeps one that is too old until its successor is ready',
      { ...old, idle: [warm('a'), warm('b', 1), warm('c', 3590, { status: unready(3590) })] },
      0,
      [],
    ],
    ['then takes it away', { ...old, idle: [warm('a'), warm('b', 1), warm('c', 3590)] }, 0, ['a TooOld']],
  ];
  for (const [name, differs, create, remove] of table)
    it(name, () => assert.deepEqual(planFor(differs), { create, remove }));

  it('is looked at again when the next pod gets too old, or is given up', () => {
    const view = {
      pool: samplePool(),
      template: 'hash',
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
