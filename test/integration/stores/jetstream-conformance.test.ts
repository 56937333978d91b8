import assert from 'node:assert/strict';
import type { ResourceStore } from '@tintype/crds';
import { provisionObjects } from '@tintype/stores';
import { type Engine, storeConformance } from '@tintype/stores/conformance';
import { openObjects, startObjects } from '../../kit/nats/jetstream-engine.js';
import { startNatsCluster } from '../../kit/nats/server.js';
import { until } from '../../kit/until.js';

const bookmarkEveryMs = 500;

/** Namespaces need no creation. */
const engine = (store: ResourceStore, close: () => Promise<void>): Engine => {
  let spaces = 0;
  return {
    store,
    namespace: async () => {
      spaces += 1;
      return `space-${spaces}`;
    },
    // Older than any delete marker.
    ancientVersion: async () => '1@0',
    close,
  };
};

storeConformance('JetStreamStore', async () => {
  const { store, close } = await startObjects({ bookmarkEveryMs });
  return engine(store, close);
});

/** Each call uses the next store. */
const inTurn = (stores: readonly ResourceStore[]): ResourceStore => {
  let turn = 0;
  const next = () => {
    turn += 1;
    return stores[turn % stores.length] as ResourceStore;
  };
  return {
    get: (...call) => next().get(...call),
    list: (...call) => next().list(...call),
    watch: (...call) => next().watch(...call),
    create: (...call) => next().create(...call),
    update: (...call) => next().update(...call),
    updateStatus: (...call) => next().updateStatus(...call),
    delete: (...call) => next().delete(...call),
  };
};

storeConformance('JetStreamStore on three servers, asked in turn,', async () => {
  const servers = await startNatsCluster(3);
  const objects = await Promise.all(servers.map(({ url }) => openObjects(url, { bookmarkEveryMs })));
  const [manager] = objects.map(({ nats }) => nats.manager);
  assert.ok(manager);
  await until('the servers have found each other', () =>
    provisionObjects(manager, { bucket: 'objects', replicas: 3 }).then(
      () => true,
      () => false,
    ),
  );
  return engine(inTurn(objects.map(({ store }) => store)), async () => {
    for (const { close } of objects) await close();
    for (const server of servers) await server.stop();
  });
});
