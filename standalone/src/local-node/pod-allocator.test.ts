import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { labels, type Pod } from '@tintype/crds';
import { byTurn, PodAllocator, podsToEvict, type RunningPod } from './pod-allocator.js';

const portsOf = (...ports: number[]) => ports.map((port) => ({ port, egressPort: port + 100 }));

describe('the places of pods', () => {
  it('are as many as there are ports', () => {
    const places = new PodAllocator({ ports: portsOf(1, 2), uids: undefined });
    const taken = [places.take(), places.take(), places.take()];
    assert.deepEqual(taken, [...portsOf(1, 2).map((ports) => ({ ...ports, uid: undefined })), undefined]);
  });

  it('are reused, the one returned last at the end', () => {
    const places = new PodAllocator({ ports: portsOf(1, 2, 3), uids: undefined });
    const first = places.take();
    assert.ok(first);
    places.release(first);
    assert.deepEqual([places.take()?.port, places.take()?.port, places.take()?.port], [2, 3, 1]);
  });

  it('each have another user, from the first to the last, then again', () => {
    const places = new PodAllocator({ ports: portsOf(1, 2), uids: [100, 103] });
    const kept = places.take()?.uid;
    const others = Array.from({ length: 6 }, () => {
      const place = places.take();
      assert.ok(place);
      places.release(place);
      return place.uid;
    });
    assert.ok(!others.includes(kept));
    assert.deepEqual([...new Set([kept, ...others])].sort(), [100, 101, 102, 103]);
    for (const [index, uid] of others.entries()) assert.notEqual(uid, others[index + 1]);
  });
});

const pod = (name: string, seconds: number, session?: string): Pod =>
  ({
    metadata: {
      name,
      creationTimestamp: new Date(seconds * 1000).toISOString(),
      labels: session === undefined ? {} : { [labels.session]: session },
    },
  }) as Pod;

const running = (of: Pod, state: Partial<RunningPod> = {}): RunningPod => ({
  pod: of,
  isStarting: false,
  isEnding: false,
  ...state,
});

const namesOf = (pods: readonly Pod[]) => pods.map(({ metadata }) => metadata.name);

describe('the order of waiting pods', () => {
  it('puts pods of sessions first, then the oldest', () => {
    const pods = [pod('warm', 1), pod('late', 3, 'shop'), pod('b', 2, 'shop'), pod('a', 2, 'shop')];
    assert.deepEqual(namesOf(pods.sort(byTurn)), ['a', 'b', 'late', 'warm']);
  });
});

describe('pods to evict', () => {
  const taken = running(pod('taken', 1, 'shop'));

  it('are never pods of a session', () => {
    assert.deepEqual(podsToEvict([taken], 2), []);
  });

  it('are first those that start, then the youngest', () => {
    const idle = [running(pod('old', 1)), running(pod('starts', 2), { isStarting: true }), running(pod('young', 3))];
    assert.deepEqual(namesOf(podsToEvict([taken, ...idle], 1)), ['starts']);
    assert.deepEqual(namesOf(podsToEvict([taken, ...idle], 2)), ['starts', 'young']);
    assert.deepEqual(namesOf(podsToEvict([taken, ...idle], 9)), ['starts', 'young', 'old']);
  });

  it('are fewer if pods end anyway', () => {
    const ending = running(pod('ending', 1, 'shop'), { isEnding: true });
    const idle = [running(pod('a', 1)), running(pod('b', 2))];
    assert.deepEqual(namesOf(podsToEvict([ending, ...idle], 1)), []);
    assert.deepEqual(namesOf(podsToEvict([ending, ...idle], 2)), ['b']);
  });
});
