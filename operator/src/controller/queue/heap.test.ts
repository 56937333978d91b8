import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { Heap } from './heap.js';

interface Item {
  rank: number;
}

const heapOf = (items: Item[]) => {
  const heap = new Heap<Item>((one, other) => one.rank < other.rank);
  for (const item of items) heap.push(item);
  return heap;
};

const drain = (heap: Heap<Item>) => {
  const ranks: number[] = [];
  for (let item = heap.pop(); item; item = heap.pop()) ranks.push(item.rank);
  return ranks;
};

const items = fc.array(fc.record({ rank: fc.integer({ min: 0, max: 20 }) }), { maxLength: 40 });
const sortedRanks = (some: Item[]) => some.map(({ rank }) => rank).sort((one, other) => one - other);

describe('Heap', () => {
  it('gives what it holds in order', () => {
    fc.assert(fc.property(items, (some) => assert.deepEqual(drain(heapOf(some)), sortedRanks(some))));
  });

  it('lets go of any item, and keeps the order of the others', () => {
    fc.assert(
      fc.property(items, fc.array(fc.nat(39)), (some, places) => {
        const heap = heapOf(some);
        const removed = new Set(places.flatMap((place) => some[place] ?? []));
        for (const item of [...removed, ...removed]) heap.remove(item);
        const left = some.filter((item) => !removed.has(item));
        assert.equal(heap.size, left.length);
        assert.equal(heap.peek()?.rank, sortedRanks(left)[0]);
        assert.deepEqual(drain(heap), sortedRanks(left));
      }),
      { numRuns: 1000 },
    );
  });

  it('takes an item again that it let go, and only once', () => {
    const [one, other] = [{ rank: 1 }, { rank: 2 }];
    const heap = heapOf([one, other]);
    heap.remove(one);
    heap.push(one);
    heap.push(one);
    assert.deepEqual(drain(heap), [1, 2]);
  });

  it('does nothing for an item that is not in it', () => {
    const heap = heapOf([{ rank: 1 }]);
    heap.remove({ rank: 1 });
    assert.deepEqual(drain(heap), [1]);
    assert.equal(heap.pop(), undefined);
  });
});
