import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { AlreadyExists, Conflict, Expired, Invalid, StoreUnavailable } from '@tintype/crds';
import { type Objects, startObjects, stream } from '../../kit/nats/jetstream-engine.js';
import { fails, LeaseWatch, lease, namespace, versionOf } from '../../kit/stores/leases.js';

const valid = { ...lease('bad'), metadata: { namespace, name: 'bad', uid: 'u' } };

/** Entries for the Lease `bad` that are no Lease: foreign or damaged. */
const garbage = [
  'garbage',
  '',
  'null',
  '7',
  '[]',
  '{}',
  '{"metadata":null}',
  JSON.stringify({ ...valid, metadata: { namespace, name: 'bad' } }),
  JSON.stringify({ ...valid, metadata: { ...valid.metadata, name: 'other' } }),
  JSON.stringify({ ...valid, metadata: { ...valid.metadata, labels: { a: 7 } } }),
  JSON.stringify({ ...valid, metadata: { ...valid.metadata, creationTimestamp: 'bad' } }),
  JSON.stringify({ ...valid, metadata: { ...valid.metadata, deletionTimestamp: 7 } }),
  JSON.stringify({ ...valid, metadata: { ...valid.metadata, deletionGracePeriodSeconds: 'x' } }),
  JSON.stringify({ ...valid, metadata: { ...valid.metadata, generation: 1.5 } }),
  JSON.stringify({ ...valid, metadata: { ...valid.metadata, ownerReferences: [{ kind: 'Pod', name: 'a' }] } }),
  JSON.stringify({ ...valid, kind: 'Pod' }),
  JSON.stringify({ ...valid, spec: 'text' }),
];

const key = { namespace, name: 'bad' };
const subject = `$KV.objects.Lease.${namespace}.bad`;

describe('what lies in the bucket and is no object', { timeout: 600_000 }, () => {
  let objects: Objects;
  const warnings: { subject: string; fault: string }[] = [];
  before(async () => {
    const warn = (said: (typeof warnings)[number]) => warnings.push(said);
    objects = await startObjects({ bookmarkEveryMs: 100, log: { warn: warn as never } });
    await objects.store.create('Lease', lease('good'));
  });
  beforeEach(async () => {
    warnings.length = 0;
    await objects.store.delete('Lease', key);
    warnings.length = 0;
  });
  after(() => objects.close());

  const put = (value: string) => objects.nats.jetstream.publish(subject, value);
  const listed = async () => (await objects.store.list('Lease')).items.map(({ metadata }) => metadata.name);

  for (const value of garbage) {
    it(`is left out of lists, and removed by a deletion: ${value.slice(0, 90)}`, async () => {
      await put(value);
      assert.deepEqual(await listed(), ['good']);
      const refusal = await fails(objects.store.get('Lease', key), Invalid, 'none');
      assert.ok(refusal.message.includes(`Lease ${namespace}/bad`), refusal.message);
      assert.match(refusal.message, /delete it/);
      assert.equal(await objects.store.delete('Lease', key), undefined);
      assert.equal(await objects.store.get('Lease', key), undefined);
      const made = await objects.store.create('Lease', lease('bad'));
      assert.deepEqual(await objects.store.get('Lease', key), made);
    });
  }

  it('is logged once, with its key', async () => {
    await put('garbage');
    for (let times = 0; times < 3; times += 1) await listed();
    assert.deepEqual(
      warnings.map((each) => each.subject),
      [subject],
    );
    await put('null');
    await listed();
    assert.equal(warnings.length, 2);
    assert.match(warnings[1]?.fault ?? '', /it is not an object/);
  });

  it('is a deletion to a watch that knew an object there, and nothing to any other', async () => {
    await objects.store.create('Lease', lease('bad'));
    const watch = new LeaseWatch(objects.store, await versionOf(objects.store));
    await put('garbage');
    await watch.waitFor('bad');
    await put('{}');
    await objects.store.delete('Lease', key);
    await objects.store.create('Lease', lease('bad'));
    await watch.waitFor('bad', 'a');
    assert.equal(watch.events.filter(({ type }) => type === 'deleted').length, 1);
    await watch.stop();
  });

  it('keeps its name taken, and is neither updated nor deleted as an object that was read', async () => {
    const made = await objects.store.create('Lease', lease('bad'));
    const { seq } = await put('garbage');
    await fails(objects.store.create('Lease', lease('bad')), AlreadyExists, 'none');
    await fails(objects.store.update('Lease', made), Invalid, 'none');
    const { uid, resourceVersion } = made.metadata;
    await fails(objects.store.delete('Lease', key, { uid }), Conflict, 'none');
    await fails(objects.store.delete('Lease', key, { resourceVersion }), Conflict, 'none');
    assert.equal(await objects.store.delete('Lease', key, { resourceVersion: String(seq) }), undefined);
  });

  it('may lie under a key that no object has', async () => {
    for (const odd of ['Lease.Odd.Name', 'Lease.alone'])
      await objects.nats.jetstream.publish(`$KV.objects.${odd}`, '{}');
    assert.deepEqual(await listed(), ['good']);
    assert.equal(warnings.length, 2);
  });

  it('is no version of the future either: a watch from one fails with Expired', async () => {
    const sequence = (await versionOf(objects.store)).split('@')[0];
    for (const version of ['1@99999999999999999999', `${sequence}@${Date.now() + 3_600_000}`]) {
      const watch = new LeaseWatch(objects.store, version);
      assert.ok((await watch.end()) instanceof Expired, version);
    }
  });
});

describe('a bucket that is not there', { timeout: 600_000 }, () => {
  it('is named by what fails, with what makes it', async () => {
    const objects = await startObjects();
    try {
      await objects.nats.manager.streams.delete(stream);
      for (const call of [
        () => objects.store.get('Lease', key),
        () => objects.store.list('Lease'),
        () => objects.store.create('Lease', lease('a')),
      ]) {
        const { message } = await fails(call(), StoreUnavailable, 'none');
        assert.match(message, /"objects"/);
        assert.match(message, /provisionObjects of @tintype\/stores/);
      }
    } finally {
      await objects.close();
    }
  });
});
