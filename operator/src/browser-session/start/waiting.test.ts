import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Forbidden, type PodStatus, StoreUnavailable } from '@tintype/crds';
import { reconcileFixture } from '../../fixtures/reconcile-fixture.js';

const quota = (used: number) =>
  new Forbidden(`pods "shop-1" is forbidden: exceeded quota: few, requested: pods=1, used: pods=${used}`);

/** The creates of its pods fail with these errors; the last one repeats. */
const refused = async (...errors: Error[]) => {
  const stage = await reconcileFixture({ dependencies: { ttlSecondsAfterClosed: 600 } });
  const { source } = stage.dependencies;
  let asked = 0;
  stage.dependencies.source = {
    podFor: () => Promise.reject(errors[Math.min(asked++, errors.length - 1)]),
  };
  const allow = () => Object.assign(stage.dependencies, { source });
  return { ...stage, allow };
};

describe('a session for which no pod can be created now', () => {
  it('says why in its condition and in an event, and is opened later', async () => {
    const error = quota(9);
    const { pass, go, status, ready, events, allow } = await refused(error);
    await assert.rejects(pass(), error);
    const { phase, conditions } = await status();
    assert.deepEqual([phase, conditions?.length], ['Pending', 1]);
    const condition = await ready();
    assert.deepEqual([condition?.status, condition?.reason], ['False', 'PodNotMade']);
    assert.match(condition?.message ?? '', /no pod can be created for the session now.*exceeded quota: few/);
    assert.deepEqual(events, ['Warning PodNotMade']);
    allow();
    await go();
    assert.deepEqual([(await status()).phase, (await ready())?.reason], ['Active', 'Active']);
  });

  it('says it once, even if the numbers differ', async () => {
    const { pass, read, events } = await refused(quota(9), quota(10));
    await assert.rejects(pass());
    const { resourceVersion } = (await read()).metadata;
    await assert.rejects(pass());
    assert.equal((await read()).metadata.resourceVersion, resourceVersion);
    assert.deepEqual(events, ['Warning PodNotMade']);
  });

  it('says it again for another reason', async () => {
    const { pass, ready, events } = await refused(quota(9), new Forbidden('the operator may not make pods'));
    await assert.rejects(pass());
    await assert.rejects(pass());
    assert.match((await ready())?.message ?? '', /may not make pods/);
    assert.deepEqual(events, ['Warning PodNotMade', 'Warning PodNotMade']);
  });

  it('rejects with that error if the status cannot be written either', async () => {
    const error = quota(9);
    const { pass, dependencies } = await refused(error);
    dependencies.store.updateStatus = () => Promise.reject(new StoreUnavailable('busy', 'none'));
    await assert.rejects(pass(), error);
  });

  it('says it when other pods have its pods’ names', async () => {
    const { pass, read, store, ready } = await reconcileFixture();
    const { metadata } = await read();
    for (const name of ['shop-1', `shop-1-${metadata.uid}`])
      await store.create('Pod', {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { namespace: 'default', name },
        spec: { containers: [{ name: 'web', image: 'web' }] },
      });
    await assert.rejects(pass());
    assert.match((await ready())?.message ?? '', /Other pods have the names of the pod for session shop/);
  });

  it('says at its failure what it waited for', async () => {
    const { pass, go, status, ready, clock } = await refused(quota(9));
    await assert.rejects(pass());
    await clock.advance(60_001);
    await go();
    assert.equal((await status()).closeReason, 'StartTimeout');
    assert.match((await ready())?.message ?? '', /not Active by startBy.*exceeded quota: few/);
  });
});

/** A session whose pod has this status. */
const bound = async (said: PodStatus) => {
  const stage = await reconcileFixture({ dependencies: { ttlSecondsAfterClosed: 600 } });
  await stage.pass();
  const [pod] = await stage.pods();
  assert.ok(pod);
  await stage.setPodStatus(pod, said);
  return { ...stage, outcome: await stage.pass() };
};

const unschedulable: PodStatus = {
  phase: 'Pending',
  conditions: [{ type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message: '0/3 nodes are available' }],
};
const waiting = (reason: string, message?: string): PodStatus => ({
  phase: 'Pending',
  containerStatuses: [{ name: 'browser', state: { waiting: { reason, ...(message && { message }) } } }],
});

describe('a session whose pod does not get ready', () => {
  const cases = [
    ['PodUnschedulable', unschedulable, /no node takes the pod.*0\/3 nodes are available/],
    [
      'PodNotStarted',
      waiting('ImagePullBackOff', 'Back-off pulling image'),
      /ImagePullBackOff: Back-off pulling image$/,
    ],
    ['PodNotStarted', waiting('CreateContainerConfigError'), /CreateContainerConfigError$/],
  ] as const;
  for (const [reason, said, message] of cases)
    it(`says ${message}`, async () => {
      const { outcome, ready, status, events, pass } = await bound(said);
      assert.deepEqual([outcome.reason, (await status()).phase], ['PodNotReady', 'Binding']);
      const condition = await ready();
      assert.deepEqual([condition?.status, condition?.reason], ['False', reason]);
      assert.match(condition?.message ?? '', message);
      await pass();
      assert.deepEqual(events, [`Warning ${reason}`]);
    });

  it('says what it waited for when startBy has passed', async () => {
    const { go, pass, clock, ready } = await bound(unschedulable);
    await clock.advance(60_001);
    await pass();
    await go(1);
    assert.match((await ready())?.message ?? '', /not Active by startBy.*0\/3 nodes are available/);
  });

  for (const [about, said] of [
    ['is being made', waiting('ContainerCreating')],
    ['is new', {}],
  ] as const)
    it(`says nothing while its container ${about}`, async () => {
      const { ready, events } = await bound(said);
      assert.equal((await ready())?.reason, 'Bound');
      assert.deepEqual(events, []);
    });
});
