import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Informer } from '@tintype/stores';
import { type Objects, openObjects, startObjects } from '../../kit/nats/jetstream-engine.js';
import { NatsSeam } from '../../kit/nats/seam.js';
import { InformedLeases } from '../../kit/stores/informed-leases.js';
import { until } from '../../kit/until.js';

describe('an informer on a real nats-server', { timeout: 600_000 }, () => {
  let objects: Objects;
  let seam: NatsSeam;
  /** Connected through the seam. */
  let shaky: Awaited<ReturnType<typeof openObjects>>;
  let count = 0;
  const informers: Informer<'Lease'>[] = [];
  before(async () => {
    objects = await startObjects();
    seam = await NatsSeam.start(objects.server.url);
    shaky = await openObjects(seam.url, { bookmarkEveryMs: 1000 });
  });
  afterEach(async () => {
    seam.releaseAll();
    await Promise.all(informers.splice(0).map((informer) => informer.stop()));
    await until('all are connected', () => objects.nats.connected && shaky.nats.connected);
  });
  after(async () => {
    await shaky.close();
    await seam.close();
    await objects.close();
  });

  const begin = async () => {
    count += 1;
    const stores = { store: shaky.store, direct: objects.store };
    const leases = await InformedLeases.of({ ...stores, namespace: `space-${count}`, deadMs: 5000 });
    informers.push(leases.informer);
    leases.informer.start();
    await leases.agree();
    leases.events.length = 0;
    return { leases, informer: leases.informer };
  };

  it('tells what it missed while its connection was cut', async () => {
    const { leases } = await begin();
    for (let round = 0; round < 3; round += 1) {
      seam.cut();
      await leases.make(`round-${round}`);
      await leases.agree();
    }
    seam.cut();
    leases.events.length = 0;
    await leases.disturb();
    await leases.agree();
    assert.deepEqual(leases.events.sort(), InformedLeases.disturbance);
  });

  it('continues after the server crashed', async () => {
    const { leases } = await begin();
    await objects.server.kill();
    await objects.server.start();
    await until('the test is connected again', () => objects.nats.connected);
    await leases.disturb();
    await leases.agree();
    assert.deepEqual(leases.events.sort(), InformedLeases.disturbance);
  });

  it('stays ready while nothing happens, and is not ready while nothing is heard', async () => {
    const { leases, informer } = await begin();
    await until('a bookmark has come', () => informer.contactAgeMs > 500);
    await until('a bookmark has come', () => informer.contactAgeMs < 500);
    seam.on('hold', 'received', '>', { times: Number.POSITIVE_INFINITY });
    await until('it is not ready', () => !informer.isReady);
    await leases.disturb();
    seam.releaseAll();
    await until('it is ready', () => informer.isReady);
    await leases.agree();
  });
});
