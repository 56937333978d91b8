import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type BrowserPool, type BrowserSession, keyText, labels, type Pod } from '@tintype/crds';
import { MemoryStore, PlayedClock } from '@tintype/stores/testing';
import type { PodSource } from '../browser-session/pass/dependencies.js';
import { Expectations } from '../controller/expectations.js';
import { poolKey, samplePool, sampleTemplate, sampleWarmPod } from '../fixtures/pool-samples.js';
import { at, ended, owner, sampleSession, unready } from '../fixtures/session-samples.js';
import { templateHash } from './pool-pod.js';
import { Shortages, UnconfirmedNames } from './pool-state.js';
import { RefillPacer } from './refill-pacer.js';
import { podNamedBy, ReservedPods } from './reserved-pods.js';
import { WarmPool } from './warm-pool.js';

const hash = templateHash(samplePool(), sampleTemplate);

const warm = (name: string, seconds = 0, differs: Parameters<typeof sampleWarmPod>[2] = {}): Pod => {
  const pod = sampleWarmPod(name, seconds, differs);
  const all = { ...pod.metadata.labels, ...(differs.metadata?.labels ?? { [labels.template]: hash }) };
  return { ...pod, metadata: { ...pod.metadata, labels: all } };
};

const pending = (name: string, status: BrowserSession['status'] = {}): BrowserSession => ({
  ...sampleSession({ metadata: { name, uid: `uid-of-${name}` } }),
  status: { phase: 'Pending', ...status },
});

const bound = (name: string, pod: string, phase: 'Binding' | 'Failed' = 'Binding') =>
  pending(name, { phase, attempts: 1, pod: { name: pod, uid: `uid-of-${pod}` } });

const stage = ({ pods = [], sessions = [] }: { pods?: Pod[]; sessions?: BrowserSession[] }) => {
  const clock = new PlayedClock(Date.parse(at(60)));
  const store = new MemoryStore({ clock });
  const caches = {
    pods: new Map(pods.map((pod) => [keyText(pod.metadata), pod])),
    sessions: new Map(sessions.map((session) => [keyText(session.metadata), session])),
    pools: new Map<string, BrowserPool>([[poolKey, samplePool()]]),
  };
  const naming = (uid: string) => [...caches.sessions.values()].filter((session) => podNamedBy(session) === uid);
  const reserved = new ReservedPods({ get: (key) => caches.sessions.get(key), naming }, clock);
  const state = {
    reserved,
    refill: new RefillPacer(clock),
    expectations: new Expectations(clock),
    unconfirmed: new UnconfirmedNames(),
    shortages: new Shortages(),
    statusAt: new Map(),
  };
  const cold: PodSource = { podFor: async (session) => warm(`cold of ${session.metadata.name}`) };
  const kinds: string[] = [];
  const pool = new WarmPool({
    store,
    clock,
    state,
    cold,
    template: sampleTemplate,
    pools: caches.pools,
    onAssigned: (pool, kind) => kinds.push(`${kind} of ${pool}`),
    cache: { get: (key) => caches.pods.get(keyText(key)) },
    pods: { unclaimed: () => [...caches.pods.values()], claimed: () => 0 },
  });
  const give = async (name: string, attempt = 1, session = caches.sessions.get(`default/${name}`) ?? pending(name)) =>
    (await pool.podFor(session, attempt)).metadata.name;
  return { clock, store, caches, reserved, kinds, give };
};

describe('the warm pods that sessions get', () => {
  it('are the oldest first, each to one session', async () => {
    const { give } = stage({ pods: [warm('b', 2), warm('a', 1)] });
    assert.deepEqual([await give('one'), await give('two'), await give('three')], ['a', 'b', 'cold of three']);
  });

  it('are the same for the same attempt', async () => {
    const { give, kinds } = stage({ pods: [warm('a', 1), warm('b', 2)] });
    assert.deepEqual([await give('one'), await give('one'), await give('two')], ['a', 'a', 'b']);
    assert.deepEqual(kinds, ['warm of default/default', 'warm of default/default']);
  });

  const unfit: [string, Pod][] = [
    ['is claimed', warm('a', 0, { metadata: { ownerReferences: [owner({ controller: true })] } })],
    [
      'was made for a session',
      warm('a', 0, { metadata: { labels: { [labels.template]: hash, [labels.session]: 'x' } } }),
    ],
    ['is being deleted', warm('a', 0, { metadata: { deletionTimestamp: at(1) } })],
    ['is not ready', warm('a', 0, { status: unready(1) })],
    ['has ended', warm('a', 0, { status: ended(1) })],
    ['is made from another template', warm('a', 0, { metadata: { labels: { [labels.template]: 'another' } } })],
  ];
  for (const [why, pod] of unfit)
    it(`exclude a pod that ${why}`, async () => assert.equal(await stage({ pods: [pod] }).give('one'), 'cold of one'));

  it('exclude a pod that an unfinished session names', async () => {
    assert.equal(await stage({ pods: [warm('a')], sessions: [bound('other', 'a')] }).give('one'), 'cold of one');
    assert.equal(await stage({ pods: [warm('a')], sessions: [bound('other', 'a', 'Failed')] }).give('one'), 'a');
  });

  it('exclude the pod of the session’s last attempt', async () => {
    const { give } = stage({ pods: [warm('a')], sessions: [bound('one', 'a')] });
    assert.equal(await give('one', 2), 'cold of one');
  });

  it('exclude a pod of a session that the cache lacks', async () => {
    const { give, store, clock } = stage({ pods: [warm('a')] });
    const { metadata, spec } = bound('other', 'a');
    const { uid: _, resourceVersion: __, creationTimestamp: ___, ...fresh } = metadata;
    const made = await store.create('BrowserSession', {
      apiVersion: 'tintype.dev/v1alpha1',
      kind: 'BrowserSession',
      metadata: fresh,
      spec,
    });
    await store.updateStatus('BrowserSession', { ...made, status: bound('other', 'a').status ?? {} });
    assert.equal(await give('one'), 'cold of one');
    await clock.advance(60_000);
    assert.equal(await give('two'), 'a');
  });

  it('are free again if their session never claimed them', async () => {
    const { give, caches, reserved } = stage({ pods: [warm('a')], sessions: [pending('one'), pending('two')] });
    assert.equal(await give('one'), 'a');
    caches.sessions.set('default/one', pending('one', { phase: 'Failed' }));
    assert.equal(await give('two'), 'a');
    reserved.observeSession(caches.sessions.get('default/two'), undefined);
    caches.sessions.delete('default/two');
    assert.equal(await give('three'), 'a');
  });

  it('are cold without a pool', async () => {
    const { give, caches, kinds } = stage({ pods: [warm('a')] });
    caches.pools.clear();
    assert.equal(await give('one'), 'cold of one');
    assert.deepEqual(kinds, ['cold of undefined']);
  });
});
