import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Expired, type Kind, type WatchEvent } from '@tintype/crds';
import { storeConformance } from '../conformance/index.js';
import { memoryEngine } from '../conformance/memory-engine.js';
import { newObject, noted } from '../conformance/samples.js';
import { MemoryStore } from './memory-store.js';
import { PlayedClock } from './played-clock.js';

storeConformance('MemoryStore', async () => memoryEngine());

const key = { namespace: 'space', name: 'a' };
const other = { namespace: 'space', name: 'b' };

describe('MemoryStore', () => {
  it('does the same when it is asked the same, also in what watches tell', async () => {
    const run = async () => {
      const store = new MemoryStore({ clock: new PlayedClock() });
      const events: [string, WatchEvent<unknown>][] = [];
      const { signal } = new AbortController();
      const follow = async (name: string, kind: Kind) => {
        for await (const event of store.watch(kind, { resourceVersion: '1', signal })) events.push([name, event]);
      };
      for (const name of ['first', 'second']) void follow(name, 'Pod');
      void follow('third', 'Lease');
      await store.create('Lease', newObject('Lease', key));
      const pods = await Promise.all([key, other].map((each) => store.create('Pod', newObject('Pod', each))));
      await Promise.all(pods.map((pod) => store.update('Pod', noted(pod, 'x'))));
      await store.delete('Pod', key);
      await new Promise((resolve) => setImmediate(resolve));
      return { events, list: await store.list('Pod') };
    };
    const first = await run();
    assert.equal(first.events.length, 11);
    assert.deepEqual(await run(), first);
  });

  it('takes all time from its clock', async () => {
    const clock = new PlayedClock(Date.UTC(2031, 4, 6, 7, 8, 9, 750));
    const store = new MemoryStore({ clock, bookmarkEveryMs: 1000 });
    const { metadata } = await store.create('Pod', newObject('Pod', { ...key, finalizers: ['tintype.dev/x'] }));
    assert.equal(metadata.creationTimestamp, '2031-05-06T07:08:09Z');
    const stop = new AbortController();
    const events: WatchEvent<unknown>[] = [];
    const reading = (async () => {
      const options = { resourceVersion: store.version, signal: stop.signal };
      for await (const event of store.watch('Pod', options)) events.push(event);
    })();
    await clock.advance(999);
    assert.deepEqual(events, []);
    await clock.advance(1);
    assert.deepEqual(events, [{ type: 'bookmark', resourceVersion: '2' }]);
    const marked = await store.delete('Pod', key);
    assert.equal(marked?.metadata.deletionTimestamp, '2031-05-06T07:08:10Z');
    stop.abort();
    await reading;
  });

  it('shares what it holds, and nobody can change it', async () => {
    const store = new MemoryStore();
    const sent = newObject('Pod', { ...key, labels: { a: '1' } });
    const made = await store.create('Pod', sent);
    const [container] = sent.spec.containers;
    assert.ok(container);
    container.image = 'changed later';
    const read = await store.get('Pod', key);
    assert.equal(read, made);
    assert.equal(read?.spec.containers[0]?.image, 'browser:1');
    assert.throws(() => Object.assign(made.metadata.labels ?? {}, { a: '2' }), TypeError);
    const updated = await store.update('Pod', noted(made, 'x'));
    assert.equal(updated.spec, made.spec);
  });

  it('reads as of a version', async () => {
    const store = new MemoryStore();
    const versions = [store.version];
    const keep = () => versions.push(store.version);
    const pod = await store.create('Pod', newObject('Pod', key));
    keep();
    const updated = await store.update('Pod', noted(pod, 'x'));
    keep();
    await store.create('Lease', newObject('Lease', key));
    await store.delete('Pod', key);
    keep();
    const later = await store.create('Pod', newObject('Pod', key));
    keep();
    const read = await Promise.all(versions.map((version) => store.asOf(version).get('Pod', key)));
    assert.deepEqual(read, [undefined, pod, updated, undefined, later]);
    const listed = await Promise.all(versions.map((version) => store.asOf(version).list('Pod', key)));
    assert.deepEqual(
      listed.map(({ items }) => items),
      [[], [pod], [updated], [], [later]],
    );
  });

  it('forgets the oldest writes, and says so', async () => {
    const store = new MemoryStore({ historyLimit: 10 });
    let pod = await store.create('Pod', newObject('Pod', key));
    for (let step = 0; step < 100; step += 1) pod = await store.update('Pod', noted(pod, String(step)));
    const watch = async (resourceVersion: string) => {
      const { signal } = new AbortController();
      for await (const event of store.watch('Pod', { resourceVersion, signal })) return event;
      return undefined;
    };
    await assert.rejects(watch('50'), Expired);
    await assert.rejects(store.asOf('50').get('Pod', key), Expired);
    assert.equal((await watch('91'))?.resourceVersion, '92');
    store.compact('95');
    await assert.rejects(watch('94'), Expired);
    assert.equal((await watch('95'))?.resourceVersion, '96');
    await assert.rejects(watch('103'), Expired);
    await assert.rejects(watch('nonsense'), Expired);
  });
});
