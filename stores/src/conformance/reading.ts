import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Invalid, type Kinds, keyText, type ObjectList } from '@tintype/crds';
import { refused } from './refused.js';
import { kinds, newObject, noted } from './samples.js';
import type { Stage } from './stage.js';

const namesOf = ({ items }: ObjectList<Kinds[keyof Kinds]>) => items.map(({ metadata }) => metadata.name).sort();

const sortedByKey = (objects: readonly Kinds[keyof Kinds][]) =>
  [...objects].sort((one, other) => (keyText(one.metadata) < keyText(other.metadata) ? -1 : 1));

/** The first event; undefined if the watch ends without one. */
const firstOf = async <T>(events: AsyncIterable<T>): Promise<T | undefined> => {
  for await (const event of events) return event;
  return undefined;
};

export const reading = (stage: Stage): void => {
  for (const kind of kinds) {
    describe(`reading a ${kind}`, () => {
      it('finds nothing where there is nothing', async () => {
        const key = await stage.newKey();
        assert.equal(await stage.store.get(kind, key), undefined);
        assert.deepEqual((await stage.store.list(kind, { namespace: key.namespace })).items, []);
      });

      it('`list` answers the same objects as `get`, after every write', async () => {
        const { namespace } = await stage.newKey();
        for (const name of ['a', 'b', 'c']) await stage.create(kind, { namespace, name });
        const a = await stage.store.get(kind, { namespace, name: 'a' });
        const b = { namespace, name: 'b' };
        assert.ok(a);
        await stage.store.update(kind, noted(a, 'changed'));
        await stage.store.delete(kind, b);
        const { items } = await stage.store.list(kind, { namespace });
        const fetched = await Promise.all(['a', 'c'].map((name) => stage.store.get(kind, { namespace, name })));
        assert.deepEqual(sortedByKey(items), fetched);
      });

      it('selects by namespace, name and labels, together and alone', async () => {
        const one = await stage.newKey();
        const other = await stage.newKey();
        const { namespace } = one;
        const tag = `t-${namespace}`;
        await stage.create(kind, { namespace, name: 'a', labels: { tag, colour: 'red' } });
        await stage.create(kind, { namespace, name: 'b.b', labels: { tag, colour: 'blue' } });
        await stage.create(kind, { namespace, name: 'c' });
        await stage.create(kind, { namespace: other.namespace, name: 'd', labels: { tag, colour: 'red' } });
        const select = async (selector: object) => namesOf(await stage.store.list(kind, selector));
        assert.deepEqual(await select({ namespace }), ['a', 'b.b', 'c']);
        assert.deepEqual(await select({ namespace, name: 'b.b' }), ['b.b']);
        assert.deepEqual(await select({ namespace, name: 'd' }), []);
        assert.deepEqual(await select({ namespace, labels: { tag } }), ['a', 'b.b']);
        assert.deepEqual(await select({ labels: { tag, colour: 'red' } }), ['a', 'd']);
        assert.deepEqual(await select({ namespace, name: 'a', labels: { colour: 'blue' } }), []);
        assert.deepEqual(await select({ name: 'd', labels: { tag } }), ['d']);
        const all = namesOf(await stage.store.list(kind));
        for (const name of ['a', 'b.b', 'c', 'd']) assert.ok(all.includes(name), name);
      });

      it('refuses a selector with impossible labels', async () => {
        const { namespace } = await stage.newKey();
        await stage.create(kind, { namespace, name: 'a', labels: { x: 'y', z: 'w' } });
        const { resourceVersion } = await stage.store.list(kind, { namespace });
        const { signal } = new AbortController();
        const impossibleLabels = [
          { x: 'y,z=w' },
          { x: 'y=w' },
          { 'x=y,z': 'w' },
          { '': 'y' },
          { '!x': '' },
          { x: ' y' },
        ];
        for (const labels of [...impossibleLabels, { x: 'y'.repeat(64) }, { 'X/x': 'y' }] as Record<string, string>[]) {
          const selector = { namespace, labels };
          await refused(stage.store.list(kind, selector), Invalid);
          await refused(firstOf(stage.store.watch(kind, { selector, resourceVersion, signal })), Invalid);
        }
      });

      it('does not match a prefix of a name', async () => {
        const { namespace } = await stage.newKey();
        for (const name of ['a', 'a.b', 'ab']) await stage.create(kind, { namespace, name });
        assert.deepEqual(namesOf(await stage.store.list(kind, { namespace, name: 'a' })), ['a']);
      });

      it('answers objects without managedFields', async () => {
        const { metadata } = await stage.create(kind);
        const [object] = (await stage.store.list(kind, metadata)).items;
        assert.ok(object);
        assert.ok(!('managedFields' in metadata) && !('managedFields' in object.metadata));
      });
    });
  }

  it('lists more objects than fit on a page', async () => {
    const { namespace } = await stage.newKey();
    const count = 1203;
    const all = Array.from({ length: count }, (_, index) => `n${index}`);
    for (let begin = 0; begin < count; begin += 50)
      await Promise.all(all.slice(begin, begin + 50).map((name) => stage.create('Lease', { namespace, name })));
    assert.deepEqual(namesOf(await stage.store.list('Lease', { namespace })), all.sort());
  });

  it('stores and delivers an object of 200 KiB', async () => {
    const key = await stage.newKey();
    const followers = await Promise.all(kinds.map((kind) => stage.follow(kind, key)));
    const annotations = { 'tintype.dev/big': 'x'.repeat(200 * 1024) };
    for (const kind of kinds) {
      const created = await stage.store.create(kind, newObject(kind, { ...key, annotations }));
      assert.deepEqual((await stage.store.get(kind, key))?.metadata.annotations, annotations);
      assert.deepEqual((await stage.store.list(kind, key)).items, [created]);
    }
    for (const follower of followers) {
      await follower.until('it arrives', ({ size }) => size === 1);
      assert.deepEqual([...follower.objects.values()][0]?.metadata.annotations, annotations);
      await follower.disconnect();
    }
  });

  it('stores a Lease of almost 1 MiB', async () => {
    const lease = newObject('Lease', await stage.newKey());
    const spec = { ...lease.spec, holderIdentity: 'x'.repeat(1024 * 1024 - 4096) };
    const created = await stage.store.create('Lease', { ...lease, spec });
    assert.deepEqual(await stage.read('Lease', created), created);
  });

  it('refuses 2 MiB as Invalid, also in a status, and keeps the object', async () => {
    const text = 'x'.repeat(2 * 1024 * 1024);
    const lease = newObject('Lease', await stage.newKey());
    const large = { ...lease, spec: { ...lease.spec, holderIdentity: text } };
    await refused(stage.store.create('Lease', large), Invalid);
    const pod = await stage.create('Pod');
    await refused(stage.store.updateStatus('Pod', { ...pod, status: { ...pod.status, message: text } }), Invalid);
    assert.deepEqual(await stage.read('Pod', pod), pod);
  });
};
