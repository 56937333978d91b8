import assert from 'node:assert/strict';
import { createSecretKey, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { AccountStore } from '@tintype/api/testing';
import { buckets, mintToken, podKeyOf } from '@tintype/contracts';
import { agentAddress, type BrowserSession, sessionId } from '@tintype/crds';
import { BirthRecordFile, SessionLedger } from '@tintype/ledger';
import { startKubeNode } from '../../kit/browser-node/kube-node.js';
import { signalProcess } from '../../kit/kills/stage.js';
import type { KubeApiServer } from '../../kit/kube/api-server.js';
import { openKubeStore, startKubeWithKinds } from '../../kit/kube/store.js';
import { NatsLogins } from '../../kit/nats/logins.js';
import { OperatorProcess } from '../../kit/operator/operator-process.js';
import { html, type PageServer, startPages } from '../../kit/pages/pages.js';
import { leftoversOf } from '../../kit/process/leftovers.js';
import { masterKey } from '../../kit/service/accounts-cluster.js';
import { until } from '../../kit/until.js';

const manifest = (namespace: string, name: string) => `
apiVersion: tintype.dev/v1alpha1
kind: BrowserSession
metadata: { namespace: ${namespace}, name: ${name} }
spec: { account: acme, maxTtlSeconds: 300 }
`;

describe('a session of kubectl on a real API server, with a real browser', { timeout: 600_000 }, () => {
  const rootKey = createSecretKey(randomBytes(32));
  const output: string[] = [];
  const closing: (() => unknown)[] = [];
  let kube: KubeApiServer;
  let ledger: NatsLogins;
  let site: PageServer;
  let folder: string;
  let store: Awaited<ReturnType<typeof openKubeStore>>;
  let namespace: string;
  let operator: OperatorProcess;
  let node: Awaited<ReturnType<typeof startKubeNode>>;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tintype-kubectl-'));
    site = await startPages({ '/': html('<h1>Hello</h1>') });
    [kube, ledger] = await Promise.all([startKubeWithKinds(), NatsLogins.start()]);
    store = await openKubeStore(kube.admin);
    namespace = await kube.namespace('shop');
    await new AccountStore({ kv: await ledger.clients.api.kv(buckets.accounts), masterKey }).create({ id: 'acme' });
    await new BirthRecordFile(join(folder, 'birth')).write(ledger.ledger.birth ?? '');
    operator = await OperatorProcess.start({
      KUBECONFIG: kube.admin.kubeconfigFile,
      TINTYPE_NAMESPACE: namespace,
      TINTYPE_NATS_URL: ledger.urls.operator.href,
      TINTYPE_ROOT_KEY: rootKey.export().toString('hex'),
      TINTYPE_LEDGER_BIRTH: join(folder, 'birth'),
    });
    closing.push(() => operator.stop());
    const onLine = (line: string) => output.push(line);
    node = await startKubeNode(kube, { store, namespace, allow: `127.0.0.1:${site.port}`, onLine });
    closing.push(() => node.close());
    await operator.ready();
  });
  after(async () => {
    for (const close of closing.reverse()) await close();
    await Promise.all([store?.close(), site?.close()]);
    await Promise.all([ledger?.stop(), kube?.stop()]);
    await rm(folder, { recursive: true });
  });

  const kubectl = (...args: string[]) => kube.kubectl(...args, '-n', namespace);

  const apply = async (name: string) => {
    const file = join(folder, `${name}.yaml`);
    await writeFile(file, manifest(namespace, name));
    assert.match(await kubectl('apply', '-f', file), new RegExp(`browsersession.tintype.dev/${name} created`));
    await kubectl('wait', '--for=condition=Ready', `bs/${name}`, '--timeout=50s');
    const session = await store.get('BrowserSession', { namespace, name });
    assert.ok(session);
    return session;
  };

  // A kubectl for each look would take 0.3 s of CPU.
  const podsAreGone = () =>
    until('its pod is gone', async () => (await store.list('Pod', { namespace })).items.length === 0);

  const act = async (session: BrowserSession, action: object) => {
    const pod = await store.get('Pod', { namespace, name: session.status?.pod?.name ?? '' });
    assert.ok(pod);
    const id = sessionId(session);
    const token = mintToken(podKeyOf(rootKey, pod.metadata), {
      session: id,
      purpose: 'act',
      expiresAt: Date.now() + 60_000,
    });
    const response = await fetch(`http://${agentAddress(pod)}/sessions/${id}/actions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify(action),
    });
    return { status: response.status, body: (await response.json()) as { result?: unknown } };
  };

  it('is applied, waited for, used, described and deleted, and is charged', async (t) => {
    try {
      const session = await apply('shop');
      const [, row = ''] = (await kubectl('get', 'bs', 'shop')).split('\n');
      assert.deepEqual(row.split(/ +/).slice(0, 4), ['shop', 'Active', 'acme', session.status?.pod?.name]);
      assert.equal((await act(session, { type: 'goto', payload: { url: site.url('/') } })).status, 200);
      const title = await act(session, { type: 'title' });
      assert.deepEqual([title.status, JSON.stringify(title.body).includes('"test"')], [200, true]);
      const path = `/api/v1/namespaces/${namespace}/events?fieldSelector=involvedObject.name%3Dshop`;
      await until('its events are written', async () =>
        (await kube.call('GET', path)).items.some(({ reason }: { reason: string }) => reason === 'Active'),
      );
      await kubectl('delete', 'bs', 'shop', '--timeout=50s');
      const charge = await new SessionLedger(ledger.clients.admin).findCharge(sessionId(session));
      assert.deepEqual([charge?.credits, charge?.closeReason], [1, 'Deleted']);
      assert.equal(charge?.counts.byType?.goto?.success, 1);
      await podsAreGone();
    } catch (error) {
      t.diagnostic(`${operator.log}\n${output.join('\n')}`);
      throw error;
    }
  });

  it('is deleted though its program hangs, long before its time is over, and is charged', async (t) => {
    try {
      const session = await apply('hung');
      const pod = await store.get('Pod', { namespace, name: session.status?.pod?.name ?? '' });
      assert.ok(pod);
      const agent = node.agentOf(pod);
      assert.ok(signalProcess(agent, 'SIGSTOP'));
      await kubectl('delete', 'bs', 'hung', '--timeout=100s');
      const charge = await new SessionLedger(ledger.clients.admin).findCharge(sessionId(session));
      assert.deepEqual([charge?.credits, charge?.closeReason], [1, 'Deleted']);
      await podsAreGone();
      await until('its processes are gone', () => !signalProcess(agent, 0) && leftoversOf([agent]).length === 0);
    } catch (error) {
      t.diagnostic(`${operator.log}\n${output.join('\n')}`);
      throw error;
    }
  });
});
