import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Follower, within } from './follower.js';
import { kinds, noted, noteOf, withMetadata } from './samples.js';
import type { Stage } from './stage.js';

const ofEveryKind = (stage: Stage): void => {
  for (const kind of kinds) {
    describe(`watching a ${kind}`, () => {
      it('delivers creations, changes and deletions', async () => {
        const { namespace } = await stage.newKey();
        const follower = await stage.follow(kind, { namespace });
        const created = await stage.create(kind, { namespace });
        await follower.until('it is made', (objects) => objects.size === 1);
        const updated = await stage.store.update(kind, noted(created, 'x'));
        await follower.until('it is changed', (objects) => noteOf(objects.get(`${namespace}/a`)) === 'x');
        assert.deepEqual(follower.objects.get(`${namespace}/a`), updated);
        await stage.store.delete(kind, created.metadata);
        await follower.until('it is gone', (objects) => objects.size === 0);
        await follower.disconnect();
      });

      it('delivers the mark of a deletion as a change, and the end as a deletion', async () => {
        const created = await stage.create(kind, { finalizers: ['tintype.dev/x'] });
        const follower = await stage.follow(kind, { namespace: created.metadata.namespace });
        const marked = await stage.store.delete(kind, created.metadata);
        assert.ok(marked);
        const deletionTimestamps = () =>
          [...follower.objects.values()].map(({ metadata }) => metadata.deletionTimestamp);
        await follower.until('it is marked', () => deletionTimestamps()[0] !== undefined);
        await stage.store.update(kind, withMetadata(marked, { finalizers: [] }));
        await follower.until('it is gone', (objects) => objects.size === 0);
        await follower.disconnect();
      });

      it('delivers the changes since the list, in order, and nothing else', async () => {
        const before = await stage.create(kind, { name: 'before' });
        const { namespace } = before.metadata;
        const follower = await stage.follow(kind, { namespace });
        await follower.disconnect();
        let object = await stage.create(kind, { namespace });
        for (let step = 1; step <= 20; step += 1) object = await stage.store.update(kind, noted(object, `${step}`));
        follower.connect();
        await follower.until('all events arrive', (objects) => noteOf(objects.get(`${namespace}/a`)) === '20');
        const notes = follower
          .eventsOf('a')
          .map((event) => Number((event.type === 'changed' && noteOf(event.object)) || 0));
        assert.deepEqual(
          notes,
          [...notes].sort((one, other) => one - other),
        );
        assert.deepEqual(follower.eventsOf('before'), []);
        await follower.disconnect();
      });

      it('delivers a deletion that happened between two watches', async () => {
        const created = await stage.create(kind);
        const follower = await stage.follow(kind, { namespace: created.metadata.namespace });
        await follower.disconnect();
        await stage.store.delete(kind, created.metadata);
        follower.connect();
        await follower.until('it is gone', (objects) => objects.size === 0);
        await follower.disconnect();
      });

      it('delivers the new object of a name that was reused between two watches', async () => {
        const created = await stage.create(kind);
        const { namespace } = created.metadata;
        const follower = await stage.follow(kind, { namespace });
        await follower.disconnect();
        await stage.store.delete(kind, created.metadata);
        const { metadata } = await stage.create(kind, { namespace });
        follower.connect();
        await follower.until(
          'it is the new one',
          (objects) => objects.get(`${namespace}/a`)?.metadata.uid === metadata.uid,
        );
        await follower.disconnect();
      });

      it('continues from the version of any event', async () => {
        const { namespace } = await stage.newKey();
        const follower = await stage.follow(kind, { namespace });
        for (const name of ['a', 'b', 'c']) await stage.create(kind, { namespace, name });
        await follower.until('all three are there', ({ size }) => size === 3);
        await follower.disconnect();
        const events = follower.events.filter(({ type }) => type === 'changed');
        for (const [index, { resourceVersion }] of events.entries()) {
          const resumed = Follower.fromVersion(stage.store, kind, { selector: { namespace }, resourceVersion });
          const rest = ['a', 'b', 'c'].slice(index + 1).map((name) => `${namespace}/${name}`);
          await resumed.until('the rest arrives', ({ size }) => size === rest.length);
          await resumed.disconnect();
          assert.deepEqual([...resumed.objects.keys()], rest);
        }
      });
    });
  }
};

