import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { StoreUnavailable } from '@tintype/crds';
import type { KubernetesStore } from '@tintype/stores';
import type { KubeApiServer } from '../../../kit/kube/api-server.js';
import { followingLeases, makingLeases } from '../../../kit/kube/load.js';
import { storeOpener } from '../../../kit/kube/store.js';
import { until } from '../../../kit/until.js';

type Outcomes = ReturnType<typeof makingLeases>['made'];

/** The Kubernetes store while the API server is killed, restarted and paused. */
export const outageCases = (serverOf: () => KubeApiServer): void => {
  let server: KubeApiServer;
  const open = storeOpener();
  before(async () => {
    server = serverOf();
  });

  /** Checks each create against its reported outcome. */
  const checkMade = async (store: KubernetesStore, namespace: string, made: Outcomes) => {
    const { items } = await store.list('Lease', { namespace });
    const names = new Set(items.map(({ metadata }) => metadata.name));
    const [lost, undone] = [
      [...made.done].filter((name) => !names.has(name)),
      [...made.none].filter((name) => names.has(name)),
    ];
    assert.deepEqual({ lost, undone }, { lost: [], undone: [] });
    return names;
  };

  it('says of each write whether it was done, and its watches miss nothing', async (t) => {
    const namespace = await server.namespace();
    const store = await open(server.admin, { limits: { deadlineMs: 2000 } });
    const followed = followingLeases(t, store, namespace);
    const maker = makingLeases(t, store, namespace);
    for (let crash = 0; crash < 2; crash += 1) {
      const before = maker.made.done.size;
      await until('calls are made', () => maker.made.done.size > before + 100);
      await server.kill();
      await until('calls fail', () => maker.made.none.size > crash * 10 + 10);
      await server.restart();
    }
    await maker.stop();
    const names = await checkMade(store, namespace, maker.made);
    await until('the watch has delivered everything', () => followed.names.size === names.size);
    assert.deepEqual(followed.names, names);
    await followed.stop();
  });

  it('gives up calls to a silent server, and continues afterwards', async (t) => {
    const namespace = await server.namespace();
    const store = await open(server.admin, { limits: { deadlineMs: 500, silenceMs: 1000 } });
    const followed = followingLeases(t, store, namespace);
    const maker = makingLeases(t, store, namespace);
    await until('calls are made', () => maker.made.done.size > 20);
    await server.pause();
    try {
      await until('calls are given up', () => maker.made.unknown.size >= 4);
      await assert.rejects(store.list('Lease'), StoreUnavailable);
    } finally {
      server.resume();
    }
    const before = maker.made.done.size;
    await until('calls go on', () => maker.made.done.size > before + 20);
    await maker.stop();
    // Abandoned creates may still happen now.
    await until('the watch has delivered everything', async () => {
      const { items } = await store.list('Lease', { namespace });
      return followed.names.size === items.length;
    });
    await checkMade(store, namespace, maker.made);
    await followed.stop();
  });
};
