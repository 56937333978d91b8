import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { labels, type Pod } from '@tintype/crds';
import { byTurn, givingWay, type Running } from './turn.js';

const pod = (name: string, seconds: number, session?: string): Pod =>
  ({
    metadata: {
      name,
      creationTimestamp: new Date(seconds * 1000).toISOString(),
      labels: session === undefined ? {} : { [labels.session]: session },
    },
  }) as Pod;

const running = (of: Pod, state: Partial<Running> = {}): Running => ({
  pod: of,
  isStarting: false,
  isEnding: false,
  ...state,
});

const namesOf = (pods: readonly Pod[]) => pods.map(({ metadata }) => metadata.name);

describe('the turn of pods', () => {
  it('is that of the oldest, of those that are for sessions', () => {
    const pods = [pod('warm', 1), pod('late', 3, 'shop'), pod('b', 2, 'shop'), pod('a', 2, 'shop')];
    assert.deepEqual(namesOf(pods.sort(byTurn)), ['a', 'b', 'late', 'warm']);
  });
});

describe('pods that make room', () => {
  const taken = running(pod('taken', 1, 'shop'));

  it('are none that a session has', () => {
    assert.deepEqual(givingWay([taken], 2), []);
  });

  it('are those that start, and then the youngest, as many as are needed', () => {
    const idle = [running(pod('old', 1)), running(pod('starts', 2), { isStarting: true }), running(pod('young', 3))];
    assert.deepEqual(namesOf(givingWay([taken, ...idle], 1)), ['starts']);
    assert.deepEqual(namesOf(givingWay([taken, ...idle], 2)), ['starts', 'young']);
    assert.deepEqual(namesOf(givingWay([taken, ...idle], 9)), ['starts', 'young', 'old']);
  });

  it('are fewer when places become free anyway', () => {
    const ending = running(pod('ending', 1, 'shop'), { isEnding: true });
    const idle = [running(pod('a', 1)), running(pod('b', 2))];
    assert.deepEqual(namesOf(givingWay([ending, ...idle], 1)), []);
    assert.deepEqual(namesOf(givingWay([ending, ...idle], 2)), ['b']);
  });
});
