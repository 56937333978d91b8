import assert from 'node:assert/strict';
import { labels } from '@tintype/crds';
import { provisionPool } from '@tintype/operator';
import { defaultPool } from '@tintype/operator/testing';
import type { SessionClient } from './client.js';
import type { SessionScenario } from './scenarios.js';
import type { SessionStage } from './stage.js';

const wish = (stage: SessionStage) => ({
  account: stage.account('many', 5),
  maxTtlSeconds: 60,
  patienceMs: 20_000,
});

/** Sessions' pods, and whether they were warm. */
const podsOf = async (stage: SessionStage, clients: readonly SessionClient[]) => {
  const sessions = await Promise.all(clients.map(({ key }) => stage.session(key)));
  return sessions.flatMap((session) => session?.status?.pod ?? []);
};

const isWarm = ({ name }: { name: string }) => !name.startsWith('sess-');

const openAtOnce = (stage: SessionStage, count: number) =>
  Promise.all(Array.from({ length: count }, () => stage.open(wish(stage))));

const changeTemplate = async (stage: SessionStage) => {
  await stage.until('the template is changed', async () => {
    const pool = await stage.poolObject();
    if (!pool) return false;
    const changed = { ...pool, spec: { ...pool.spec, template: { labels: { version: 'next' } } } };
    return stage.engine.store.update('BrowserPool', changed).then(
      () => true,
      () => false,
    );
  });
};

const idlePods = async ({ engine: { store }, namespace }: SessionStage) => {
  const { items } = await store.list('Pod', { namespace });
  return items.filter(({ metadata }) => !metadata.labels?.[labels.session] && !metadata.deletionTimestamp);
};

export const sessionPoolScenarios: readonly SessionScenario[] = [
  {
    name: 'opened on a warm pod, closed by its client, and the pool is filled again',
    play: async (stage) => {
      await stage.pool(3);
      const client = await stage.open(wish(stage));
      if (!stage.isTroubled) assert.deepEqual((await podsOf(stage, [client])).map(isWarm), [true]);
      await client.close(stage.api);
      await stage.until('the pool is filled again', async () => (await idlePods(stage)).length === 3);
    },
    charged: 1,
  },
  {
    name: 'four at once, three warm pods',
    play: async (stage) => {
      await stage.pool(3);
      const clients = await openAtOnce(stage, 4);
      const pods = await podsOf(stage, clients);
      assert.equal(new Set(pods.map(({ uid }) => uid)).size, pods.length, 'a pod has two sessions');
      if (!stage.isTroubled) assert.equal(pods.filter(isWarm).length, 3);
    },
    charged: 4,
  },
  {
    name: 'the pool is scaled to nothing as sessions begin',
    play: async (stage) => {
      await stage.pool(3);
      const [clients] = await Promise.all([openAtOnce(stage, 2), provisionPool(stage.engine.store, stage, 0)]);
      await stage.until('no pod is idle', async () => (await idlePods(stage)).length === 0);
      await clients[0]?.close(stage.api);
    },
    charged: 2,
  },
  {
    name: 'the pool is deleted as sessions begin',
    play: async (stage) => {
      await stage.pool(3);
      const { engine, namespace } = stage;
      const deletion = engine.store.delete('BrowserPool', { namespace, name: defaultPool });
      const [clients] = await Promise.all([openAtOnce(stage, 2), deletion]);
      await stage.until('no pod is idle', async () => (await idlePods(stage)).length === 0);
      await clients[0]?.close(stage.api);
    },
    charged: 2,
  },
  {
    name: 'its warm pod gets unready before it is claimed',
    play: async (stage) => {
      await stage.pool(1);
      const [warm] = stage.kubelet.machines;
      const leader = await stage.leader();
      leader.process.strike('update Pod, finalizer set', 'before', () => {
        if (!warm) return;
        leader.pause();
        void stage.kubelet.do(warm, (node) => node.makeUnready(warm)).finally(() => leader.resume());
      });
      const client = await stage.open(wish(stage));
      const pods = await podsOf(stage, [client]);
      if (!stage.isTroubled) assert.ok(pods.every(({ uid }) => uid !== warm?.pod.uid));
    },
    charged: 1,
  },
  {
    name: 'the template of its pool changes as sessions begin',
    play: async (stage) => {
      await stage.pool(3);
      const [clients] = await Promise.all([openAtOnce(stage, 2), changeTemplate(stage)]);
      await stage.until('all idle pods are new', async () => {
        const idle = await idlePods(stage);
        return idle.length === 3 && idle.every(({ metadata }) => metadata.labels?.version === 'next');
      });
      await clients[0]?.close(stage.api);
    },
    charged: 2,
  },
];
