import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, it } from 'node:test';
import { type CallOptions, type Kinds, type NewKinds, StoreError } from '@tintype/crds';
import type { KubernetesStore } from '@tintype/stores';
import {
  breakAnswer,
  cut,
  delay,
  type Fault,
  loseAnswer,
  pass,
  refuse,
  stall,
} from '../../../kit/fault-proxy/faults.js';
import { type FaultProxy, startFaultProxy } from '../../../kit/fault-proxy/proxy.js';
import type { KubeApiServer } from '../../../kit/kube/api-server.js';
import { openKubeStore } from '../../../kit/kube/store.js';
import { until } from '../../../kit/until.js';

const kind = 'BrowserSession';
const verbs = ['get', 'list', 'create', 'update', 'updateStatus', 'delete'] as const;
const writes = ['create', 'update', 'updateStatus', 'delete'] as const;

type ByVerb = Record<(typeof verbs)[number], string>;

/** The outcome of reads and writes, and of calls that differ. */
interface Outcomes extends Partial<ByVerb> {
  reads: string;
  writes: string;
  /** The writes took effect. */
  done: boolean;
}

const spread = ({ reads, writes: written, done: _, ...others }: Outcomes): ByVerb => ({
  get: reads,
  list: reads,
  create: written,
  update: written,
  updateStatus: written,
  delete: written,
  ...others,
});

const answered = 'answered';
const [unavailable, uncertain] = ['StoreUnavailable none', 'StoreUnavailable unknown'];
const both = (outcome: string, done: boolean): Outcomes => ({ reads: outcome, writes: outcome, done });

/** Each fault: the outcome of one, and of one at every attempt. */
const faults: Record<string, { fault: Fault; once: Outcomes; always: Outcomes }> = {
  'a reset before the server hears of it': {
    fault: cut,
    once: { reads: answered, writes: uncertain, done: false },
    always: { reads: unavailable, writes: uncertain, done: false },
  },
  'a reset instead of the answer': {
    fault: loseAnswer(),
    once: { reads: answered, writes: uncertain, done: true },
    always: { reads: unavailable, writes: uncertain, done: true },
  },
  'a reset in the middle of the answer': {
    fault: breakAnswer,
    once: { reads: answered, writes: uncertain, done: true },
    always: { reads: unavailable, writes: uncertain, done: true },
  },
  'a late answer': { fault: delay(50), once: both(answered, true), always: both(answered, true) },
  '500': {
    fault: refuse(500),
    once: { reads: answered, writes: uncertain, done: false },
    always: { reads: unavailable, writes: uncertain, done: false },
  },
  '503': {
    fault: refuse(503),
    once: { reads: answered, writes: uncertain, done: false },
    always: { reads: unavailable, writes: uncertain, done: false },
  },
  '429, come again at once': {
    fault: refuse(429, { retryAfterSeconds: 0 }),
    once: both(answered, true),
    always: both('Throttled none', false),
  },
  '429, come again in a minute': {
    fault: refuse(429, { retryAfterSeconds: 60 }),
    once: both('Throttled none', false),
    always: both('Throttled none', false),
  },
  '401': { fault: refuse(401), once: both(answered, true), always: both('Forbidden none', false) },
  '403': { fault: refuse(403), once: both('Forbidden none', false), always: both('Forbidden none', false) },
  // For these two, a missing object is no failure.
  '404': {
    fault: refuse(404),
    once: { ...both('NotFound none', false), get: answered, delete: answered },
    always: { ...both('NotFound none', false), get: answered, delete: answered },
  },
  '409, changed meanwhile': {
    fault: refuse(409),
    once: both('Conflict none', false),
    always: both('Conflict none', false),
  },
  '409, the name is taken': {
    fault: refuse(409, { reason: 'AlreadyExists' }),
    once: both('AlreadyExists none', false),
    always: both('AlreadyExists none', false),
  },
  // A list starts again.
  '410': {
    fault: refuse(410),
    once: { ...both('Expired none', false), list: answered },
    always: both('Expired none', false),
  },
  '422': { fault: refuse(422), once: both('Invalid none', false), always: both('Invalid none', false) },
};

const newSession = (namespace: string, name: string): NewKinds[typeof kind] => ({
  apiVersion: 'tintype.dev/v1alpha1',
  kind,
  metadata: { namespace, name },
  spec: { account: 'acme' },
});

/** The error's class and its effect. */
const outcomeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => answered,
    (error: unknown) => {
      assert.ok(error instanceof StoreError, String(error));
      return `${error.name} ${error.effect}`;
    },
  );

