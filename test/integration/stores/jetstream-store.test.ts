import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { Invalid, StoreUnavailable } from '@tintype/crds';
import { JetStreamStore } from '@tintype/stores';
import { type Objects, openObjects, startObjects, stream } from '../../kit/nats/jetstream-engine.js';
import { NatsSeam } from '../../kit/nats/seam.js';
import { fails, heldBy, LeaseWatch, lease, namespace, versionOf } from '../../kit/stores/leases.js';
import { until } from '../../kit/until.js';

const watchedUntil = ({ version }: LeaseWatch) => Number(version.split('@')[0]);

describe('objects on a nats-server', { timeout: 600_000 }, () => {
  let objects: Objects;
  let seam: NatsSeam;
  /** Connected through the seam. */
  let shaky: Awaited<ReturnType<typeof openObjects>>;
  let count = 0;
  const newName = () => `n${++count}`;

  before(async () => {
    objects = await startObjects();
    seam = await NatsSeam.start(objects.server.url);
    shaky = await openObjects(seam.url);
  });
  afterEach(async () => {
    seam.releaseAll();
    await until('all are connected', () => objects.nats.connected && shaky.nats.connected);
  });
  after(async () => {
    await shaky.close();
    await seam.close();
    await objects.close();
  });

  /** A watch through the seam that already delivers. */
  const shakyWatch = async () => {
    const watch = new LeaseWatch(shaky.store, await versionOf(shaky.store));
    const { metadata } = await objects.store.create('Lease', lease(newName()));
    await watch.waitFor(metadata.name, 'a');
    return watch;
  };

  const consumers = async () => (await objects.nats.manager.streams.info(stream)).state.consumer_count;

  it('shows every store what another has written', async () => {
    const name = newName();
    const made = await objects.store.create('Lease', lease(name));
    assert.deepEqual(await shaky.store.get('Lease', made.metadata), made);
    const updated = await shaky.store.update('Lease', heldBy(made, 'b'));
    assert.deepEqual((await objects.store.list('Lease', { namespace, name })).items, [updated]);
  });

  it('leaves nothing at the server when lists and watches have ended', async () => {
    const watching = new LeaseWatch(objects.store, await versionOf(objects.store));
    await until('it watches', async () => (await consumers()) === 1);
    await watching.stop();
    await until('no reader is left', async () => (await consumers()) === 0);
  });

  it('ends a watch when the connection is cut; the next one tells what was missed', async () => {
    const watch = await shakyWatch();
    const name = newName();
    seam.cut();
    assert.ok((await watch.end()) instanceof StoreUnavailable);
    await objects.store.create('Lease', lease(name));
    await until('it is connected again', () => shaky.nats.connected);
    const next = new LeaseWatch(shaky.store, watch.version);
    await next.waitFor(name, 'a');
    await next.stop();
  });

  it('keeps objects and versions over a crash of the server', async () => {
    const [kept, gone] = [newName(), newName()];
    const made = await objects.store.create('Lease', lease(kept));
    await objects.store.create('Lease', lease(gone));
    const watching = new LeaseWatch(objects.store, await versionOf(objects.store));
    await objects.store.delete('Lease', { namespace, name: gone });
    await watching.waitFor(gone);
    await objects.server.kill();
    assert.ok((await watching.end()) instanceof StoreUnavailable);
    await until('the connection is missed', () => !objects.nats.connected);
    const refusal = await fails(objects.store.update('Lease', heldBy(made, 'never')), StoreUnavailable, 'none');
    assert.match(refusal.message, /no connection/);
    await objects.server.restart();
    await until('it is connected again', () => objects.nats.connected);
    assert.deepEqual(await objects.store.get('Lease', made.metadata), made);
    const next = new LeaseWatch(objects.store, watching.version);
    await objects.store.update('Lease', heldBy(made, 'b'));
    await next.waitFor(kept, 'b');
    // A deletion has a second message; a watch that begins between the two delivers it too.
    assert.equal(next.events.filter(({ type }) => type === 'changed').length, 1);
    await next.stop();
  });

  it('tells in the order of versions, also what its reader left lying', async () => {
    const [a, b, end] = await Promise.all(
      [newName(), newName(), newName()].map((name) => objects.store.create('Lease', lease(name))),
    );
    assert.ok(a && b && end);
    const watch = new LeaseWatch(objects.store, await versionOf(objects.store));
    const { signal } = new AbortController();
    const events = objects.store.watch('Lease', { resourceVersion: await versionOf(objects.store), signal });
    let object = await objects.store.update('Lease', heldBy(a, 'b'));
    await events.next();
    object = await objects.store.update('Lease', heldBy(object, 'c'));
    await objects.store.update('Lease', heldBy(b, 'd'));
    await objects.store.update('Lease', heldBy(object, 'e'));
    await objects.store.update('Lease', heldBy(end, 'f'));
    await watch.waitFor(end.metadata.name, 'f');
    await watch.stop();
    const sequences: number[] = [];
    for await (const { resourceVersion } of events) {
      sequences.push(Number(resourceVersion.split('@')[0]));
      if (sequences.at(-1) === watchedUntil(watch)) break;
    }
    assert.deepEqual(
      sequences,
      sequences.toSorted((one, other) => one - other),
    );
  });

  it('ends a watch when a message is lost on the way', async () => {
    const watch = await shakyWatch();
    const told = watch.events.length;
    const lost = seam.on('drop', 'received', '$KV.objects.Lease.>');
    for (let step = 0; step < 2; step += 1) await objects.store.create('Lease', lease(newName()));
    await lost.first;
    assert.ok((await watch.end()) instanceof StoreUnavailable);
    assert.equal(watch.events.length, told);
  });

  it('never sends a bookmark ahead of the events', async () => {
    const name = newName();
    const store = new JetStreamStore({ nats: shaky.nats, bucket: 'objects', bookmarkEveryMs: 20 });
    const watch = new LeaseWatch(store, await versionOf(store));
    await until('a bookmark arrives', () => watch.events.length > 0);
    const held = seam.on('hold', 'received', '$KV.objects.Lease.>');
    await objects.store.create('Lease', lease(name));
    await held.first;
    const asked = seam.on('watch', 'sent', `$JS.API.STREAM.MSG.GET.${stream}`, { times: Number.POSITIVE_INFINITY });
    await until('it has asked some times', () => asked.count >= 3);
    const next = new LeaseWatch(objects.store, watch.version);
    await next.waitFor(name, 'a');
    held.release();
    await watch.waitFor(name, 'a');
    for (const each of [watch, next]) await each.stop();
  });

  it('tells an object outside of the selector as deleted at most once', async () => {
    const store = new JetStreamStore({ nats: objects.nats, bucket: 'objects', bookmarkEveryMs: 20 });
    const { resourceVersion } = await store.list('Lease');
    const stop = new AbortController();
    const told: string[] = [];
    const selector = { labels: { colour: 'red' } };
    const reading = (async () => {
      for await (const event of store.watch('Lease', { selector, resourceVersion, signal: stop.signal }))
        told.push(event.type);
    })();
    let object = await store.create('Lease', lease(newName()));
    await until('it arrives', () => told.includes('deleted'));
    for (const holder of ['b', 'c']) object = await store.update('Lease', heldBy(object, holder));
    await store.delete('Lease', object.metadata);
    const begun = told.length;
    await until('a bookmark arrives', () => told.slice(begun).includes('bookmark'));
    assert.deepEqual(
      told.filter((type) => type !== 'bookmark'),
      ['deleted'],
    );
    stop.abort();
    await reading;
  });

  it('ends a watch when the server falls silent', async () => {
    const watch = await shakyWatch();
    seam.on('drop', 'received', '>', { times: Number.POSITIVE_INFINITY });
    assert.ok((await watch.end()) instanceof StoreUnavailable);
  });

  it('ends a watch when the server has forgotten it', async () => {
    const watch = await shakyWatch();
    const { consumers: api } = objects.nats.manager;
    for await (const { name } of api.list(stream)) await api.delete(stream, name);
    assert.ok((await watch.end()) instanceof StoreUnavailable);
  });

  it('ends a watch by its signal though the server does not answer', async () => {
    const version = await versionOf(shaky.store);
    const dropped = seam.on('drop', 'sent', `$JS.API.CONSUMER.CREATE.>`);
    const watching = new LeaseWatch(shaky.store, version);
    await dropped.first;
    await watching.stop();
  });

  it('does not know what became of a write whose answer was lost', async () => {
    const name = newName();
    seam.on('drop', 'received', '_INBOX_open.>', { says: '"seq":' });
    await fails(shaky.store.create('Lease', lease(name)), StoreUnavailable, 'unknown');
    const made = await objects.store.get('Lease', { namespace, name });
    assert.ok(made);
    seam.on('drop', 'sent', `$KV.objects.>`);
    await fails(shaky.store.update('Lease', heldBy(made, 'b')), StoreUnavailable, 'unknown');
    assert.deepEqual(await objects.store.get('Lease', made.metadata), made);
  });

  it('knows that nothing was done when the reading before the write failed', async () => {
    const made = await objects.store.create('Lease', lease(newName()));
    seam.on('drop', 'sent', `$JS.API.STREAM.MSG.GET.${stream}`);
    await fails(shaky.store.update('Lease', heldBy(made, 'b')), StoreUnavailable, 'none');
    assert.deepEqual(await objects.store.get('Lease', made.metadata), made);
  });

  it('fails a write at once when the connection is lost, and does not send it later', async () => {
    const made = await objects.store.create('Lease', lease(newName()));
    const kept = seam.on('hold', 'sent', `$KV.objects.>`);
    const writing = shaky.store.update('Lease', heldBy(made, 'b'));
    await kept.first;
    seam.cut();
    const { cause } = await fails(writing, StoreUnavailable, 'unknown');
    assert.match(String(cause), /connection to NATS was lost/);
    await until('it is connected again', () => shaky.nats.connected);
    assert.deepEqual(await objects.store.get('Lease', made.metadata), made);
  });

  it('sends no write when its signal ended before', async () => {
    const made = await objects.store.create('Lease', lease(newName()));
    const read = seam.on('hold', 'sent', `$JS.API.STREAM.MSG.GET.${stream}`);
    const stop = new AbortController();
    const writing = shaky.store.update('Lease', heldBy(made, 'b'), { signal: stop.signal });
    await read.first;
    stop.abort();
    await fails(writing, StoreUnavailable, 'none');
    const sent = seam.on('watch', 'sent', `$KV.objects.>`);
    read.release();
    // A write that follows the answer is in flight before the second read.
    for (let step = 0; step < 2; step += 1) await shaky.store.get('Lease', made.metadata);
    assert.equal(sent.count, 0);
    assert.deepEqual(await objects.store.get('Lease', made.metadata), made);
  });

  it('refuses names that would be wildcards', async () => {
    for (const name of ['*', '>', 'a.*', 'a b']) {
      await fails(objects.store.get('Lease', { namespace, name }), Invalid, 'none');
      await fails(objects.store.list('Lease', { name }), Invalid, 'none');
      await fails(objects.store.get('Lease', { namespace: name, name: 'a' }), Invalid, 'none');
    }
  });

  it('refuses for good an object that is larger than a message of this server may be', async () => {
    const small = await startObjects({}, { config: 'max_payload: 1MB' });
    try {
      const made = await small.store.create('Lease', lease(newName()));
      const spec = { ...made.spec, holderIdentity: 'x'.repeat(1_100_000) };
      await fails(small.store.update('Lease', { ...made, spec }), Invalid, 'none');
    } finally {
      await small.close();
    }
  });

  it('does not repeat a write that its caller does not want any more', async () => {
    const key = { namespace, name: newName() };
    await objects.store.create('Lease', lease(key.name));
    await objects.store.delete('Lease', key);
    let asked = 0;
    const beforeSending = () => {
      asked += 1;
      if (asked > 1) throw new StoreUnavailable('too late', 'none');
    };
    // The delete marker refuses the first attempt.
    await fails(objects.store.create('Lease', lease(key.name), { beforeSending }), StoreUnavailable, 'none');
    assert.equal(asked, 2);
    assert.equal(await objects.store.get('Lease', key), undefined);
  });
});
