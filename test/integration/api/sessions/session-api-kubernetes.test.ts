import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, afterEach, before, describe, it } from 'node:test';
import { chartRules } from '../../../kit/charts/chart.js';
import { type FaultProxy, startFaultProxy } from '../../../kit/fault-proxy/proxy.js';
import { openKubeStore, startKubeWithKinds } from '../../../kit/kube/store.js';
import { SessionApiStage } from '../../../kit/service/session-api-stage.js';
import { until } from '../../../kit/until.js';

/** A DevTools client of an api, and a pod that echoes. */
const echoed = async (connectUrl: string, port: number | undefined) => {
  const socket = new WebSocket(connectUrl.replace(/:\d+\//, `:${port}/`));
  await once(socket, 'open');
  return {
    end: () => socket.close(),
    say: async (text: string) => {
      const heard = once(socket, 'message');
      socket.send(text);
      const [{ data }] = await heard;
      return data as string;
    },
  };
};

describe('the session routes on Kubernetes', { timeout: 600_000 }, () => {
  let stage: SessionApiStage;
  /** The apis' way to the API server. */
  let proxy: FaultProxy;

  before(async () => {
    const server = await startKubeWithKinds();
    const [store, namespace] = [await openKubeStore(server.admin), await server.namespace('sessions')];
    // The rights of the chart.
    const grant = { namespace, rules: await chartRules('api') };
    proxy = await startFaultProxy(server, await server.user('api', { grant }));
    const variables = {
      TINTYPE_OBJECTS: 'kubernetes',
      TINTYPE_NAMESPACE: namespace,
      KUBECONFIG: proxy.access.kubeconfigFile,
    };
    const close = async () => {
      await store.close();
      await proxy.close();
      await server.stop();
    };
    stage = await SessionApiStage.start({ store, namespace, variables, close });
  });
  afterEach(() => stage?.clear());
  after(() => stage?.stop());

  it('open, use and close a session on two replicas', async () => {
    for (const [here, there] of [
      [0, 1],
      [1, 0],
    ] as const) {
      const id = await stage.create({ maxTtlSeconds: 300 }, { api: here });
      assert.equal((await stage.get(id, { api: there })).status, 'active');
      const acted = await stage.call('POST', `/${id}/actions`, { api: there, body: { type: 'title' } });
      assert.deepEqual([acted.status, acted.body.did], [200, 'title']);
      const closed = await stage.call('DELETE', `/${id}`, { api: there });
      assert.deepEqual([closed.status, closed.body.session.billedCredits], [200, 1]);
      assert.deepEqual((await stage.call('GET', `/${id}`, { api: here })).body, closed.body);
      await until('its object is gone', async () => (await stage.object(id)) === undefined);
      assert.deepEqual((await stage.call('GET', `/${id}`, { api: here })).body, closed.body);
      const { body } = await stage.call('GET', '', { api: here });
      assert.deepEqual(body.sessions[0], closed.body.session);
    }
  });

  it('read nothing of Kubernetes for actions and DevTools messages', async () => {
    const id = await stage.create({ maxTtlSeconds: 300, cdp: true });
    const { connectUrl = '' } = await stage.get(id);
    for (const api of [0, 1]) await stage.get(id, { api });
    const clients = await Promise.all(stage.service.publicPorts.map((port) => echoed(connectUrl, port)));
    const round = async (number: number) => {
      const { status } = await stage.call('POST', `/${id}/actions`, { api: number % 2, body: { type: 'title' } });
      assert.equal(status, 200);
      for (const client of clients) assert.equal(await client.say(`message ${number}`), `message ${number}`);
    };
    await round(0);
    proxy.forgetCounts();
    for (let number = 1; number <= 20; number += 1) await round(number);
    // A read that repeats while the session runs.
    clients.push(await echoed(connectUrl, stage.service.publicPorts[1]));
    await round(21);
    // A watch that ended starts again.
    const calls = () => Object.keys(proxy.counts).filter((call) => !call.startsWith('watch '));
    assert.deepEqual(calls(), []);
    // A read would show here.
    await stage.get(id);
    assert.deepEqual(calls(), ['get browsersessions']);
    for (const client of clients) client.end();
  });

  it('limit the active sessions of an account', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, (_, at) => stage.call('POST', '', { api: at % 2 })));
    const statuses = answers.map(({ status }) => status).sort();
    assert.deepEqual(statuses, [201, 201, 201, 201, 201, 429, 429, 429]);
  });

  it('show a session that kubectl made, under the id of its object', async () => {
    const { store, namespace } = stage.objects;
    const metadata = { namespace, name: 'by-hand' };
    const spec = { account: 'tester', maxTtlSeconds: 60 };
    await store.create('BrowserSession', {
      apiVersion: 'tintype.dev/v1alpha1',
      kind: 'BrowserSession',
      metadata,
      spec,
    });
    await until('it is active', async () => {
      const session = await store.get('BrowserSession', metadata);
      return session?.status?.phase === 'Active';
    });
    const { body } = await stage.call('GET', '?status=active');
    const [session] = body.sessions;
    const { uid } = (await store.get('BrowserSession', metadata))?.metadata ?? {};
    assert.deepEqual([session.id, session.status], [`sess_${uid}`, 'active']);
    assert.deepEqual((await stage.get(session.id)).id, session.id);
    const closed = await stage.call('DELETE', `/${session.id}`, { api: 1 });
    assert.deepEqual([closed.status, closed.body.session.billedCredits], [200, 1]);
    assert.equal((await stage.get(session.id)).status, 'closed');
  });
});
