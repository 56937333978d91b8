import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { NotFound, type ResourceStore, StoreUnavailable } from '@tintype/crds';
import { Registry } from '@tintype/runtime';
import { MemoryStore, PlayedClock } from '@tintype/stores/testing';
import { SyncTimeout } from '../controller/controller.js';
import { vacantLease } from '../controller/election/lease.js';
import { SessionOperator, type SessionOperatorOptions } from './session-operator.js';

const lease = { namespace: 'default', name: 'operator' };
const nothing = () => undefined;
const silent = { debug: nothing, info: nothing, warn: nothing, error: nothing };
/** Not called: there are no sessions. */
const unasked = {} as never;
const template = { labels: {}, annotations: {}, spec: { containers: [{ name: 'browser', image: 'browser' }] } };

/** The store of a process that may not read pods. */
const withoutPods = (store: MemoryStore): ResourceStore => ({
  get: (...call) => store.get(...call),
  list: (kind, ...call) =>
    kind === 'Pod' ? Promise.reject(new StoreUnavailable('no pods here', 'none')) : store.list(kind, ...call),
  watch: (...call) => store.watch(...call),
  create: (...call) => store.create(...call),
  update: (...call) => store.update(...call),
  updateStatus: (...call) => store.updateStatus(...call),
  delete: (...call) => store.delete(...call),
});

const stage = async () => {
  const clock = new PlayedClock();
  const memory = new MemoryStore({ clock });
  await memory.create('Lease', vacantLease(lease));
  const make = (identity: string, store: ResourceStore, dependencies: Partial<SessionOperatorOptions> = {}) => {
    const ledger = { unsettled: async () => [] };
    const slots = { all: async () => [] };
    const common = {
      accounts: unasked,
      proxies: unasked,
      agent: unasked,
      podTemplate: unasked,
      record: nothing,
      recordPool: nothing,
      ttlSecondsAfterClosed: 60,
      ledgerWatch: { fault: undefined },
    };
    const process = { log: silent, registry: new Registry(), clock, random: () => 0, lease, identity };
    return new SessionOperator({
      ...common,
      ...process,
      store,
      ledger: ledger as never,
      slots: slots as never,
      ...dependencies,
    });
  };
  return { clock, memory, make };
};

describe('an operator that cannot see what there is', () => {
  it('releases the lease after two minutes and fails, so that another operator leads', async () => {
    const { clock, memory, make } = await stage();
    const blind = make('blind', withoutPods(memory));
    const ended = assert.rejects(blind.start(), (error) => {
      assert.ok(error instanceof SyncTimeout);
      assert.match(error.message, /browser-session.*120000 ms\. Pod: no pods here$/);
      return true;
    });
    await clock.advance(1000);
    const standby = make('standby', memory);
    const followed = standby.start();
    await clock.advance(118_999);
    assert.deepEqual([blind.isLeading, standby.isLeading], [true, false]);
    await clock.advance(1);
    await ended;
    assert.deepEqual([blind.isLeading, blind.readiness.ready], [false, false]);
    await clock.advance(1000);
    assert.deepEqual([standby.isLeading, standby.readiness.ready], [true, true]);
    await Promise.all([blind.stop(), standby.stop(), followed, clock.advance(1000)]);
  });

  it('is not ready, and says why, if it can never lead', async () => {
    const { clock, memory, make } = await stage();
    await memory.delete('Lease', lease);
    const nowhere = {
      ...withoutPods(memory),
      list: memory.list.bind(memory),
      create: () => Promise.reject(new NotFound('no')),
    };
    const operator = make('one', nowhere);
    void operator.start();
    await clock.advance(5000);
    const { ready, parts, reason } = operator.readiness;
    assert.deepEqual([ready, parts.sessions, reason], [false, true, 'Namespace "default" does not exist.']);
    await Promise.all([operator.stop(), clock.advance(5000)]);
  });

  it('stays unready after its failure, even when it sees pods again', async () => {
    const { clock, memory, make } = await stage();
    let isBlind = true;
    const blinded = withoutPods(memory);
    const list: ResourceStore['list'] = (...call) => (isBlind ? blinded : memory).list(...call);
    const operator = make('one', { ...blinded, list });
    const ended = assert.rejects(operator.start(), SyncTimeout);
    await clock.advance(120_000);
    await ended;
    isBlind = false;
    await clock.advance(60_000);
    assert.deepEqual(operator.readiness, {
      ready: false,
      parts: { sessions: true, pods: true, pools: true, ledger: true },
    });
    await operator.stop();
  });
});

describe('an operator that was paused in a pass until its term was over', () => {
  const key = { namespace: 'default', name: 'shop' };

  /** A session, and an operator that pauses in the call for its account, or for a slot. */
  const played = async (pauseMs: number, account: { disabled: boolean; concurrentSessions: number } | undefined) => {
    const { clock, memory, make } = await stage();
    await memory.create('BrowserSession', {
      apiVersion: 'tintype.dev/v1alpha1',
      kind: 'BrowserSession',
      metadata: key,
      spec: { account: 'nobody', maxTtlSeconds: 600 },
    });
    let pausedMs: number | undefined;
    const later = Promise.withResolvers<undefined>();
    /** The account is unknown only to the first term. */
    const find = () => {
      if (pausedMs !== undefined) return later.promise;
      pausedMs = account ? 0 : pauseMs;
      return Promise.resolve(account);
    };
    const take = async () => {
      pausedMs = pauseMs;
      return true;
    };
    const paused = { now: clock.now, after: clock.after, monotonic: () => clock.monotonic() + (pausedMs ?? 0) };
    const slots = { take, all: async () => [] } as never;
    const operator = make('one', memory, { accounts: { find }, slots, podTemplate: () => template, clock: paused });
    const ended = operator.start();
    await clock.advance(0);
    const { status } = (await memory.get('BrowserSession', key)) ?? assert.fail();
    const { items: pods } = await memory.list('Pod');
    later.resolve(undefined);
    const stopped = operator.stop();
    await clock.advance(30_000);
    await Promise.all([stopped, ended]);
    return { phase: status?.phase, pods: pods.length };
  };

  it('writes nothing when it continues, before any timer has fired', async () => {
    assert.equal((await played(0, undefined)).phase, 'Rejected');
    assert.equal((await played(10_000, undefined)).phase, undefined);
  });

  it('creates no pod either', async () => {
    const account = { disabled: false, concurrentSessions: 5 };
    assert.deepEqual(await played(0, account), { phase: 'Binding', pods: 1 });
    assert.deepEqual(await played(10_000, account), { phase: undefined, pods: 0 });
  });
});
