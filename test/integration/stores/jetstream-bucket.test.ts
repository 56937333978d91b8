import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Expired, Forbidden, StoreUnavailable } from '@tintype/crds';
import { connectNats, createLog } from '@tintype/runtime';
import { JetStreamStore, provisionObjects } from '@tintype/stores';
import { PlayedClock } from '@tintype/stores/testing';
import { type Objects, startObjects, stream } from '../../kit/nats/jetstream-engine.js';
import { startNatsServer } from '../../kit/nats/server.js';
import { fails, LeaseWatch, lease, namespace, versionOf } from '../../kit/stores/leases.js';
import { until } from '../../kit/until.js';

describe('marks of deletions', { timeout: 600_000 }, () => {
  let objects: Objects;
  /** Its clock stands still, so it never checks for missing messages. */
  let sleepy: JetStreamStore;
  const clock = new PlayedClock();

  before(async () => {
    objects = await startObjects({ markerSeconds: 3, bookmarkEveryMs: 200 });
    sleepy = new JetStreamStore({ nats: objects.nats, bucket: 'objects', markerSeconds: 3, clock });
  });
  after(() => objects.close());

  const messages = async () => (await objects.nats.manager.streams.info(stream)).state.messages;

  const deleted = async (name: string) => {
    await objects.store.create('Lease', lease(name));
    const version = await versionOf(objects.store);
    await objects.store.delete('Lease', { namespace, name });
    return version;
  };

  it('tell watches that were away, and go', async () => {
    const version = await deleted('a');
    const watching = new LeaseWatch(objects.store, version);
    await watching.waitFor('a');
    await watching.stop();
    await until('the mark has gone', async () => (await messages()) === 0);
    const late = new LeaseWatch(objects.store, version);
    assert.ok((await late.end()) instanceof Expired);
    assert.deepEqual(late.events, []);
  });

  it('are not needed by a running watch, which has bookmarks', async () => {
    const watching = new LeaseWatch(objects.store, await versionOf(objects.store));
    await deleted('b');
    await watching.waitFor('b');
    await until('the mark has gone', async () => (await messages()) === 0);
    await watching.stop();
    const next = new LeaseWatch(objects.store, watching.version);
    await objects.store.create('Lease', lease('c'));
    await next.waitFor('c', 'a');
    await next.stop();
    await objects.store.delete('Lease', { namespace, name: 'c' });
  });

  it('may have gone while a watch slept: it fails, and does not go on', async () => {
    const watching = new LeaseWatch(sleepy, await versionOf(sleepy));
    await deleted('d');
    await watching.waitFor('d');
    await until('the mark has gone', async () => (await messages()) === 0);
    await clock.advance(60_000);
    assert.ok((await watching.end()) instanceof Expired);
  });

  it('do not stand in the way of a new object of the name', async () => {
    await deleted('e');
    const made = await objects.store.create('Lease', lease('e'));
    await until('the time of the mark is over', async () => {
      const { state } = await objects.nats.manager.streams.info(stream);
      return Date.now() - Date.parse(made.metadata.creationTimestamp) > 5000 && state.messages === 1;
    });
    assert.deepEqual(await objects.store.get('Lease', made.metadata), made);
  });

  it('have gone, and the server is killed: what they stood for does not come back', async () => {
    const own = await startObjects({ markerSeconds: 1 });
    try {
      const { server, store, nats } = own;
      for (let each = 0; each < 20; each += 1) {
        await store.create('Lease', lease(`gone-${each}`));
        // Objects that stay keep their neighbours in the server's files.
        await store.create('Lease', lease(`stays-${each}`));
        await store.delete('Lease', { namespace, name: `gone-${each}` });
      }
      const names = async () => (await store.list('Lease')).items.map(({ metadata }) => metadata.name);
      const before = await names();
      assert.equal(before.length, 20);
      await until('the marks have gone', async () => (await nats.manager.streams.info(stream)).state.messages === 20);
      await server.kill();
      await server.start();
      await until('it is connected again', () => nats.connected);
      assert.deepEqual(await names(), before);
    } finally {
      await own.close();
    }
  });
});

describe('the bucket of objects', { timeout: 600_000 }, () => {
  it('takes no versions of another bucket of its name, and no versions of objects', async () => {
    const objects = await startObjects();
    const { streams } = objects.nats.manager;
    try {
      for (let step = 0; step < 5; step += 1) await objects.store.create('Lease', lease(`n${step}`));
      const version = await versionOf(objects.store);
      const watching = new LeaseWatch(objects.store, version);
      await streams.delete(stream);
      assert.ok((await watching.end()) instanceof StoreUnavailable);
      await provisionObjects(objects.nats.manager, { bucket: 'objects' });
      const [sequence = ''] = version.split('@');
      for (const each of [version, sequence, 'nonsense', `${sequence}@${Date.now()}`])
        assert.ok((await new LeaseWatch(objects.store, each).end()) instanceof Expired, each);
      for (let step = 0; step < 9; step += 1) await objects.store.create('Lease', lease(`n${step}`));
      assert.ok((await new LeaseWatch(objects.store, version).end()) instanceof Expired);
    } finally {
      await objects.close();
    }
  });

  it('says when it is full, and takes deletions then', async () => {
    const objects = await startObjects();
    try {
      await provisionObjects(objects.nats.manager, { bucket: 'objects', maxBytes: 20_000 });
      const fill = async () => {
        for (let step = 0; step < 100; step += 1) await objects.store.create('Lease', lease(`n${step}`));
      };
      const { message } = await fails(fill(), StoreUnavailable, 'none');
      assert.match(message, /maximum bytes exceeded/);
      const { items } = await objects.store.list('Lease');
      for (const { metadata } of items) await objects.store.delete('Lease', metadata);
      await objects.store.create('Lease', lease('last'));
    } finally {
      await objects.close();
    }
  });

  it('is brought up to date, and keeps what it has', async () => {
    const objects = await startObjects();
    try {
      const made = await objects.store.create('Lease', lease('a'));
      await provisionObjects(objects.nats.manager, { bucket: 'objects', maxBytes: 2_000_000 });
      assert.equal((await objects.nats.manager.streams.info(stream)).config.max_bytes, 2_000_000);
      assert.deepEqual(await objects.store.get('Lease', made.metadata), made);
    } finally {
      await objects.close();
    }
  });

  it('is forbidden to a login without permissions', async () => {
    const nobody = {
      user: 'nobody',
      password: 'x',
      permissions: { publish: ['$JS.API.INFO'], subscribe: ['_INBOX_nobody.>'] },
    };
    const server = await startNatsServer({ config: `authorization: ${JSON.stringify({ users: [nobody] })}` });
    const url = new URL(server.url);
    Object.assign(url, { username: 'nobody', password: 'x' });
    const nats = await connectNats({ url, name: 'nobody', log: createLog('nobody', 'silent') });
    try {
      const store = new JetStreamStore({ nats, bucket: 'objects' });
      await fails(store.get('Lease', { namespace, name: 'a' }), Forbidden, 'none');
      await fails(store.create('Lease', lease('a')), Forbidden, 'none');
      await fails(store.list('Lease'), Forbidden, 'none');
      assert.ok((await new LeaseWatch(store, `1@${Date.now()}`).end()) instanceof Forbidden);
    } finally {
      await nats.connection.close();
      await server.stop();
    }
  });
});
