import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, describe, it, type TestContext } from 'node:test';
import { AccountStore } from '@tintype/api/testing';
import { buckets, streams } from '@tintype/contracts';
import { type BrowserSession, type ResourceStore, sessionId } from '@tintype/crds';
import { adoptLedger, BirthRecordFile, SessionLedger } from '@tintype/ledger';
import { compareLedger } from '@tintype/ledger/testing';
import { systemClock } from '@tintype/runtime';
import { JetStreamStore, type KubernetesStore } from '@tintype/stores';
import { chartRules } from '../../kit/charts/chart.js';
import type { KubeApiServer } from '../../kit/kube/api-server.js';
import { openKubeStore, startKubeWithKinds } from '../../kit/kube/store.js';
import { NatsLogins } from '../../kit/nats/logins.js';
import { OperatorProcess } from '../../kit/operator/operator-process.js';
import { masterKey } from '../../kit/service/accounts-cluster.js';
import { SessionKubelet } from '../../kit/session-pod/kubelet.js';
import { until } from '../../kit/until.js';

const sessionOf = (namespace: string, name: string, maxTtlSeconds: number) => ({
  apiVersion: 'tintype.dev/v1alpha1' as const,
  kind: 'BrowserSession' as const,
  metadata: { namespace, name },
  spec: { account: 'acme', maxTtlSeconds },
});

/** The store of objects, for the operator and for the test. */
interface Place {
  store: ResourceStore;
  namespace: string;
  environment: Record<string, string>;
  /** Creates a session like a person. */
  apply: (session: ReturnType<typeof sessionOf>) => Promise<unknown>;
}

