import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { noActions } from '@tintype/contracts';
import { Conflict, type ResourceStore } from '@tintype/crds';
import type { SessionCharge, SessionOpen } from '@tintype/ledger';
import { Registry } from '@tintype/runtime';
import { MemoryStore, PlayedClock } from '@tintype/stores';
import { ColdStart } from './browser-session/cold-start.js';
import type { Books, PodAgent, Slots } from './browser-session/outside.js';
import { usualTiming } from './controller/leader-election-timing.js';
import { SessionOperator } from './session-operator.js';

const namespace = 'default';
const lease = { namespace, name: 'operator' };
const key = { namespace, name: 'shop' };
const nothing = () => undefined;
const silent = { debug: nothing, info: nothing, warn: nothing, error: nothing };
const template = { labels: {}, annotations: {}, spec: { containers: [{ name: 'browser', image: 'browser' }] } };

/** Books that hold what was written last, once they are not held up, and slots for everybody. */
class OpenBooks implements Books, Slots {
  readonly opens = new Map<string, SessionOpen>();
  readonly charges = new Map<string, SessionCharge>();
  #gate = Promise.withResolvers<void>();

  constructor() {
    this.goOn();
  }

  holdUp(): void {
    this.#gate = Promise.withResolvers<void>();
  }

  goOn(): void {
    this.#gate.resolve();
  }

  readonly open = async (open: SessionOpen) => {
    await this.#gate.promise;
    this.opens.set(open.session, open);
    return open;
  };

  readonly charge = async (charge: SessionCharge) => {
    this.charges.set(charge.session, charge);
    return charge;
  };

  readonly findOpen = async (session: string) => this.opens.get(session);
  readonly unsettled = async () => [...this.opens.values()].filter(({ session }) => !this.charges.has(session));

  readonly take = async () => true;
  readonly free = async () => undefined;
  readonly all = async () => [];
}

/** Browsers that do as they are asked. */
class ObedientPods implements PodAgent {
  activated = 0;
  readonly #clock: PlayedClock;

  constructor(clock: PlayedClock) {
    this.#clock = clock;
  }

