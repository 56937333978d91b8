import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ObjectMeta } from '@tintype/crds';
import { Indexer } from './indexer.js';

interface Fruit {
  metadata: ObjectMeta;
  colours: string[];
}

const fruit = (name: string, ...colours: string[]): Fruit => ({
  metadata: { namespace: 'shop', name, uid: name, resourceVersion: '1', creationTimestamp: '' },
  colours,
});

const shop = (...fruits: Fruit[]) => {
  const indexer = new Indexer<Fruit, 'colour' | 'letter'>({
    colour: ({ colours }) => colours,
    letter: ({ metadata }) => [metadata.name.slice(0, 1)],
  });
  for (const each of fruits) indexer.set(each);
  return indexer;
};

const names = (found: Fruit[]) => found.map(({ metadata }) => metadata.name).sort();

describe('Indexer', () => {
  it('finds by key and by each value of each index', () => {
    const apple = fruit('apple', 'red', 'green');
    const indexer = shop(apple, fruit('avocado', 'green'), fruit('plum', 'blue'));
    assert.equal(indexer.get('shop/apple'), apple);
    assert.equal(indexer.get('other/apple'), undefined);
    assert.deepEqual(names(indexer.byIndex('colour', 'green')), ['apple', 'avocado']);
    assert.deepEqual(names(indexer.byIndex('letter', 'p')), ['plum']);
    assert.deepEqual(indexer.byIndex('colour', 'black'), []);
    assert.equal(indexer.size, 3);
  });

  it('finds a changed object by its new values alone', () => {
    const indexer = shop(fruit('apple', 'green'), fruit('pear', 'green'));
    indexer.set(fruit('apple', 'red', 'red'));
    assert.deepEqual(names(indexer.byIndex('colour', 'green')), ['pear']);
    assert.deepEqual(names(indexer.byIndex('colour', 'red')), ['apple']);
    assert.deepEqual(names(indexer.list()), ['apple', 'pear']);
  });

  it('finds nothing of a deleted object', () => {
    const indexer = shop(fruit('apple', 'red'));
    indexer.delete('shop/apple');
    indexer.delete('shop/apple');
    assert.deepEqual([indexer.list(), indexer.byIndex('colour', 'red'), indexer.size], [[], [], 0]);
  });
});