/** Each call of the Kubernetes store under each fault. */
export const faultyCallCases = (serverOf: () => KubeApiServer): void => {
  let server: KubeApiServer;
  let proxy: FaultProxy;
  let store: KubernetesStore;
  let namespace: string;
  let sessions: Record<'changed' | 'judged' | 'doomed', Kinds[typeof kind]>;
  before(async () => {
    server = serverOf();
    proxy = await startFaultProxy(server);
    store = await openKubeStore(proxy.access);
  });
  after(async () => {
    await store.close();
    await proxy.close();
  });
  beforeEach(async () => {
    namespace = await server.namespace();
    const make = (name: string) => store.create(kind, newSession(namespace, name));
    sessions = { changed: await make('changed'), judged: await make('judged'), doomed: await make('doomed') };
  });
  afterEach(() => proxy.clear());

  /** All calls at once, each on its own object. */
  const callAll = async (options: CallOptions = {}): Promise<ByVerb> => {
    const { changed, judged, doomed } = sessions;
    const metadata = { ...changed.metadata, labels: { changed: 'yes' } };
    const calls: Record<(typeof verbs)[number], Promise<unknown>> = {
      get: store.get(kind, judged.metadata, options),
      list: store.list(kind, { namespace }, options),
      create: store.create(kind, newSession(namespace, 'created'), options),
      update: store.update(kind, { ...changed, metadata }, options),
      updateStatus: store.updateStatus(kind, { ...judged, status: { phase: 'Pending' } }, options),
      delete: store.delete(kind, doomed.metadata, options),
    };
    const outcomes = await Promise.all(verbs.map((verb) => outcomeOf(calls[verb])));
    return Object.fromEntries(verbs.map((verb, index) => [verb, outcomes[index]])) as ByVerb;
  };

  /** The server's objects, read around the proxy. */
  const writesDone = async (): Promise<string[]> => {
    const path = `/apis/tintype.dev/v1alpha1/namespaces/${namespace}/browsersessions`;
    const { items } = await server.call('GET', path);
    const named = (name: string): Kinds[typeof kind] =>
      items.find(({ metadata }: Kinds[typeof kind]) => metadata.name === name);
    const done: Record<(typeof writes)[number], boolean> = {
      create: named('created') !== undefined,
      update: named('changed').metadata.labels?.changed === 'yes',
      updateStatus: named('judged').status?.phase === 'Pending',
      delete: named('doomed') === undefined,
    };
    return writes.filter((write) => done[write]);
  };

  const check = async (expected: Outcomes) => {
    assert.deepEqual(await callAll(), spread(expected));
    assert.deepEqual(await writesDone(), expected.done ? writes : []);
  };

  for (const [name, { fault, once, always }] of Object.entries(faults)) {
    it(`${name}, once`, async () => {
      for (const verb of ['get', 'list', 'create', 'delete']) proxy.when({ verb }, fault, { times: 1 });
      for (const resource of ['browsersessions', 'browsersessions/status']) {
        proxy.when({ verb: 'update', resource }, fault, { times: 1 });
      }
      await check(once);
    });

    it(`${name}, each time`, async () => {
      proxy.when({}, fault);
      await check(always);
    });
  }

  it('silence, and is given up before the server hears of it', async () => {
    const silence = proxy.when({}, stall);
    const caller = new AbortController();
    const outcomes = callAll({ signal: caller.signal });
    await until('all calls wait', () => silence.hits === verbs.length);
    caller.abort();
    assert.deepEqual(await outcomes, spread({ reads: unavailable, writes: uncertain, done: false }));
    assert.deepEqual(await writesDone(), []);
  });

  it('silence, and is given up after it took effect', async () => {
    proxy.when({}, loseAnswer('stall'));
    const caller = new AbortController();
    const outcomes = callAll({ signal: caller.signal });
    await until('all writes are done', async () => (await writesDone()).length === writes.length);
    caller.abort();
    assert.deepEqual(await outcomes, spread({ reads: unavailable, writes: uncertain, done: true }));
  });

  it('a server whose etcd stands still, and is given up', async () => {
    const calls = proxy.when({}, pass);
    await server.pauseEtcd();
    try {
      const caller = new AbortController();
      const outcomes = callAll({ signal: caller.signal });
      await until('all calls have come through', () => calls.hits === verbs.length);
      caller.abort();
      assert.deepEqual(await outcomes, spread({ reads: unavailable, writes: uncertain, done: false }));
    } finally {
      server.resumeEtcd();
    }
    await store.create(kind, newSession(namespace, 'later'));
  });

  it('silence for longer than it has time', async () => {
    const hasty = await openKubeStore(proxy.access, { limits: { deadlineMs: 2000 } });
    // Both connections are open: a call that never left would not count as uncertain.
    await Promise.all([1, 2].map(() => hasty.get(kind, sessions.changed.metadata)));
    proxy.when({}, stall);
    const outcomes = [hasty.get(kind, sessions.changed.metadata), hasty.create(kind, newSession(namespace, 'created'))];
    assert.deepEqual(await Promise.all(outcomes.map(outcomeOf)), [unavailable, uncertain]);
    await hasty.close();
  });
};
