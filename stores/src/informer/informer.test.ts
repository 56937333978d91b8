import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Lease, ResourceStore } from '@tintype/crds';
import { lease, names, namespace, noteInto, stage } from './informer-stage.js';

describe('an informer', () => {
  it('delivers the present objects, then changes with the previous object', async () => {
    const { informer, clock, noted, create, update, delete: remove } = stage();
    await create('a', 'x');
    assert.equal(informer.hasSynced, false);
    informer.start();
    await clock.advance(0);
    assert.equal(informer.hasSynced, true);
    await create('b', 'y');
    await update('a', 'z');
    await remove('a');
    await clock.advance(0);
    assert.deepEqual(noted, ['initial a: - > x', 'change b: - > y', 'change a: x > z', 'change a: z > -']);
  });

  it('keeps objects by key and by index', async () => {
    const { informer, clock, begin, update, delete: remove } = stage();
    await begin('a', 'b', 'c');
    await update('b', 'y');
    await remove('c');
    await clock.advance(0);
    const { cache } = informer;
    assert.equal(cache.get('n/b')?.spec.holderIdentity, 'y');
    assert.deepEqual([names(cache.byIndex('holder', 'x')), names(cache.byIndex('holder', 'y'))], [['a'], ['b']]);
    assert.deepEqual([names(cache.list()), cache.size], [['a', 'b'], 2]);
  });

  it('gives a late handler all present objects', async () => {
    const { informer, clock, noted, begin, create } = stage();
    await begin('a');
    const late: string[] = [];
    const end = informer.onChange(noteInto(late));
    await create('b', 'y');
    await clock.advance(0);
    end();
    await create('c', 'z');
    await clock.advance(0);
    assert.deepEqual(late, ['initial a: - > x', 'change b: - > y']);
    assert.deepEqual(noted, ['change b: - > y', 'change c: - > z']);
  });

  it('continues when a handler fails', async () => {
    const { informer, clock, noted, logged, begin, create } = stage();
    await begin();
    informer.onChange(() => assert.fail('no'));
    const after: string[] = [];
    informer.onChange(noteInto(after));
    await create('a', 'x');
    await create('b', 'x');
    await clock.advance(0);
    assert.deepEqual([noted.length, after.length], [2, 2]);
    assert.deepEqual(logged, ['a change handler failed', 'a change handler failed']);
  });

  it('holds objects that nobody can change', async () => {
    const object = { ...lease('a'), metadata: { ...lease('a').metadata, uid: 'u', resourceVersion: '1', labels: {} } };
    const store = {
      list: async () => ({ items: [structuredClone(object)], resourceVersion: '1' }),
      watch: async function* () {},
    };
    const { informer, clock } = stage({ store: store as unknown as Pick<ResourceStore, 'list' | 'watch'> });
    informer.start();
    await clock.advance(0);
    const { metadata, spec } = informer.cache.get('n/a') ?? assert.fail();
    assert.throws(() => Object.assign(spec, { holderIdentity: 'me' }), TypeError);
    assert.throws(() => Object.assign(metadata.labels ?? assert.fail(), { mine: 'yes' }), TypeError);
    await informer.stop();
  });

  it('repeats all objects every resync period', async () => {
    const { clock, noted, begin, informer } = stage({ resyncMs: 60_000 });
    await begin('a', 'b');
    await clock.advance(120_000);
    const round = ['resync a: x > x', 'resync b: x > x'];
    assert.deepEqual(noted, [...round, ...round]);
    await informer.stop();
    assert.equal(clock.nextIn, undefined);
  });

  it('does not call a handler that another one removed', async () => {
    const { informer, clock, create } = stage();
    await create('a', 'x');
    const after: string[] = [];
    informer.onChange(() => endAfter());
    const endAfter = informer.onChange(noteInto(after));
    informer.start();
    await clock.advance(0);
    assert.deepEqual(after, []);
  });

  it('gives a handler that another one adds each object once', async () => {
    const { informer, clock, begin, create } = stage();
    await begin('a');
    const added: string[] = [];
    const end = informer.onChange((_, current) => {
      if (current?.metadata.name !== 'b') return;
      end();
      informer.onChange(noteInto(added));
    });
    await create('b', 'y');
    await create('c', 'z');
    await clock.advance(0);
    assert.deepEqual(added, ['initial a: - > x', 'initial b: - > y', 'change c: - > z']);
  });

  it('is started once, and resyncs once a period', async () => {
    const { clock, noted, begin, informer } = stage({ resyncMs: 60_000 });
    await begin('a');
    await clock.advance(30_000);
    informer.start();
    await clock.advance(30_000);
    assert.deepEqual(noted, ['resync a: x > x']);
    await informer.stop();
    assert.equal(clock.nextIn, undefined);
  });

  it('does not start again after a stop, and gives new handlers nothing', async () => {
    const { clock, noted, begin, informer, calls } = stage({ resyncMs: 60_000 });
    await begin('a');
    await informer.stop();
    const before = [...calls];
    informer.start();
    informer.onChange(noteInto(noted));
    await clock.advance(120_000);
    assert.deepEqual([noted, calls, clock.nextIn], [[], before, undefined]);
  });

  it('delivers nothing after a handler stops it: no first list, no resync, nothing to a late handler', async () => {
    for (const [cause, passes] of [
      ['initial', 0],
      ['resync', 120_000],
    ] as const) {
      const { informer, clock, create } = stage({ resyncMs: 60_000 });
      for (const name of ['a', 'b', 'c']) await create(name, 'x');
      let heard = 0;
      for (let each = 0; each < 2; each += 1)
        informer.onChange((_previous, _current, why) => {
          if (why !== cause) return;
          heard += 1;
          void informer.stop();
        });
      informer.start();
      await clock.advance(passes);
      assert.deepEqual([heard, clock.nextIn], [1, undefined], cause);
    }
    const { informer, begin } = stage();
    await begin('a', 'b');
    let late = 0;
    informer.onChange(() => {
      late += 1;
      void informer.stop();
    });
    assert.equal(late, 1);
  });

  it('delivers nothing once it is stopped', async () => {
    const { informer, clock, noted, begin, create } = stage({ resyncMs: 1000 });
    await begin();
    await create('a', 'x');
    await informer.stop();
    await create('b', 'x');
    await clock.advance(60_000);
    assert.deepEqual([noted, clock.nextIn], [[], undefined]);
  });
});

