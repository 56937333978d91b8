import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Places } from './places.js';

const portsOf = (...ports: number[]) => ports.map((port) => ({ port, egressPort: port + 100 }));

describe('the places of pods', () => {
  it('are as many as there are ports', () => {
    const places = new Places({ ports: portsOf(1, 2), uids: undefined });
    const taken = [places.take(), places.take(), places.take()];
    assert.deepEqual(taken, [...portsOf(1, 2).map((ports) => ({ ...ports, uid: undefined })), undefined]);
  });

  it('are given again, the one that was given back last at the end', () => {
    const places = new Places({ ports: portsOf(1, 2, 3), uids: undefined });
    const first = places.take();
    assert.ok(first);
    places.giveBack(first);
    assert.deepEqual([places.take()?.port, places.take()?.port, places.take()?.port], [2, 3, 1]);
  });

  it('have a user each, which the next one has not, from the first to the last and again', () => {
    const places = new Places({ ports: portsOf(1, 2), uids: [100, 103] });
    const kept = places.take()?.uid;
    const others = Array.from({ length: 6 }, () => {
      const place = places.take();
      assert.ok(place);
      places.giveBack(place);
      return place.uid;
    });
    assert.ok(!others.includes(kept));
    assert.deepEqual([...new Set([kept, ...others])].sort(), [100, 101, 102, 103]);
    for (const [index, uid] of others.entries()) assert.notEqual(uid, others[index + 1]);
  });
});
