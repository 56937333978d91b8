import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { after, afterEach, before, beforeEach, it } from 'node:test';
import {
  breakAnswer,
  breakWatch,
  cut,
  delay,
  failWatch,
  hold,
  loseAnswer,
  refuse,
  stall,
} from '../../../kit/fault-proxy/faults.js';
import { type FaultProxy, startFaultProxy } from '../../../kit/fault-proxy/proxy.js';
import { callKube, tlsOf } from '../../../kit/kube/access.js';
import type { KubeApiServer } from '../../../kit/kube/api-server.js';
import { until } from '../../../kit/until.js';

const configMap = (name: string) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { a: 'b' } });

/** The fault proxy in front of an API server. */
export const faultProxyCases = (serverOf: () => KubeApiServer): void => {
  let server: KubeApiServer;
  let proxy: FaultProxy;
  let path: string;
  before(async () => {
    server = serverOf();
    proxy = await startFaultProxy(server);
  });
  after(() => proxy?.close());
  beforeEach(async () => {
    path = `/api/v1/namespaces/${await server.namespace()}/configmaps`;
  });
  afterEach(async () => {
    proxy.clear();
    proxy.cutConnections();
    await until('no watch is left', () => proxy.watches().length === 0);
    proxy.forgetCounts();
  });

  const call = (method: string, target = path, body?: unknown) => callKube(proxy.access, method, target, body);
  const create = (name: string) => call('POST', path, configMap(name));
  const names = async () =>
    (await server.call('GET', path)).items.map(({ metadata }: { metadata: { name: string } }) => metadata.name);

  const isReset = { code: 'ECONNRESET' };
  const createsOf = { verb: 'create', resource: 'configmaps' };

  /** The text so far, and the end of the connection. */
  const open = async (target: string) => {
    const asked = request(new URL(target, proxy.access.server), tlsOf(proxy.access)).end();
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    asked.on('error', () => undefined);
    const watch = { text: '', end: undefined as string | undefined, close: () => asked.destroy() };
    response.on('data', (chunk) => {
      watch.text += chunk;
    });
    response.on('error', (error: Error & { code?: string }) => {
      watch.end = error.code;
    });
    response.on('end', () => {
      watch.end = 'end';
    });
    return watch;
  };
  const watchFrom = async (version = '0') => open(`${path}?watch=1&resourceVersion=${version}`);
  const now = async () => (await server.call('GET', path)).metadata.resourceVersion;

  it('passes on calls and answers, refusals too, and counts them', async () => {
    assert.equal((await create('a')).status, 201);
    assert.equal((await call('GET', `${path}/a`)).body.data.a, 'b');
    assert.equal((await create('a')).body.reason, 'AlreadyExists');
    assert.equal((await call('PATCH', `${path}/a`, { data: { a: 'c' } })).body.data.a, 'c');
    assert.equal((await call('DELETE', `${path}/a`)).status, 200);
    assert.equal((await call('GET')).body.items.length, 0);
    assert.equal((await call('GET', '/version')).status, 200);
    assert.deepEqual(proxy.counts, {
      'create configmaps': 2,
      'get configmaps': 1,
      'patch configmaps': 1,
      'delete configmaps': 1,
      'list configmaps': 1,
      'get /version': 1,
    });
  });

  it('is the way for kubectl, and for a service account with its own token', async () => {
    assert.match(await server.kubectl('--kubeconfig', proxy.access.kubeconfigFile, 'auth', 'whoami'), /admin/);
    const account = await server.serviceAccount(await server.namespace(), 'worker');
    const own = await startFaultProxy(server, account.access);
    assert.match(await server.kubectl('--kubeconfig', own.access.kubeconfigFile, 'auth', 'whoami'), /:worker/);
    await own.close();
  });

  it('cuts the given number of matching calls before they have an effect', async () => {
    const rule = proxy.when({ ...createsOf, namespace: path.split('/')[4]! }, cut, { times: 2 });
    await assert.rejects(create('a'), isReset);
    await assert.rejects(create('b'), isReset);
    assert.equal((await create('c')).status, 201);
    assert.deepEqual(await names(), ['c']);
    assert.equal(rule.hits, 2);
  });

  it('takes the newest rule first, until it is removed', async () => {
    proxy.when(createsOf, refuse(500));
    const rule = proxy.when(({ url }) => url.searchParams.get('dryRun') === 'All', refuse(503));
    const tried = async () => (await call('POST', `${path}?dryRun=All`, configMap('a'))).status;
    assert.deepEqual([(await create('a')).status, await tried()], [500, 503]);
    rule.remove();
    assert.equal(await tried(), 500);
  });

  it('refuses as the API server does', async () => {
    proxy.when({}, refuse(429, { retryAfterSeconds: 7 }), { times: 1 });
    const asked = request(new URL(path, proxy.access.server), tlsOf(proxy.access)).end();
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    assert.deepEqual([answer.statusCode, answer.headers['retry-after']], [429, '7']);
    const status = JSON.parse((await answer.toArray()).join(''));
    assert.deepEqual([status.kind, status.reason, status.details.retryAfterSeconds], ['Status', 'TooManyRequests', 7]);
    for (const [code, reason] of [
      [409, 'Conflict'],
      [410, 'Expired'],
      [500, 'InternalError'],
      [503, 'ServiceUnavailable'],
    ] as const) {
      // biome-ignore format: a table
      proxy.when({}, refuse(code), { times: 1 });
      const { body } = await call('GET');
      assert.deepEqual([body.code, body.reason], [code, reason]);
    }
  });

  it('loses and breaks answers of calls that took effect', async () => {
    proxy.when(createsOf, loseAnswer(), { times: 1 });
    await assert.rejects(create('lost'), isReset);
    assert.deepEqual(await names(), ['lost']);
    proxy.when(createsOf, breakAnswer, { times: 1 });
    await assert.rejects(create('torn'), isReset);
    assert.deepEqual(await names(), ['lost', 'torn']);
    const rule = proxy.when(createsOf, loseAnswer('stall'), { times: 1 });
    const outcome = create('silent').catch((error: Error & { code?: string }) => error.code);
    await until('it took effect', async () => (await names()).includes('silent'));
    assert.equal(rule.hits, 1);
    proxy.cutConnections();
    assert.equal(await outcome, 'ECONNRESET');
  });

  it('holds calls back, delays and stalls them', async () => {
    const gate = Promise.withResolvers<void>();
    const holding = proxy.when(createsOf, hold(gate.promise), { times: 1 });
    const held = create('held');
    await until('it is held', () => holding.hits === 1);
    assert.equal((await create('first')).status, 201);
    assert.deepEqual(await names(), ['first']);
    gate.resolve();
    assert.equal((await held).status, 201);
    proxy.when(createsOf, delay(10), { times: 1 });
    assert.equal((await create('late')).status, 201);
    const rule = proxy.when(createsOf, stall, { times: 1 });
    const outcome = create('never').catch((error: Error & { code?: string }) => error.code);
    await until('it hangs', () => rule.hits === 1);
    proxy.cutConnections();
    assert.equal(await outcome, 'ECONNRESET');
    assert.deepEqual(await names(), ['first', 'held', 'late']);
  });

  it('passes on the events of a watch at once', async () => {
    const watch = await watchFrom();
    for (const name of ['a', 'b']) {
      await server.call('POST', path, configMap(name));
      await until('the event is there', () => watch.text.includes(`"name":"${name}"`));
    }
    assert.equal(proxy.watches({ resource: 'configmaps' }).length, 1);
    watch.close();
    await until('it is over for the proxy too', () => proxy.watches().length === 0);
  });

  it('cuts, ends and fails watches that are open', async () => {
    const version = await now();
    const [cutOne, ended, failed] = [await watchFrom(version), await watchFrom(version), await watchFrom(version)];
    const [first, second, third] = proxy.watches();
    first?.cut();
    second?.end();
    third?.fail();
    await until('all are over', () => [cutOne, ended, failed].every(({ end }) => end));
    assert.deepEqual([cutOne.end, cutOne.text], ['ECONNRESET', '']);
    assert.deepEqual([ended.end, ended.text], ['end', '']);
    assert.equal(failed.end, 'end');
    const { type, object } = JSON.parse(failed.text);
    assert.deepEqual([type, object.code, object.reason], ['ERROR', 410, 'Expired']);
  });

  it('silences watches that are open, and they stay so', async () => {
    const version = await now();
    const [silent, loud] = [await watchFrom(version), await watchFrom(version)];
    proxy.watches()[0]?.silence();
    await server.call('POST', path, configMap('a'));
    await until('the other one hears of it', () => loud.text.includes('"name":"a"'));
    assert.deepEqual([silent.text, silent.end], ['', undefined]);
    proxy.cutWatches();
    await until('it can still be cut', () => silent.end === 'ECONNRESET');
  });

  it('fails and stalls watches from their beginning', async () => {
    proxy.when({ verb: 'watch' }, failWatch(), { times: 1 });
    const failed = await watchFrom();
    await until('it is over', () => failed.end === 'end');
    assert.equal(JSON.parse(failed.text).object.code, 410);
    proxy.when({ verb: 'watch' }, stall, { times: 1 });
    const stalled = await watchFrom();
    await server.call('POST', path, configMap('a'));
    const loud = await watchFrom();
    await until('another one hears of it', () => loud.text.includes('"name":"a"'));
    assert.deepEqual([stalled.text, stalled.end], ['', undefined]);
  });

  for (const [by, end] of [
    ['cut', 'ECONNRESET'],
    ['end', 'end'],
  ] as const) {
    // biome-ignore format: two cases
    it(`breaks watches in the middle of an event, by ${by}`, async () => {
      proxy.when({ verb: 'watch' }, breakWatch(1, by));
      const watch = await watchFrom(await now());
      for (const name of ['a', 'b']) await server.call('POST', path, configMap(name));
      await until('it is broken', () => watch.end !== undefined);
      const [whole = '', half = '', ...rest] = watch.text.split('\n');
      assert.equal(JSON.parse(whole).object.metadata.name, 'a');
      assert.match(half, /^{"type":"ADDED"/);
      assert.throws(() => JSON.parse(half));
      assert.deepEqual([watch.end, rest], [end, []]);
    });
  }

  it('cuts calls and watches while the API server is gone, and forwards them again afterwards', async () => {
    const watch = await watchFrom();
    await server.kill();
    await until('the watch is cut', () => watch.end === 'ECONNRESET');
    await assert.rejects(create('a'), isReset);
    await server.restart();
    assert.equal((await create('a')).status, 201);
  });

  it('has a certificate of the authority that the server has', async () => {
    await server.replaceAuthority();
    proxy.cutConnections();
    assert.equal((await create('a')).status, 201);
  });
};