describe('readiness', () => {
  it('comes with the first list, lasts while bookmarks come, and ends with a long silence', async () => {
    const { clock, informer, faults, begin } = stage({ deadMs: 100_000 });
    assert.deepEqual([informer.isReady, informer.contactAgeMs], [false, Number.POSITIVE_INFINITY]);
    await begin('a');
    await clock.advance(600_000);
    assert.deepEqual([informer.isReady, informer.contactAgeMs], [true, 0]);
    faults.push(['event', { type: 'unavailable' }]);
    for (let each = 0; each < 100; each += 1) {
      faults.push(['list', { type: 'unavailable' }], ['watch', { type: 'unavailable' }]);
    }
    await clock.advance(99_999);
    assert.deepEqual([informer.isReady, informer.contactAgeMs], [true, 99_999]);
    await clock.advance(1);
    assert.equal(informer.isReady, false);
    faults.length = 0;
    await clock.advance(10_000);
    assert.equal(informer.isReady, true);
  });

  it('is none as soon as it is stopped', async () => {
    const { informer, begin } = stage();
    await begin('a');
    assert.equal(informer.isReady, true);
    const stopped = informer.stop();
    assert.equal(informer.isReady, false);
    await stopped;
  });
});

describe('waitFor', () => {
  const held = (by: string) => (object: Lease | undefined) => object?.spec.holderIdentity === by;
  const key = { namespace, name: 'a' };
  const { signal } = new AbortController();

  it('resolves at once after the first list if the state is already reached', async () => {
    const { informer, clock, create } = stage();
    await create('a', 'x');
    const waiting = informer.waitFor(key, held('x'), signal);
    const gone = informer.waitFor(key, (object) => !object, AbortSignal.abort(new Error('gave up')));
    await assert.rejects(gone, /gave up/, 'an empty cache says nothing before the first list');
    informer.start();
    await clock.advance(0);
    assert.equal((await waiting)?.metadata.name, 'a');
  });

  it('waits until the cache has the state', async () => {
    const { informer, clock, begin, update, delete: remove } = stage();
    await begin('a', 'b');
    const waiting = [informer.waitFor(key, held('y'), signal), informer.waitFor(key, held('z'), signal)];
    const gone = informer.waitFor(key, (object) => !object, signal);
    for (const holder of ['w', 'y', 'z']) await update('a', holder);
    await update('b', 'y');
    await remove('a');
    await clock.advance(0);
    const found = await Promise.all([...waiting, gone]);
    assert.deepEqual(
      found.map((object) => object?.spec.holderIdentity),
      ['y', 'z', undefined],
    );
  });

  it('gives up with its signal', async () => {
    const { informer, clock, begin, update } = stage();
    await begin('a');
    const giveUp = new AbortController();
    const waiting = informer.waitFor(key, held('y'), giveUp.signal);
    await clock.advance(0);
    giveUp.abort(new Error('too late'));
    await assert.rejects(waiting, /too late/);
    await update('a', 'y');
    await clock.advance(0);
  });

  it('fails with its predicate, and leaves the others', async () => {
    const { informer, clock, noted, begin, update } = stage();
    await begin('a');
    const bad = informer.waitFor(key, (object) => object?.spec.holderIdentity === 'y' && assert.fail('odd'), signal);
    const good = informer.waitFor(key, held('y'), signal);
    const rejected = assert.rejects(bad, /odd/);
    await clock.advance(0);
    await update('a', 'y');
    await clock.advance(0);
    await Promise.all([rejected, good]);
    assert.deepEqual(noted, ['change a: x > y']);
  });
});
