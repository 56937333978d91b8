import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Conflict, type ResourceStore } from '@tintype/crds';
import type { Fault } from '../memory/with-faults.js';
import { lease, names, namespace, stage } from './informer-stage.js';

/** Longer than the first retry delay, shorter than a healthy watch. */
const shortly = 1000;

describe('a watch that ends', () => {
  it('is resumed where it stopped, without a list', async () => {
    const { clock, noted, countOf, faults, ends, begin, create } = stage();
    await begin('a');
    for (const fault of ['ended', 'unavailable', 'throttled'] as const) {
      await create(`before-${fault}`, 'y');
      await clock.advance(0);
      faults.push(['event', { type: fault }]);
      await create(`lost-by-${fault}`, 'y');
      await clock.advance(0);
      await create(`missed-by-${fault}`, 'y');
      await clock.advance(2000);
    }
    assert.equal(noted.length, 9);
    assert.deepEqual([countOf('list'), countOf('watch')], [1, 4]);
    assert.deepEqual(ends, ['closed', 'failed', 'failed']);
  });

  it('is resumed at once after a healthy life', async () => {
    const { clock, noted, begin, create, faults } = stage();
    await begin();
    await clock.advance(60_000);
    faults.push(['event', { type: 'ended' }]);
    await create('a', 'x');
    await clock.advance(0);
    assert.deepEqual(noted, ['change a: - > x']);
  });

  it('is resumed from a bookmark', async () => {
    const { clock, memory, begin, create, faults, countOf, noted } = stage();
    await begin();
    await memory.create('Lease', { ...lease('other'), metadata: { namespace: 'elsewhere', name: 'other' } });
    await clock.advance(60_000);
    memory.compact();
    faults.push(['event', { type: 'ended' }]);
    await create('a', 'x');
    await clock.advance(shortly);
    assert.deepEqual([noted, countOf('list')], [['change a: - > x'], 1]);
  });

  it('is followed by a list when it delivered no event', async () => {
    const { clock, begin, faults, ends, countOf } = stage();
    const cut = new AbortController();
    faults.push(
      ['watch', { type: 'ended' }],
      ['watch', { type: 'unavailable' }],
      ['watch', { type: 'cut', when: cut.signal }],
    );
    await begin();
    await clock.advance(shortly);
    assert.deepEqual([ends, countOf('list')], [['silent', 'failed'], 3]);
    cut.abort();
    await clock.advance(shortly);
    assert.deepEqual([ends.length, countOf('list')], [3, 4]);
  });
});

describe('a list after a watch', () => {
  it('delivers the missed deletions, changes and creations, and nothing else', async () => {
    const { clock, memory, noted, begin, create, update, delete: remove, faults, ends, countOf } = stage();
    await begin('same', 'gone', 'changed');
    faults.push(['event', { type: 'expired' }]);
    await update('changed', 'y');
    await clock.advance(0);
    await remove('gone');
    await create('new', 'z');
    memory.compact();
    await clock.advance(shortly);
    assert.deepEqual([ends, countOf('list')], [['expired'], 2]);
    assert.deepEqual(noted, ['change gone: x > -', 'change changed: x > y', 'change new: - > z']);
  });

  it('delivers a replaced object as a deletion and a new object', async () => {
    const { clock, memory, noted, begin, create, delete: remove, faults, informer } = stage();
    await begin('a');
    faults.push(['event', { type: 'expired' }]);
    await remove('a');
    await clock.advance(0);
    await create('a', 'y');
    memory.compact();
    await clock.advance(shortly);
    assert.deepEqual(noted, ['change a: x > -', 'change a: - > y']);
    assert.deepEqual(names(informer.cache.byIndex('holder', 'x')), []);
  });

  it('follows an unexpected error', async () => {
    const { clock, noted, begin, create, faults, logged, countOf } = stage();
    await begin();
    faults.push(['event', { type: 'crashBefore', error: new TypeError('no such event') }]);
    await create('a', 'x');
    await clock.advance(shortly);
    assert.deepEqual([noted, countOf('list')], [['change a: - > x'], 2]);
    assert.deepEqual(logged, ['the watch ended: failed']);
  });
});