describe('the operator as a program', { timeout: 600_000 }, () => {
  let logins: NatsLogins;
  let folder: string;
  let kube: KubeApiServer;
  let kubeStore: KubernetesStore;
  const running: OperatorProcess[] = [];
  const kubelets: SessionKubelet[] = [];

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tintype-operator-'));
    [kube, logins] = await Promise.all([startKubeWithKinds(), NatsLogins.start()]);
    kubeStore = await openKubeStore(kube.admin);
    await new BirthRecordFile(birthFile()).write(logins.ledger.birth ?? '');
    const kv = await logins.clients.api.kv(buckets.accounts);
    await new AccountStore({ kv, masterKey }).create({ id: 'acme' });
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map((operator) => operator.kill()));
    await Promise.all(kubelets.splice(0).map((kubelet) => kubelet.stop()));
  });
  after(async () => {
    await kubeStore?.close();
    await Promise.all([logins?.stop(), kube?.stop()]);
    if (folder) await rm(folder, { recursive: true, force: true });
  });

  const birthFile = () => join(folder, 'ledger-birth');

  const onKubernetes = async (): Promise<Place> => {
    const namespace = await kube.namespace('operator');
    // The chart's rules, and no others.
    const rules = await chartRules('operator');
    const { kubeconfigFile } = await kube.user(`of-${namespace}`, { grant: { namespace, rules } });
    return {
      store: kubeStore,
      namespace,
      environment: { KUBECONFIG: kubeconfigFile, TINTYPE_NAMESPACE: namespace },
      apply: (session) => kube.apply([session]),
    };
  };

  let places = 0;
  const onNats = async (): Promise<Place> => {
    places += 1;
    const namespace = `place-${places}`;
    const store = new JetStreamStore({ nats: logins.clients.admin, bucket: buckets.objects });
    return {
      store,
      namespace,
      environment: { TINTYPE_OBJECTS: 'nats', TINTYPE_NAMESPACE: namespace },
      apply: (session) => store.create('BrowserSession', session),
    };
  };

  const sessionKey = randomBytes(32).toString('hex');

  const startOperator = async ({ environment }: Place) => {
    const operator = await OperatorProcess.start({
      TINTYPE_NATS_URL: logins.urls.operator.href,
      TINTYPE_ROOT_KEY: sessionKey,
      TINTYPE_LEDGER_BIRTH: birthFile(),
      ...environment,
    });
    running.push(operator);
    await operator.ready();
    return operator;
  };

  /** A test that prints the operators' logs when it fails. */
  const loggingTest = (name: string, play: (t: TestContext) => Promise<void>) =>
    it(name, async (t) => {
      try {
        await play(t);
      } catch (error) {
        for (const { log } of running) t.diagnostic(log);
        throw error;
      }
    });

  const startKubelet = ({ store, namespace }: Place, t: TestContext) => {
    const note = (text: string) => t.diagnostic(text);
    const kubelet = new SessionKubelet({ store, namespace, clock: systemClock, note, servesAgents: true });
    kubelet.start();
    kubelets.push(kubelet);
    return kubelet;
  };

  const phases = ({ store, namespace }: Place, name: string) => {
    const key = { namespace, name };
    let seen: BrowserSession | undefined;
    const reaches = async (phase: string): Promise<BrowserSession> => {
      await until(`${name} is ${phase}`, async () => {
        seen = await store.get('BrowserSession', key);
        return seen?.status?.phase === phase;
      });
      assert.ok(seen);
      return seen;
    };
    return { reaches };
  };

  const leaseOf = ({ store, namespace }: Place) => store.get('Lease', { namespace, name: 'tintype-operator' });

  /** Releases its lease when it is asked to end; another operator then deletes the open session. */
  const passOn = async (place: Place, first: OperatorProcess) => {
    const stays = { namespace: place.namespace, name: 'stays' };
    assert.ok((await leaseOf(place))?.spec.holderIdentity);
    assert.deepEqual(await first.stop(), { code: 0, signal: null });
    assert.equal((await leaseOf(place))?.spec.holderIdentity ?? '', '');
    await startOperator(place);
    await place.store.delete('BrowserSession', stays);
    await until('it is gone', async () => (await place.store.get('BrowserSession', stays)) === undefined);
  };

  for (const [engine, open] of [
    ['Kubernetes', onKubernetes],
    ['NATS', onNats],
  ] as const) {
    loggingTest(
      `takes a session on ${engine} to its charge, and leaves another one to the next operator`,
      async (t) => {
        const place = await open();
        const operator = await startOperator(place);
        const kubelet = startKubelet(place, t);
        await place.apply(sessionOf(place.namespace, 'shop', 2));
        await place.apply(sessionOf(place.namespace, 'stays', 600));
        const { reaches } = phases(place, 'shop');
        const active = await reaches('Active');
        assert.equal(kubelet.machineOf(sessionId(active))?.isOpen, true);
        const closed = await reaches('Closed');
        assert.equal(closed.status?.closeReason, 'Expired');
        assert.equal(closed.status?.credits, 1);
        const charge = await new SessionLedger(logins.clients.admin).findCharge(sessionId(active));
        assert.equal(charge?.credits, 1);
        assert.equal(charge?.endedAt, closed.status?.endedAt);
        await phases(place, 'stays').reaches('Active');
        await until('its pod is gone', async () => {
          const { items } = await place.store.list('Pod', { namespace: place.namespace });
          return items.length === 1;
        });
        const { faults } = await compareLedger(logins.clients.admin, []);
        assert.deepEqual(faults, []);
        const metrics = await operator.metrics();
        assert.match(metrics, /tintype_sessions\{[^}]*phase="Closed"[^}]*\} 1/);
        assert.match(metrics, /tintype_events_total\{[^}]*outcome="written"[^}]*\}/);
        assert.doesNotMatch(metrics, /tintype_events_total\{[^}]*outcome="failed"[^}]*\}/);
        assert.match(metrics, /tintype_pod_call_seconds_count\{[^}]*call="activate",code="200"[^}]*\} 2/);
        const lines = operator.log.split('\n').filter((line) => line.includes('"charged a session"'));
        assert.equal(lines.length, 1, operator.log);
        assert.match(
          lines[0] ?? '',
          new RegExp(`"session":"${sessionId(active)}","account":"acme","credits":1,"closeReason":"Expired"`),
        );
        await passOn(place, operator);
      },
    );
  }

  loggingTest('keeps a pool as kubectl makes, scales and deletes it, and gives its pods to sessions', async (t) => {
    const place = await onKubernetes();
    const { namespace, store } = place;
    await startOperator(place);
    startKubelet(place, t);
    const spec = { replicas: 3 };
    await kube.apply([
      { apiVersion: 'tintype.dev/v1alpha1', kind: 'BrowserPool', metadata: { namespace, name: 'default' }, spec },
    ]);
    const path = `/apis/tintype.dev/v1alpha1/namespaces/${namespace}/browserpools/default`;
    // A kubectl for each look would take 0.3 s of CPU.
    const shows = async (figures: string) => {
      await until(`the figures are ${figures}`, async () => {
        const { spec, status = {} } = await kube.call('GET', path);
        return [spec.replicas, status.replicas, status.readyReplicas, status.claimedReplicas].join(' ') === figures;
      });
      const [, row = ''] = (await kube.kubectl('get', 'bp', 'default', '-n', namespace)).split('\n');
      assert.equal(row.split(/ +/).slice(1, 5).join(' '), figures);
    };
    await shows('3 3 3 0');
    await kube.kubectl('wait', '--for=condition=Complete', 'bp/default', '-n', namespace, '--timeout=30s');
    await place.apply(sessionOf(namespace, 'shop', 600));
    const { status } = await phases(place, 'shop').reaches('Active');
    assert.match(status?.pod?.name ?? '', /^default-[0-9a-f]+$/);
    await shows('3 3 3 1');
    await kube.kubectl('scale', 'bp/default', '--replicas=1', '-n', namespace);
    await shows('1 1 1 1');
    const { items } = await store.list('Pod', { namespace });
    assert.equal(
      items.find(({ metadata }) => metadata.uid === status?.pod?.uid)?.metadata.deletionTimestamp,
      undefined,
    );
    await kube.kubectl('delete', 'bp/default', '-n', namespace);
    await until('its idle pod is gone, and that of the session is not', async () => {
      const names = (await store.list('Pod', { namespace })).items.map(({ metadata }) => metadata.name);
      return names.length === 1 && names[0] === status?.pod?.name;
    });
  });

  loggingTest('settles nothing without the right ledger, says what to do, and continues after that', async (t) => {
    const place = await onNats();
    const operator = await startOperator(place);
    startKubelet(place, t);
    await place.apply(sessionOf(place.namespace, 'open', 600));
    const { metadata } = await phases(place, 'open').reaches('Active');
    await logins.clients.admin.manager.streams.delete(streams.opens);
    await until('it is not ready', async () => (await operator.readiness())?.status === 503);
    const lost = await operator.readiness();
    assert.equal(lost?.parts.ledger, false);
    assert.match(lost?.reason ?? '', /OPENS is missing.*tintype ledger adopt/);
    assert.match(await operator.metrics(), /^tintype_ledger_is_right\{[^}]*\} 0$/m);
    await place.apply(sessionOf(place.namespace, 'shop', 600));
    await place.store.delete('BrowserSession', metadata);
    const { wasAdopted } = await adoptLedger(logins.clients.admin, new BirthRecordFile(birthFile()), {
      allowEmpty: false,
    });
    assert.equal(wasAdopted, true);
    await operator.ready();
    assert.match(await operator.metrics(), /^tintype_ledger_is_right\{[^}]*\} 1$/m);
    await phases(place, 'shop').reaches('Active');
    await until('it is gone', async () => !(await place.store.get('BrowserSession', metadata)));
    // The session's object and open are gone; only the log tells that it is not charged.
    await until('the operator logs it', () => operator.log.includes('a session is not charged'));
    assert.match(operator.log, /"event":"NotCharged"/);
  });

  loggingTest('does not start with settings that cannot work', async () => {
    const operator = await OperatorProcess.start({ TINTYPE_OBJECTS: 'nats', TINTYPE_NAMESPACE: 'No Namespace' });
    running.push(operator);
    assert.equal((await operator.exited).code, 78);
    assert.match(operator.log, /TINTYPE_NAMESPACE takes the name of a namespace/);
  });
});