  readonly activate = async () => {
    this.activated += 1;
    return { startedAt: new Date(this.#clock.now()).toISOString() };
  };

  readonly close = async (_: unknown, session: string) => {
    const record = { session, openMs: 1000, confirmed: true, crashed: false };
    return { ...record, counts: noActions };
  };
}

const stage = () => {
  const clock = new PlayedClock();
  const store = new MemoryStore({ clock });
  const books = new OpenBooks();
  const agent = new ObedientPods(clock);
  const writes: string[] = [];
  const counted = observed(store, clock, writes);
  const operators: SessionOperator[] = [];
  const source = new ColdStart(counted, () => template);
  const start = (identity: string, registry = new Registry()) => {
    const operator = new SessionOperator({
      books,
      slots: books,
      store: counted,
      agent,
      clock,
      source,
      accounts: { find: async () => ({ disabled: false, concurrentSessions: 5 }) },
      record: nothing,
      ttlSecondsAfterClosed: 60,
      lease,
      identity,
      log: silent,
      registry,
      random: () => 0,
    });
    operator.start();
    operators.push(operator);
    return operator;
  };
  return { clock, store, agent, writes, operators, start, books };
};

/** What a watch tells is so old: longer than a pass takes. */
const lagMs = 100;

/** The store, with watches that lag behind. Its writes are written down, but those of leases. */
const observed = (store: MemoryStore, clock: PlayedClock, writes: string[]): ResourceStore => {
  const note = <T>(what: string, answer: Promise<T>): Promise<T> => {
    const told = (how: string) => what.endsWith('Lease') || writes.push(`${what}${how}`);
    answer.then(
      () => told(''),
      (error) => told(error instanceof Conflict ? ' met a conflict' : ' failed'),
    );
    return answer;
  };
  return {
    get: (...call) => store.get(...call),
    list: (...call) => store.list(...call),
    watch: async function* (...call) {
      for await (const event of store.watch(...call)) {
        await new Promise<void>((told) => clock.after(lagMs, told));
        yield event;
      }
    },
    create: (...call) => note(`create ${call[0]}`, store.create(...call)),
    update: (...call) => note(`update ${call[0]}`, store.update(...call)),
    updateStatus: (...call) => note(`status ${call[0]}`, store.updateStatus(...call)),
    delete: (...call) => note(`delete ${call[0]}`, store.delete(...call)),
  };
};

/** Watches have told what there is to tell, and so has what came of it. */
const soonMs = 10 * lagMs;

type Stage = ReturnType<typeof stage>;

const makeSession = ({ store }: Stage) =>
  store.create('BrowserSession', {
    apiVersion: 'tintype.dev/v1alpha1',
    kind: 'BrowserSession',
    metadata: key,
    spec: { account: 'acme', maxTtlSeconds: 600 },
  });

const makePodReady = async ({ store, clock }: Stage) => {
  const pod = await store.get('Pod', { namespace, name: `${key.name}-1` });
  assert.ok(pod);
  const lastTransitionTime = new Date(clock.now()).toISOString();
  const conditions = [{ type: 'Ready', status: 'True', lastTransitionTime } as const];
  await store.updateStatus('Pod', { ...pod, status: { phase: 'Running', conditions } });
};

const phaseOf = async ({ store }: Stage) => (await store.get('BrowserSession', key))?.status?.phase;

describe('the operator of sessions', () => {
  let played: Stage;
  afterEach(async () => {
    played.books.goOn();
    const stopped = Promise.all(played.operators.map((operator) => operator.stop()));
    await played.clock.advance(usualTiming.retryPeriodMs);
    await stopped;
  });

  const begin = () => {
    played = stage();
    return played;
  };

  /** One operator, and a session with its pod ready. */
  const withReadyPod = async () => {
    const { clock, start } = begin();
    const operator = start('one');
    await clock.advance(soonMs);
    await makeSession(played);
    await clock.advance(soonMs);
    await makePodReady(played);
    return operator;
  };

  it('brings a session through its life, and writes nothing in vain', async () => {
    await withReadyPod();
    const { clock, store, books, writes } = played;
    await clock.advance(soonMs);
    assert.equal(await phaseOf(played), 'Active');
    await store.delete('BrowserSession', key);
    await clock.advance(soonMs);
    assert.equal(await phaseOf(played), undefined);
    assert.equal(books.charges.size, 1);
    assert.deepEqual((await store.list('Pod')).items, []);
    assert.deepEqual(writes, [
      'update BrowserSession',
      'create Pod',
      'status BrowserSession',
      'update Pod',
      'status BrowserSession',
      'status BrowserSession',
      'update Pod',
      'delete Pod',
      'update BrowserSession',
    ]);
  });

  it('looks again when a session asks for it', async () => {
    await withReadyPod();
    const { clock, books } = played;
    await clock.advance(601_000);
    assert.equal(await phaseOf(played), 'Closed');
    for (const { closeReason } of books.charges.values()) assert.equal(closeReason, 'Expired');
    await clock.advance(60_000);
    assert.equal(await phaseOf(played), undefined);
  });

  it('works only while it leads, and its work goes on with the next', async () => {
    const first = await withReadyPod();
    const { clock, start } = played;
    const second = start('two');
    await clock.advance(5000);
    assert.deepEqual([first.isLeading, second.isLeading], [true, false]);
    await first.stop();
    await clock.advance(soonMs);
    assert.equal(second.isLeading, true);
    await played.store.delete('BrowserSession', key);
    await clock.advance(soonMs);
    assert.equal(await phaseOf(played), undefined);
  });

  it('ends its work in hand when it is stopped, and then gives back the lease', async () => {
    const operator = await withReadyPod();
    const { clock, books, store } = played;
    books.holdUp();
    await clock.advance(soonMs);
    const stopped = operator.stop();
    await clock.advance(20_000);
    assert.equal((await store.get('Lease', lease))?.spec.holderIdentity, 'one');
    assert.equal(await phaseOf(played), 'Binding');
    books.goOn();
    await clock.advance(soonMs);
    await stopped;
    assert.ok(!(await store.get('Lease', lease))?.spec.holderIdentity);
    assert.equal(await phaseOf(played), 'Active');
  });

  it('takes no further step once the lease is lost', async () => {
    const operator = await withReadyPod();
    const { clock, agent, books, store } = played;
    books.holdUp();
    await clock.advance(soonMs);
    const held = await store.get('Lease', lease);
    assert.ok(held);
    await store.update('Lease', { ...held, spec: { ...held.spec, holderIdentity: 'thief' } });
    await clock.advance(2 * usualTiming.retryPeriodMs);
    assert.equal(operator.isLeading, false);
    books.goOn();
    await clock.advance(soonMs);
    assert.equal(agent.activated, 0);
  });

  it('is ready once it knows what there is, also when it does not lead', async () => {
    const { clock, start } = begin();
    start('one');
    await clock.advance(soonMs);
    const operator = start('two');
    assert.deepEqual(operator.readiness, { ready: false, parts: { sessions: false, pods: false } });
    await clock.advance(soonMs);
    assert.deepEqual(operator.readiness, { ready: true, parts: { sessions: true, pods: true } });
    assert.equal(operator.isLeading, false);
  });

  it('says how many sessions are in each phase', async () => {
    const { clock, start } = begin();
    const registry = new Registry();
    start('one', registry);
    await clock.advance(soonMs);
    await makeSession(played);
    await clock.advance(soonMs);
    const metrics = await registry.metrics();
    assert.match(metrics, /tintype_sessions{phase="Binding"} 1/);
    assert.match(metrics, /tintype_sessions{phase="Active"} 0/);
    assert.match(metrics, /tintype_leader_is_leading 1/);
  });

  it('gives sweeps the same outside', async () => {
    await withReadyPod();
    const { clock, store, books } = played;
    await clock.advance(soonMs);
    const session = await store.delete('BrowserSession', key);
    assert.ok(session);
    await store.update('BrowserSession', { ...session, metadata: { ...session.metadata, finalizers: [] } });
    await clock.advance(180_000);
    assert.equal(books.charges.size, 1);
    assert.deepEqual((await store.list('Pod')).items, []);
  });
});
