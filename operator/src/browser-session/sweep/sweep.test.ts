import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { encodeTerminationMessage, noActions } from '@tintype/contracts';
import { labels, operatorPodLabels, recordFinalizer } from '@tintype/crds';
import type { SessionCharge, SessionOpen } from '@tintype/ledger';
import { MemoryStore, PlayedClock } from '@tintype/stores/testing';
import { sweep } from './sweep.js';

const options = { maxTtlSeconds: 600, proxy: false, bypassBotDetection: false, cdp: false };
const session = 'sess_00000000-0000-4000-8000-00000000abcd';
const key = { namespace: 'default', name: 'sess-00000000-0000-4000-8000-00000000abcd' };

/** The pod of a session whose object is gone. Its record says 90 s; its open is in the ledger. */
const stage = async () => {
  const clock = new PlayedClock();
  const store = new MemoryStore({ clock });
  const owner = { apiVersion: 'tintype.dev/v1alpha1', kind: 'BrowserSession', name: key.name, uid: 'gone' };
  await store.create('Pod', {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      ...key,
      labels: { ...operatorPodLabels, [labels.session]: key.name },
      ownerReferences: [owner],
      finalizers: [recordFinalizer],
    },
    spec: { containers: [] },
  });
  const startBy = new Date(clock.now()).toISOString();
  const open: SessionOpen = { session, account: 'acme', uid: 'gone', ...key, options, startBy, unattended: false };
  const record = { session, startedAt: startBy, openMs: 90_000, confirmed: true, crashed: false, counts: noActions };
  const charges: SessionCharge[] = [];
  const opens: SessionOpen[] = [open];
  const dependencies: Parameters<typeof sweep>[0] = {
    store,
    clock,
    agent: { activate: () => Promise.reject(new Error('refused')), close: async () => record },
    slots: { take: async () => false, free: async () => undefined, all: async () => [] },
    ledger: {
      open: async () => open,
      findOpen: async () => open,
      charge: async (charge) => {
        charges.push(charge);
        return charge;
      },
      unsettled: async () => [...opens],
    },
  };
  const podsLeft = async () => (await store.list('Pod')).items.length;
  return {
    clock,
    store,
    opens,
    open,
    record,
    dependencies,
    podsLeft,
    credits: () => charges.map(({ credits }) => credits),
  };
};

describe('a sweep that fails at one session', () => {
  const other = 'sess_00000000-0000-4000-8000-00000000ffff';
  const otherKey = { namespace: 'other', name: 'sess-00000000-0000-4000-8000-00000000ffff' };

  /** The sweep reads it before the open that it can settle. */
  const withAnother = async () => {
    const staged = await stage();
    const { clock, store, opens, open, dependencies } = staged;
    opens.unshift({ ...open, ...otherKey, session: other });
    clock.jump(200_000);
    const get = store.get.bind(store);
    store.get = async (kind, each) => {
      if (each.namespace === otherKey.namespace) throw new Error('403 Forbidden');
      return get(kind, each);
    };
    const charged: SessionCharge[] = [];
    const { charge } = dependencies.ledger;
    dependencies.ledger.charge = (each) => {
      charged.push(each);
      return charge(each);
    };
    return { ...staged, charged };
  };

  it('settles the others, then rejects', async () => {
    const { dependencies, charged } = await withAnother();
    await assert.rejects(sweep(dependencies), ({ message, errors: [first] }: AggregateError) => {
      assert.match(message, /^1 of 2: cannot settle .*ffff, whose object is gone/);
      assert.match(String(first.cause), /403 Forbidden/);
      return true;
    });
    assert.deepEqual(
      charged.map((each) => each.session),
      [session],
    );
  });

  it('leaves other namespaces alone', async () => {
    const { dependencies, charged } = await withAnother();
    await sweep({ ...dependencies, scope: { namespace: 'default' } });
    assert.deepEqual(
      charged.map((each) => each.session),
      [session],
    );
  });

  it('says when the session was made, and what its times were', async () => {
    const { open, opens, dependencies, charged, record } = await withAnother();
    const createdAt = new Date(Date.parse(open.startBy) - 5000).toISOString();
    opens.splice(0, 2, { ...open, createdAt });
    await sweep(dependencies);
    const [charge] = charged;
    const start = Date.parse(record.startedAt);
    const after = (seconds: number) => new Date(start + seconds * 1000).toISOString();
    assert.deepEqual(
      [charge?.createdAt, charge?.startedAt, charge?.expiresAt, charge?.endedAt],
      [createdAt, after(0), after(600), after(90)],
    );
  });
});

describe('a sweep of a session whose timer fired late', () => {
  it('charges it up to when it expired', async () => {
    const { clock, record, dependencies } = await stage();
    clock.jump(800_000);
    dependencies.agent.close = async () => ({ ...record, openMs: 600_007 });
    const charged: SessionCharge[] = [];
    dependencies.ledger.charge = async (charge) => {
      charged.push(charge);
      return charge;
    };
    await sweep(dependencies);
    assert.deepEqual(
      charged.map(({ credits, expiresAt, endedAt }) => [credits, endedAt === expiresAt]),
      [[10, true]],
    );
  });
});