const selecting = (stage: Stage): void => {
  for (const kind of kinds) {
    describe(`watching some ${kind}s`, () => {
      it('delivers nothing of other namespaces and names', async () => {
        const [{ namespace }, { namespace: otherNamespace }] = [await stage.newKey(), await stage.newKey()];
        const ofNamespace = await stage.follow(kind, { namespace });
        const ofName = await stage.follow(kind, { namespace, name: 'a' });
        for (const name of ['a.b', 'b', 'a']) {
          await stage.create(kind, { namespace: otherNamespace, name });
          await stage.create(kind, { namespace, name });
        }
        await ofNamespace.until('all three arrive', ({ size }) => size === 3);
        await ofName.until('the one arrives', ({ size }) => size === 1);
        assert.deepEqual(
          [...ofNamespace.objects.keys()],
          ['a.b', 'b', 'a'].map((name) => `${namespace}/${name}`),
        );
        assert.deepEqual([...ofName.objects.keys()], [`${namespace}/a`]);
        for (const follower of [ofNamespace, ofName]) await follower.disconnect();
      });

      it('delivers an object that leaves the selector as deleted, and one that enters as changed', async () => {
        const { namespace } = await stage.newKey();
        const follower = await stage.follow(kind, { namespace, labels: { colour: 'red' } });
        const red = await stage.create(kind, { namespace, name: 'a', labels: { colour: 'red' } });
        const blue = await stage.create(kind, { namespace, name: 'b', labels: { colour: 'blue' } });
        await follower.until('a arrives', (objects) => objects.has(`${namespace}/a`));
        await stage.store.update(kind, withMetadata(red, { labels: {} }));
        await follower.until('a has left', ({ size }) => size === 0);
        await stage.store.update(kind, withMetadata(blue, { labels: { colour: 'red' } }));
        await follower.until('b has entered', (objects) => objects.has(`${namespace}/b`));
        await stage.store.delete(kind, blue.metadata);
        await follower.until('b is gone', ({ size }) => size === 0);
        await follower.disconnect();
      });

      it('delivers an object that left the selector between two watches as deleted', async () => {
        const created = await stage.create(kind, { labels: { colour: 'red' } });
        const { namespace } = created.metadata;
        const follower = await stage.follow(kind, { namespace, labels: { colour: 'red' } });
        await follower.disconnect();
        await stage.store.update(kind, withMetadata(created, { labels: { colour: 'blue' } }));
        follower.connect();
        await follower.until('it has left', ({ size }) => size === 0);
        await follower.disconnect();
      });
    });
  }
};

const ending = (stage: Stage): void => {
  it('ends with its signal, without an error, also if the signal ended before the watch began', async () => {
    const { namespace } = await stage.newKey();
    const { resourceVersion } = await stage.store.list('Pod', { namespace });
    const stopping = new AbortController();
    const readWatch = async () => {
      for await (const event of stage.store.watch('Pod', {
        selector: { namespace },
        resourceVersion,
        signal: stopping.signal,
      }))
        assert.equal(event.type, 'bookmark');
    };
    const running = readWatch();
    await stage.create('Lease', { namespace });
    stopping.abort();
    await within('the watch ends', running);
    await within('a watch whose signal has already ended ends', readWatch());
  });

  it('ends when its reader leaves', async () => {
    const { namespace } = await stage.newKey();
    const { resourceVersion } = await stage.store.list('Pod', { namespace });
    await stage.create('Pod', { namespace });
    const { signal } = new AbortController();
    const readAndLeave = async () => {
      for await (const event of stage.store.watch('Pod', { selector: { namespace }, resourceVersion, signal }))
        if (event.type === 'changed') return;
    };
    await within('the reader leaves', readAndLeave());
  });

  it('ends one watch without the other', async () => {
    const { namespace } = await stage.newKey();
    const one = await stage.follow('Pod', { namespace });
    const other = await stage.follow('Pod', { namespace });
    await stage.create('Pod', { namespace });
    await one.until('the first arrives', ({ size }) => size === 1);
    await one.disconnect();
    await stage.create('Pod', { namespace, name: 'b' });
    await other.until('both arrive', ({ size }) => size === 2);
    assert.equal(one.objects.size, 1);
    await other.disconnect();
  });
};

const bookmarks = (stage: Stage): void => {
  it('delivers bookmarks, from which a watch can continue', async () => {
    const { namespace } = await stage.newKey();
    await stage.create('Pod', { namespace, name: 'before' });
    const follower = await stage.follow('Pod', { namespace });
    const hasBookmark = () => follower.events.some(({ type }) => type === 'bookmark');
    // Kubernetes sends no bookmark while nothing changes.
    await stage.create('Pod');
    await follower.until('a bookmark comes', hasBookmark);
    await follower.disconnect();
    await stage.create('Pod', { namespace, name: 'after' });
    follower.connect();
    await follower.until('the later object arrives', (objects) => objects.has(`${namespace}/after`));
    assert.deepEqual(follower.eventsOf('before'), []);
    await follower.disconnect();
  });
};

export const watching = (stage: Stage): void => {
  ofEveryKind(stage);
  selecting(stage);
  describe('a watch', () => {
    ending(stage);
    bookmarks(stage);
  });
};
