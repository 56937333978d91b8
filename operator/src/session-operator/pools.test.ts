import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import type { Pod } from '@tintype/crds';
import { usualTiming } from '../controller/election/timing.js';
import {
  key,
  makeSession,
  type OperatorFixture,
  operatorFixture,
  phaseOf,
  soonMs,
} from '../fixtures/operator-fixture.js';
import { provisionPool } from '../installation.js';

const { namespace } = key;

describe('the operator of warm pools', () => {
  let played: OperatorFixture;
  afterEach(async () => {
    const stopped = Promise.all(played.operators.map((operator) => operator.stop()));
    await played.clock.advance(usualTiming.retryPeriodMs);
    await stopped;
  });

  const pods = async (): Promise<Pod[]> => (await played.store.list('Pod')).items;

  const say = async (pod: Pod, status: 'True' | 'False') => {
    const lastTransitionTime = new Date(played.clock.now()).toISOString();
    const conditions = [{ type: 'Ready', status, lastTransitionTime }];
    await played.store.updateStatus('Pod', { ...pod, status: { phase: 'Running', conditions } });
  };

  /** An operator, and a pool with one ready pod. */
  const withWarmPod = async (): Promise<Pod> => {
    played = operatorFixture();
    played.start('one');
    await provisionPool(played.store, { namespace }, 1);
    await played.clock.advance(soonMs);
    const [pod] = await pods();
    assert.ok(pod);
    await say(pod, 'True');
    // Includes a write of the pool's status.
    await played.clock.advance(6000);
    played.writes.length = 0;
    return pod;
  };

  it('are missing for a session whose pool does not exist; it is opened cold', async () => {
    await withWarmPod();
    const { clock, store, events } = played;
    await store.delete('BrowserPool', { namespace, name: 'default' });
    await clock.advance(soonMs);
    await makeSession(played);
    await clock.advance(soonMs);
    assert.equal(await phaseOf(played), 'Binding');
    const missed = events.filter((event) => event.includes('PoolNotFound'));
    assert.equal(missed.length, 1, events.join());
    assert.match(missed[0] ?? '', /^Warning PoolNotFound: there is no pool default: /);
  });

  it('give a session its pod with four writes, and make another once it is open', async () => {
    const warm = await withWarmPod();
    const { clock, store, writes } = played;
    await makeSession(played);
    await clock.advance(soonMs);
    assert.equal(await phaseOf(played), 'Active');
    assert.equal((await store.get('BrowserSession', key))?.status?.pod?.uid, warm.metadata.uid);
    const given = ['update BrowserSession', 'status BrowserSession', 'update Pod', 'status BrowserSession'];
    const written = writes.filter((call) => !call.endsWith('BrowserPool'));
    assert.deepEqual(written, [...given, 'create Pod']);
  });

  it('show in metrics their pods, claims, and time without a browser', async () => {
    await withWarmPod();
    const { clock, registry } = played;
    await makeSession(played);
    await clock.advance(2 * soonMs);
    const starting = (await pods()).find((pod) => !pod.status?.conditions) ?? assert.fail();
    const shown = async () =>
      (await registry.metrics()).split('\n').filter((line) => /^tintype_pool_(?!.*bucket)/.test(line));
    assert.deepEqual((await shown()).sort(), [
      'tintype_pool_desired{pool="default"} 1',
      'tintype_pool_given_total{pool="default",kind="warm"} 1',
      'tintype_pool_pods{pool="default",state="claimed"} 1',
      'tintype_pool_pods{pool="default",state="starting"} 1',
      'tintype_pool_pods{pool="default",state="warm"} 0',
      'tintype_pool_refill_seconds_count{pool="default"} 1',
      'tintype_pool_refill_seconds_sum{pool="default"} 1',
      'tintype_pool_wait_seconds_count{pool="default"} 1',
      'tintype_pool_wait_seconds_sum{pool="default"} 0.3',
      'tintype_pool_waiting_sessions{pool="default"} 0',
    ]);
    await clock.advance(3000);
    await say(starting, 'True');
    await clock.advance(soonMs);
    const after = await shown();
    assert.ok(after.includes('tintype_pool_pods{pool="default",state="warm"} 1'), after.join('\n'));
    assert.ok(after.includes('tintype_pool_refill_seconds_count{pool="default"} 2'), after.join('\n'));
  });

  it('start beside one that a session waits for, a second after the operator deleted the unready one', async () => {
    const warm = await withWarmPod();
    const { clock, store } = played;
    // A session that is bound to a pod which is not ready yet.
    const session = await makeSession(played);
    const pod = { name: warm.metadata.name, uid: warm.metadata.uid };
    await say((await pods())[0] ?? assert.fail(), 'False');
    await store.updateStatus('BrowserSession', { ...session, status: { phase: 'Binding', attempts: 1, pod } });
    await clock.advance(soonMs);
    assert.equal((await pods()).length, 1);
    await clock.advance(soonMs);
    assert.equal((await pods()).length, 2);
  });

  it('look at a session again when the pod that it names is ready', async () => {
    const warm = await withWarmPod();
    const { clock, store, operators } = played;
    await Promise.all([operators[0]?.stop(), clock.advance(usualTiming.retryPeriodMs)]);
    const session = await makeSession(played);
    const pod = { name: warm.metadata.name, uid: warm.metadata.uid };
    await store.updateStatus('BrowserSession', { ...session, status: { phase: 'Binding', attempts: 1, pod } });
    await say((await pods())[0] ?? assert.fail(), 'False');
    played.start('two');
    await clock.advance(soonMs);
    assert.equal(await phaseOf(played), 'Binding');
    await say((await pods())[0] ?? assert.fail(), 'True');
    await clock.advance(soonMs);
    assert.equal(await phaseOf(played), 'Active');
  });

  it('delete the pods of a deleted pool', async () => {
    await withWarmPod();
    await played.store.delete('BrowserPool', { namespace, name: 'default' });
    await played.clock.advance(soonMs);
    assert.deepEqual(await pods(), []);
  });

  it('set a pool’s replicas from a setting, and leave its other fields alone', async () => {
    await withWarmPod();
    const { store } = played;
    const pool = (await store.get('BrowserPool', { namespace, name: 'default' })) ?? assert.fail();
    await store.update('BrowserPool', { ...pool, spec: { ...pool.spec, maxAgeSeconds: 60 } });
    const { spec } = await provisionPool(store, { namespace }, 0);
    assert.deepEqual(spec, { replicas: 0, maxAgeSeconds: 60 });
    const { metadata } = await provisionPool(store, { namespace }, 0);
    assert.equal(metadata.generation, 3);
  });
});