describe('an object that was replaced unseen', () => {
  it('arrives as a deletion and a new object from a watch, too', async () => {
    const meta = { namespace, name: 'a', creationTimestamp: '' };
    const first = { ...lease('a', 'x'), metadata: { ...meta, uid: '1', resourceVersion: '1' } };
    const second = { ...lease('a', 'y'), metadata: { ...meta, uid: '2', resourceVersion: '3' } };
    const store = {
      list: async () => ({ items: [first], resourceVersion: '1' }),
      watch: async function* () {
        yield { type: 'changed', resourceVersion: '3', object: second };
        yield { type: 'changed', resourceVersion: '3', object: structuredClone(second) };
      },
    };
    const { informer, clock, noted } = stage({ store: store as unknown as Pick<ResourceStore, 'list' | 'watch'> });
    informer.start();
    await clock.advance(0);
    await informer.stop();
    assert.deepEqual(noted, ['initial a: - > x', 'change a: x > -', 'change a: - > y']);
  });
});

describe('retries', () => {
  /** The delays between lists while every list fails. */
  const listsOf = async ({ clock, informer, faults, countOf }: ReturnType<typeof stage>, fault: Fault, ms: number) => {
    for (let each = 0; each < 1000; each += 1) faults.push(['list', fault]);
    informer.start();
    const times: number[] = [];
    for (let now = 0; now <= ms; now += 50) {
      await clock.advance(times.length === 0 ? 0 : 50);
      while (times.length < countOf('list')) times.push(clock.monotonic());
    }
    return times.slice(1).map((time, index) => time - (times[index] ?? 0));
  };

  it('come ever later, up to ten seconds', async () => {
    const waits = await listsOf(stage(), { type: 'unavailable' }, 60_000);
    for (const [index, wait] of waits.entries()) {
      const whole = Math.min(200 * 2 ** index, 10_000);
      assert.ok(wait >= whole / 2 && wait <= whole + 50, `wait ${index} is ${wait}`);
    }
    assert.ok(waits.length >= 8, String(waits));
  });

  it('wait as long as a busy server asks for', async () => {
    const [first = 0] = await listsOf(stage(), { type: 'throttled' }, 1500);
    assert.ok(first >= 1000, String(first));
  });

  it('begin again with short waits after a good watch', async () => {
    const { clock, informer, faults, countOf, begin } = stage();
    for (let each = 0; each < 6; each += 1) faults.push(['list', { type: 'unavailable' }]);
    informer.start();
    await clock.advance(60_000);
    assert.equal(countOf('list'), 7);
    faults.push(['event', { type: 'crashBefore', error: new Conflict('odd') }]);
    await begin('a');
    await clock.advance(200);
    assert.equal(countOf('list'), 8);
  });

  it('stay short while each watch tells something', async () => {
    const { clock, faults, begin, create, noted } = stage();
    await begin();
    for (let each = 0; each < 10; each += 1) {
      await create(`told-${each}`, 'x');
      await clock.advance(0);
      faults.push(['event', { type: 'unavailable' }]);
      await create(`missed-${each}`, 'x');
      await clock.advance(200);
      assert.equal(noted.length, 2 * (each + 1));
    }
  });

  it('end with the informer', async () => {
    const { clock, faults, informer, countOf } = stage();
    faults.push(['list', { type: 'throttled' }]);
    informer.start();
    await clock.advance(0);
    await informer.stop();
    assert.equal(clock.nextIn, undefined);
    await clock.advance(60_000);
    assert.equal(countOf('list'), 1);
  });
});

describe('stopping', () => {
  const object = { ...lease('a', 'x'), metadata: { ...lease('a').metadata, uid: 'u', resourceVersion: '1' } };

  it('delivers nothing that a list or a watch still brings', async () => {
    for (const late of ['list', 'watch']) {
      const answer = Promise.withResolvers<void>();
      const store = {
        list: async () => {
          if (late === 'list') await answer.promise;
          return { items: late === 'list' ? [object] : [], resourceVersion: '1' };
        },
        watch: async function* () {
          await answer.promise;
          yield { type: 'changed', resourceVersion: '1', object };
        },
      };
      const { clock, informer, noted } = stage({ store: store as unknown as Pick<ResourceStore, 'list' | 'watch'> });
      informer.start();
      await clock.advance(0);
      const stopped = informer.stop();
      answer.resolve();
      await stopped;
      assert.deepEqual([noted, informer.hasSynced], [[], late === 'watch']);
    }
  });
});
