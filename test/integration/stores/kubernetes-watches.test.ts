import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { after, afterEach, before, describe, it } from 'node:test';
import { Expired, Forbidden, type Pod, StoreUnavailable, type WatchEvent } from '@tintype/crds';
import { type KubernetesLimits, type KubernetesStore, openKubernetesStore } from '@tintype/stores';
import { answerJson, PlayedApiServer, refuse } from '../../kit/kube/played-api-server.js';
import { until } from '../../kit/until.js';

const metadata = (name: string, resourceVersion: string) => ({ namespace: 'web', name, resourceVersion });
const lineOf = (type: string, object: object) => `${JSON.stringify({ type, object })}\n`;
const changed = (name: string, version: string) => lineOf('MODIFIED', { metadata: metadata(name, version) });
const nothing = () => undefined;

/** The distinguishing parts of an event. */
const short = (event: WatchEvent<{ metadata: { name: string } }>) => {
  if (event.type === 'bookmark') return `bookmark ${event.resourceVersion}`;
  const { name } = event.type === 'changed' ? event.object.metadata : event.key;
  return `${event.type} ${name} ${event.resourceVersion}`;
};

describe('a watch on the Kubernetes API', () => {
  let server: PlayedApiServer;
  const stores: KubernetesStore[] = [];
  before(async () => {
    server = await PlayedApiServer.start();
  });
  afterEach(async () => {
    server.requests.length = 0;
    await Promise.all(stores.splice(0).map((store) => store.close()));
  });
  after(() => server.close());

  const open = async (limits: Partial<KubernetesLimits> = {}) => {
    const source = { kubeconfig: [server.kubeconfig] };
    const log = { info: nothing, warn: nothing };
    const store = await openKubernetesStore({ source, program: 'tintype-test', log, limits });
    stores.push(store);
    return store;
  };

  /** Plays watches; `speak` gets the response to write to. */
  const speaking = (speak: (response: ServerResponse) => unknown) => {
    server.play = ({ response }) => void speak(response.writeHead(200, { 'content-type': 'application/json' }));
  };

  const watch = async (limits: Partial<KubernetesLimits> = {}, signal = new AbortController().signal) =>
    (await open(limits)).watch('Pod', { resourceVersion: '1', selector: { namespace: 'web' }, signal });

  const eventsOf = async (watching: Promise<AsyncIterable<WatchEvent<{ metadata: { name: string } }>>>) => {
    const events: string[] = [];
    for await (const event of await watching) events.push(short(event));
    return events;
  };

  it('tells what the server says, until the server ends it', async () => {
    const lines = [
      lineOf('ADDED', { metadata: { ...metadata('a', '2'), managedFields: [{}] } }),
      changed('a', '3'),
      lineOf('BOOKMARK', { metadata: { resourceVersion: '9' } }),
      lineOf('DELETED', { metadata: metadata('a', '10') }),
    ].join('');
    speaking(async (response) => {
      for (const character of lines) await new Promise((written) => response.write(character, written));
      response.end();
    });
    const events: WatchEvent<Pod>[] = [];
    for await (const event of await watch()) events.push(event);
    const first = events.shift();
    assert.deepEqual(first, {
      type: 'changed',
      resourceVersion: '2',
      object: { apiVersion: 'v1', kind: 'Pod', metadata: metadata('a', '2') },
    });
    assert.deepEqual(events.map(short), ['changed a 3', 'bookmark 9', 'deleted a 10']);
    const [{ path, query } = assert.fail()] = server.requests;
    const { timeoutSeconds, ...rest } = Object.fromEntries(query);
    assert.equal(path, '/api/v1/namespaces/web/pods');
    assert.deepEqual(rest, { watch: 'true', allowWatchBookmarks: 'true', resourceVersion: '1' });
    assert.ok(Number(timeoutSeconds) >= 300 && Number(timeoutSeconds) <= 600);
  });

  const ends: Record<string, [(response: ServerResponse) => void, abstract new (...of: never[]) => Error]> = {
    'a version that has become too old': [
      (response) => response.end(lineOf('ERROR', { kind: 'Status', code: 410 })),
      Expired,
    ],
    'an error of the server': [
      (response) => response.end(lineOf('ERROR', { kind: 'Status', code: 500 })),
      StoreUnavailable,
    ],
    'a cut connection': [(response) => response.write(changed('a', '2'), () => response.destroy()), StoreUnavailable],
    'an event that breaks off': [(response) => response.end(changed('a', '2').slice(0, 20)), StoreUnavailable],
    'a line that is no event': [(response) => response.end('hello\n'), StoreUnavailable],
    'an event that is too long': [(response) => response.write('x'.repeat(5000)), StoreUnavailable],
  };
  for (const [what, [speak, error]] of Object.entries(ends)) {
    it(`fails with ${error.name} for ${what}`, async () => {
      speaking(speak);
      await assert.rejects(eventsOf(watch({ lineBytes: 2000 })), error);
    });
  }

  it('ends when the server says nothing more for too long', async () => {
    speaking((response) => response.write(changed('a', '2')));
    assert.deepEqual(await eventsOf(watch({ silenceMs: 300 })), ['changed a 2']);
  });

  it('fails when the server does not even begin', async () => {
    server.play = nothing;
    await assert.rejects(eventsOf(watch({ deadlineMs: 300 })), StoreUnavailable);
  });

  const refusals = {
    Expired: [410, Expired],
    Forbidden: [403, Forbidden],
    InternalError: [500, StoreUnavailable],
  } as const;
  for (const [reason, [code, error]] of Object.entries(refusals)) {
    it(`fails with ${error.name} when it is refused with ${code}`, async () => {
      server.play = (request) => refuse(request, code, reason);
      await assert.rejects(eventsOf(watch()), error);
    });
  }

  it('fails when no connection becomes free in time', async () => {
    speaking((response) => response.write(changed('a', '2')));
    const store = await open({ watches: 1, deadlineMs: 3000 });
    const { signal } = new AbortController();
    const first = store.watch('Pod', { resourceVersion: '1', signal })[Symbol.asyncIterator]();
    await first.next();
    const second = store.watch('Pod', { resourceVersion: '1', signal })[Symbol.asyncIterator]();
    await assert.rejects(second.next(), StoreUnavailable);
    assert.equal(server.requests.length, 1);
  });

  it('fails when the answer that refuses it does not end', async () => {
    server.play = ({ response }) => void response.writeHead(503).write('{"kind":');
    await assert.rejects(eventsOf(watch({ deadlineMs: 200 })), StoreUnavailable);
  });

  it('outlives the deadline for its beginning', async () => {
    const speaker = Promise.withResolvers<ServerResponse>();
    speaking((response) => {
      response.write(changed('a', '2'));
      speaker.resolve(response);
    });
    const events = eventsOf(watch({ deadlineMs: 3000 }));
    const response = await speaker.promise;
    setTimeout(() => response.end(changed('b', '3')), 3500);
    assert.deepEqual(await events, ['changed a 2', 'changed b 3']);
  });

  it('begins with the token that is there now', async () => {
    server.writeToken('old');
    const watching = watch();
    await watching;
    server.writeToken('new');
    server.play = (request) => {
      if (request.authorization !== 'Bearer new') refuse(request, 401, 'Unauthorized');
      else request.response.end(changed('a', '2'));
    };
    assert.deepEqual(await eventsOf(watching), ['changed a 2']);
  });

  describe('ends without an error when its signal does', () => {
    const speaks = (text: string) => () => speaking((response) => response.write(text));
    const states: Record<string, () => void> = {
      'before the server has answered': () => {
        server.play = nothing;
      },
      'before the first event': speaks(''),
      'in the middle of an event': speaks(changed('a', '2').slice(0, 10)),
    };
    for (const [state, play] of Object.entries(states)) {
      it(state, async () => {
        play();
        const stopping = new AbortController();
        const events = eventsOf(watch({}, stopping.signal));
        await until('the server has heard of it', () => server.requests.length === 1);
        const closed = once(server.requests[0]!.response, 'close');
        stopping.abort();
        assert.deepEqual(await events, []);
        await closed;
      });
    }

    it('before it has begun', async () => {
      assert.deepEqual(await eventsOf(watch({}, AbortSignal.abort())), []);
      assert.equal(server.requests.length, 0);
    });

    it('and tells nothing more', async () => {
      speaking((response) => response.write(changed('a', '2') + changed('a', '3')));
      const stopping = new AbortController();
      const events: string[] = [];
      for await (const event of await watch({}, stopping.signal)) {
        events.push(short(event));
        stopping.abort();
      }
      assert.deepEqual(events, ['changed a 2']);
    });
  });

  it('ends with the server too when nobody reads on', async () => {
    speaking((response) => response.write(changed('a', '2') + changed('a', '3')));
    for await (const _ of await watch()) break;
    const [{ response } = assert.fail()] = server.requests;
    await until('the connection is closed', () => response.closed);
  });

  it('lets the server wait while nobody reads', async () => {
    const count = 40_000;
    let written = 0;
    speaking(async (response) => {
      for (; written < count; written += 1) {
        if (!response.write(changed('x'.repeat(500), String(written)))) await once(response, 'drain');
      }
      response.end();
    });
    const store = await open();
    const watching = store.watch('Pod', { resourceVersion: '1', signal: new AbortController().signal });
    const events = watching[Symbol.asyncIterator]();
    await events.next();
    // The sockets fill up; then the watch stands still, and other calls still work.
    await until('the server waits', async () => {
      const before = written;
      for (let calls = 0; calls < 20; calls += 1) await answered(store);
      return written === before;
    });
    assert.ok(written < count, 'all of it was taken');
    let told = 1;
    while (!(await events.next()).done) told += 1;
    assert.equal(told, count);
  });

  /** A call beside the played watch. */
  const answered = (store: KubernetesStore) => {
    server.play = (request) => answerJson(request, 200, { metadata: metadata('a', '1') });
    return store.get('Pod', { namespace: 'web', name: 'a' });
  };

  it('does not take the place of a call', async () => {
    speaking((response) => response.write(''));
    const store = await open({ calls: 1, watches: 2 });
    const stopping = new AbortController();
    const options = { resourceVersion: '1', signal: stopping.signal };
    const watches = [1, 2].map(async () => {
      for await (const _ of store.watch('Pod', options)) assert.fail();
    });
    await until('both are with the server', () => server.requests.length === 2);
    assert.equal((await answered(store))?.metadata.name, 'a');
    stopping.abort();
    await Promise.all(watches);
  });
});
