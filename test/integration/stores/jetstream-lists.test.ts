import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Objects, openObjects, startObjects, stream } from '../../kit/nats/jetstream-engine.js';
import { NatsSeam } from '../../kit/nats/seam.js';
import { heldBy, lease, namespace } from '../../kit/stores/leases.js';

describe('lists of objects on a nats-server', { timeout: 600_000 }, () => {
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
  after(async () => {
    await shaky.close();
    await seam.close();
    await objects.close();
  });

  it('lists what was written again before it came, too', async () => {
    const made = await Promise.all([newName(), newName()].map((name) => objects.store.create('Lease', lease(name))));
    const names = made.map(({ metadata }) => metadata.name);
    const asked = seam.on('hold', 'sent', `$JS.API.CONSUMER.CREATE.${stream}.>`);
    const listing = shaky.store.list('Lease');
    await asked.first;
    for (const object of made) await objects.store.update('Lease', heldBy(object, 'b'));
    const late = seam.on('hold', 'received', `$KV.objects.Lease.space.${names[1]}`);
    asked.release();
    await late.first;
    // The first one is in transit; nothing was newer when the list began.
    await shaky.store.get('Lease', { namespace, name: names[0] ?? '' });
    late.release();
    const { items } = await listing;
    const listed = items.filter(({ metadata }) => names.includes(metadata.name));
    assert.deepEqual(
      listed.map(({ spec }) => spec.holderIdentity),
      ['b', 'b'],
    );
  });

  it('lists every object while others are written', async () => {
    const names = Array.from({ length: 100 }, newName);
    await Promise.all(names.map((name) => objects.store.create('Lease', lease(name))));
    let isOver = false;
    const write = async (name: string) => {
      for (let step = 0; !isOver; step += 1) {
        const object = await objects.store.get('Lease', { namespace, name });
        assert.ok(object);
        await objects.store.update('Lease', heldBy(object, String(step)));
      }
    };
    const writing = Promise.all(names.slice(0, 16).map(write));
    for (let round = 0; round < 100; round += 1) {
      const { items } = await shaky.store.list('Lease');
      const listed = new Set(items.map(({ metadata }) => metadata.name));
      assert.deepEqual(
        names.filter((name) => !listed.has(name)),
        [],
      );
    }
    isOver = true;
    await writing;
  });
});
