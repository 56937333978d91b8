import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { type Effect, Forbidden, type StoreError, StoreUnavailable, Throttled } from '@tintype/crds';
import { Registry } from '@tintype/runtime';
import { type KubernetesLimits, type KubernetesStore, openKubernetesStore } from '@tintype/stores';
import { answerJson, PlayedApiServer, type PlayedRequest, refuse } from '../../kit/kube/played-api-server.js';
import { until } from '../../kit/until.js';

const key = { namespace: 'web', name: 'a' };
const lease = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata: key, spec: {} } as const;
const good = (request: PlayedRequest) => answerJson(request, 200, { metadata: { ...key, resourceVersion: '1' } });
const cut = ({ response }: PlayedRequest) => response.destroy();
const never = () => undefined;

const failed = (call: Promise<unknown>, error: abstract new (...of: never[]) => StoreError, effect: Effect = 'none') =>
  assert.rejects(call, (reason) => {
    assert.ok(reason instanceof error, `${reason}`);
    assert.equal(reason.effect, effect, reason.message);
    return true;
  });

describe('calls to the Kubernetes API', () => {
  let server: PlayedApiServer;
  const stores: KubernetesStore[] = [];
  before(async () => {
    server = await PlayedApiServer.start();
  });
  beforeEach(() => server.writeToken('first'));
  afterEach(async () => {
    server.requests.length = 0;
    await Promise.all(stores.splice(0).map((store) => store.close()));
  });
  after(() => server.close());

  const open = async (limits: Partial<KubernetesLimits> = {}, registry = new Registry()) => {
    const log = { info: never, warn: never };
    const source = { kubeconfig: [server.kubeconfig] };
    const store = await openKubernetesStore({ source, program: 'tintype-test', log, registry, limits });
    stores.push(store);
    return store;
  };

  /** Plays these in turn, then repeats the last one. */
  const playing = (...plays: ((request: PlayedRequest) => void)[]) => {
    server.play = (request) => (plays.length > 1 ? plays.shift() : plays[0])?.(request);
  };
  const status =
    (code: number, headers = {}) =>
    (request: PlayedRequest) =>
      answerJson(request, code, { kind: 'Status', code }, headers);

  describe('reads', () => {
    for (const [what, play] of Object.entries({ 'a cut connection': cut, 'a failing server': status(503) })) {
      it(`are made again after ${what}`, async () => {
        playing(play, play, good);
        assert.equal((await (await open()).get('Lease', key))?.metadata.name, 'a');
        assert.equal(server.requests.length, 3);
      });

      it(`are not made for ever after ${what}`, async () => {
        playing(play);
        await failed((await open()).list('Lease'), StoreUnavailable);
        assert.equal(server.requests.length, 5);
      });
    }

    it('are not made again after an answer that will stay the same', async () => {
      playing((request) => refuse(request, 403, 'Forbidden'));
      await failed((await open()).get('Lease', key), Forbidden);
      assert.equal(server.requests.length, 1);
    });
  });

  describe('writes', () => {
    for (const [what, play] of Object.entries({ 'a cut connection': cut, 'a failing server': status(500) })) {
      it(`are made once, and may have been done, after ${what}`, async () => {
        playing(play, good);
        await failed((await open()).create('Lease', lease), StoreUnavailable, 'unknown');
        assert.equal(server.requests.length, 1);
      });
    }

    it('are made again when the server was too busy to begin', async () => {
      playing(status(429, { 'retry-after': '1' }), good);
      await (await open()).create('Lease', lease);
      assert.deepEqual(
        server.requests.map(({ method, body }) => [method, JSON.parse(body)]),
        [
          ['POST', lease],
          ['POST', lease],
        ],
      );
    });

    it('are put off when the server wants more time than there is', async () => {
      playing(status(429, { 'retry-after': '60' }));
      const put = (await open()).create('Lease', lease);
      await assert.rejects(put, (error) => error instanceof Throttled && error.retryAfterMs === 60_000);
      assert.equal(server.requests.length, 1);
    });

    it('have not been done when nobody listens', async () => {
      const gone = await PlayedApiServer.start();
      const source = { kubeconfig: [gone.kubeconfig] };
      const store = await openKubernetesStore({ source, program: 'test', log: { info: never, warn: never } });
      await gone.close();
      await failed(store.create('Lease', lease), StoreUnavailable, 'none');
    });
  });

  describe('without an answer', () => {
    it('end with the deadline', async () => {
      playing(never);
      const store = await open({ deadlineMs: 3000 });
      await failed(store.get('Lease', key), StoreUnavailable, 'none');
      await failed(store.create('Lease', lease), StoreUnavailable, 'unknown');
    });

    it('end with the signal of the caller in any state', async () => {
      playing(never);
      const store = await open({ calls: 1 });
      const stopping = new AbortController();
      const sent = store.create('Lease', lease, { signal: stopping.signal });
      await until('the first call is with the server', () => server.requests.length === 1);
      const queued = store.create('Lease', lease, { signal: stopping.signal });
      stopping.abort(new Error('stopping'));
      await failed(sent, StoreUnavailable, 'unknown');
      await failed(queued, StoreUnavailable, 'none');
      await failed(store.create('Lease', lease, { signal: stopping.signal }), StoreUnavailable, 'none');
      // No other write was kept and sent later.
      playing(good);
      await store.get('Lease', key);
      assert.deepEqual(
        server.requests.map(({ method }) => method),
        ['POST', 'GET'],
      );
    });

    it('end with the signal also between attempts', async () => {
      playing(status(503));
      const stopping = new AbortController();
      const reading = (await open()).get('Lease', key, { signal: stopping.signal });
      await until('the first attempt has failed', () => server.requests.length === 1);
      stopping.abort();
      await failed(reading, StoreUnavailable);
      assert.ok(server.requests.length < 5);
    });
  });

  it('are in flight up to the limit, and go on when one ends', async () => {
    const waiting: PlayedRequest[] = [];
    playing((request) => waiting.push(request));
    const store = await open({ calls: 8 });
    const calls = Array.from({ length: 40 }, () => store.get('Lease', key));
    let most = 0;
    for (let answered = 0; answered < calls.length; answered += 1) {
      await until('the next call comes', () => waiting.length > 0);
      most = Math.max(most, waiting.length);
      good(waiting.shift()!);
    }
    await Promise.all(calls);
    assert.ok(most <= 8, `${most} in flight`);
  });

  it('of any kind use one connection in turn', async () => {
    const ports = new Set<number | undefined>();
    playing((request) => {
      ports.add(request.response.socket?.remotePort);
      good(request);
    });
    const store = await open({ calls: 1 });
    const leased = {
      ...lease,
      metadata: { ...key, uid: 'uid', resourceVersion: '1', creationTimestamp: '2026-01-01T00:00:00Z' },
    };
    for (let round = 0; round < 3; round += 1) {
      await store.get('Lease', key);
      await store.create('Lease', lease);
      await store.update('Lease', leased);
      await store.delete('Lease', key, { uid: 'uid' });
    }
    assert.deepEqual([server.requests.length, ports.size], [12, 1]);
  });

  describe('that are not let in', () => {
    const forToken = (token: string) => (request: PlayedRequest) =>
      request.authorization === `Bearer ${token}` ? good(request) : refuse(request, 401, 'Unauthorized');

    it('are made again with the token that is there now', async () => {
      server.writeToken('old');
      const store = await open();
      server.writeToken('new');
      playing(forToken('new'));
      await store.create('Lease', lease);
      assert.deepEqual(
        server.requests.map(({ authorization }) => authorization),
        ['Bearer old', 'Bearer new'],
      );
    });

    it('are made again once, and then say whose credentials are not accepted', async () => {
      playing(forToken('another'));
      const store = await open();
      await failed(store.create('Lease', lease), Forbidden);
      assert.equal(server.requests.length, 2);
      const holder = `user "played" in ${server.kubeconfig}`;
      await assert.rejects(store.get('Lease', key), (error) => {
        assert.ok(`${error}`.includes(`refuses the credentials of ${holder}. Renew them there.`), `${error}`);
        return true;
      });
    });

    it('are many, and the token is read for all of them', async () => {
      server.writeToken('old');
      const store = await open();
      server.writeToken('new');
      playing(forToken('new'));
      await Promise.all(Array.from({ length: 30 }, () => store.get('Lease', key)));
    });
  });

  it('take a new token without being refused first', async () => {
    server.writeToken('old');
    const store = await open();
    playing(good);
    await store.get('Lease', key);
    server.writeToken('new');
    await until('a call has the new token', async () => {
      await store.get('Lease', key);
      return server.requests.at(-1)?.authorization === 'Bearer new';
    });
  });

  it('keep the token that they had while there is none to read', async () => {
    server.writeToken('old');
    const store = await open();
    server.removeToken();
    const plays = [(request: PlayedRequest) => refuse(request, 401, 'Unauthorized'), good];
    playing(...plays);
    await store.get('Lease', key);
    assert.deepEqual(
      server.requests.map(({ authorization }) => authorization),
      ['Bearer old', 'Bearer old'],
    );
  });

  describe('for lists', () => {
    const page = (names: string[], next?: string) => (request: PlayedRequest) =>
      answerJson(request, 200, {
        metadata: { resourceVersion: '7', continue: next },
        items: names.map((name) => ({ metadata: { name, managedFields: [{}] } })),
      });
    const queries = () => server.requests.map(({ query }) => Object.fromEntries(query));

    it('go page by page, and drop what is of no use', async () => {
      playing(page(['a', 'b'], 'more'), page(['c']));
      const selector = { namespace: 'web', labels: { x: 'y', z: '' } };
      const { items, resourceVersion } = await (await open({ pageSize: 2 })).list('Pod', selector);
      assert.deepEqual(
        items.map(({ kind, apiVersion, metadata }) => [kind, apiVersion, metadata]),
        ['a', 'b', 'c'].map((name) => ['Pod', 'v1', { name }]),
      );
      assert.equal(resourceVersion, '7');
      const query = { labelSelector: 'x=y,z=', limit: '2' };
      assert.deepEqual(queries(), [query, { ...query, continue: 'more' }]);
      assert.equal(server.requests[0]?.path, '/api/v1/namespaces/web/pods');
    });

    it('may be long, in one piece', async () => {
      const names = Array.from({ length: 200_000 }, (_, index) => `n${index}`);
      playing(page(names));
      const { items } = await (await open()).list('Lease');
      assert.equal(items.length, names.length);
    });

    it('begin again, in one piece, when the first page has become too old', async () => {
      playing(page(['a'], 'more'), (request) => refuse(request, 410, 'Expired'), page(['b', 'c']));
      const { items } = await (await open({ pageSize: 1 })).list('Pod', { name: 'a' });
      assert.deepEqual(
        items.map(({ metadata }) => metadata.name),
        ['b', 'c'],
      );
      const query = { fieldSelector: 'metadata.name=a' };
      assert.deepEqual(queries(), [{ ...query, limit: '1' }, { ...query, limit: '1', continue: 'more' }, query]);
    });
  });

  it('are counted by verb, kind and status, and timed', async () => {
    playing(cut, good);
    const registry = new Registry();
    await (await open({}, registry)).get('Lease', key);
    const text = await registry.metrics();
    const counted = (code: string) =>
      new RegExp(`tintype_kubernetes_requests_total\\{verb="get",kind="Lease",code="${code}"\\} 1\n`);
    assert.match(text, counted('none'));
    assert.match(text, counted('200'));
    assert.match(text, /tintype_kubernetes_request_seconds_count\{verb="get",kind="Lease"\} 2\n/);
  });
});