describe('a sweep that was delayed', () => {
  it('does not judge a session whose open may be newer than the read', async () => {
    const { clock, opens, open, dependencies, podsLeft, credits } = await stage();
    opens.length = 0;
    dependencies.ledger.unsettled = async () => {
      const read = [...opens];
      opens.push(open);
      clock.jump(200_000);
      return read;
    };
    await sweep(dependencies);
    assert.equal(await podsLeft(), 1);
    await sweep(dependencies);
    assert.deepEqual(credits(), [2]);
    assert.equal(await podsLeft(), 0);
  });

  it('does not count a pod as dead that ended after the read', async () => {
    const { clock, store, record, dependencies, podsLeft, credits } = await stage();
    clock.jump(400_000);
    dependencies.agent.close = async () => {
      const pod = await store.get('Pod', key);
      assert.ok(pod);
      const message = encodeTerminationMessage(record);
      const containerStatuses = [{ name: 'browser', state: { terminated: { exitCode: 0, message } } }];
      await store.updateStatus('Pod', { ...pod, status: { phase: 'Succeeded', containerStatuses } });
      throw new Error('it does not answer any more');
    };
    const { close } = dependencies.agent;
    const get = store.get.bind(store);
    clock.jump(200_000);
    store.get = async (kind, ...call) => {
      const read = await get(kind, ...call);
      if (kind === 'Pod') clock.jump(200_000);
      return read;
    };
    dependencies.agent.close = (...call) => {
      store.get = get;
      return close(...call);
    };
    await sweep(dependencies);
    assert.deepEqual(credits(), []);
    await sweep(dependencies);
    assert.deepEqual(credits(), [2]);
    assert.equal(await podsLeft(), 0);
  });
});

describe('a sweep that finds a pod without its labels', () => {
  const stripped = async () => {
    const staged = await stage();
    const { store, clock } = staged;
    const pod = (await store.get('Pod', key)) ?? assert.fail();
    await store.update('Pod', { ...pod, metadata: { ...pod.metadata, labels: {} } });
    clock.jump(200_000);
    return staged;
  };

  it('charges its record, and removes it', async () => {
    const { dependencies, credits, podsLeft } = await stripped();
    await sweep(dependencies);
    assert.deepEqual([credits(), await podsLeft()], [[2], 0]);
  });

  it('leaves a later pod of its name alone', async () => {
    const { store, dependencies, credits, podsLeft } = await stripped();
    const { unsettled } = dependencies.ledger;
    dependencies.ledger.unsettled = async () => {
      const pod = (await store.get('Pod', key)) ?? assert.fail();
      const { labels: _, finalizers: __, ownerReferences: ___, ...metadata } = pod.metadata;
      await store.update('Pod', { ...pod, metadata: { ...pod.metadata, finalizers: [] } });
      await store.delete('Pod', key, { gracePeriodSeconds: 0 });
      await store.create('Pod', { ...pod, metadata: { namespace: metadata.namespace, name: metadata.name } });
      return unsettled();
    };
    await sweep(dependencies);
    assert.deepEqual([credits(), await podsLeft()], [[], 1]);
  });
});

describe('a sweep that finds the open of a session that has failed, and is kept', () => {
  /** A session that failed although its pod ran it for kubectl. */
  const failed = async () => {
    const staged = await stage();
    const { store, clock, dependencies, opens, open } = staged;
    const startBy = new Date(clock.now() + 20_000).toISOString();
    const spec = { account: 'acme', maxTtlSeconds: 600, startBy };
    const made = { apiVersion: 'tintype.dev/v1alpha1', kind: 'BrowserSession', metadata: key, spec } as const;
    const session = await store.create('BrowserSession', made);
    const status = { phase: 'Failed', credits: 0, closeReason: 'StartTimeout' } as const;
    await store.updateStatus('BrowserSession', { ...session, status });
    const { uid } = session.metadata;
    const pod = (await store.get('Pod', key)) ?? assert.fail();
    const ownerReferences = (pod.metadata.ownerReferences ?? []).map((owner) => ({ ...owner, uid }));
    await store.update('Pod', { ...pod, metadata: { ...pod.metadata, ownerReferences } });
    opens.splice(0, 1, { ...open, uid });
    const charges: SessionCharge[] = [];
    dependencies.ledger.charge = async (charge) => {
      charges.push(charge);
      return charge;
    };
    return { ...staged, charges };
  };

  it('charges nothing, as in the status, after its pod is closed', async () => {
    const { clock, dependencies, charges, podsLeft } = await failed();
    clock.jump(200_000);
    await sweep(dependencies);
    assert.deepEqual(
      charges.map(({ credits, closeReason, endedAt }) => [credits, closeReason, endedAt]),
      [[0, 'StartTimeout', undefined]],
    );
    assert.equal(await podsLeft(), 0);
  });

  it('waits while its pod may run', async () => {
    const { clock, dependencies, charges } = await failed();
    dependencies.agent.close = () => Promise.reject(new Error('it does not answer'));
    clock.jump(200_000);
    await sweep(dependencies);
    assert.deepEqual(charges, []);
    clock.jump(600_000);
    await sweep(dependencies);
    assert.equal(charges.length, 1);
  });
});

describe('a sweep that finds an open, and no pod', () => {
  it('waits until no pod can run', async () => {
    const { clock, store, dependencies, credits } = await stage();
    const pods = (await store.list('Pod')).items;
    for (const pod of pods)
      await store.update('Pod', { ...pod, metadata: { ...pod.metadata, labels: {}, ownerReferences: [] } });
    clock.jump(500_000);
    await sweep(dependencies);
    assert.deepEqual(credits(), []);
    clock.jump(200_000);
    await sweep(dependencies);
    assert.deepEqual(credits(), [0]);
  });
});
