import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { streams } from '@tintype/contracts';
import { manifests } from '@tintype/crds';
import { connectNats, createLog } from '@tintype/runtime';
import type { KubernetesStore } from '@tintype/stores';
import { chartRules } from '../../kit/charts/chart.js';
import type { KubeApiServer } from '../../kit/kube/api-server.js';
import { openKubeStore, startKubeWithKinds } from '../../kit/kube/store.js';
import { type NatsServer, startNatsCluster, startNatsServer } from '../../kit/nats/server.js';
import { unusedPort } from '../../kit/process/unused-port.js';
import { installTask } from '../../kit/service/install-task.js';
import { until } from '../../kit/until.js';

const record = 'tintype-ledger';

/** Runs each task with exactly the rights of its Job in the chart. */
describe('the tasks of an installation', { timeout: 600_000 }, () => {
  let kube: KubeApiServer;
  let store: KubernetesStore;
  let folder: string;
  const servers: NatsServer[] = [];

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tintype-install-'));
    kube = await startKubeWithKinds();
    store = await openKubeStore(kube.admin);
  });
  after(async () => {
    await store?.close();
    await Promise.all([kube?.stop(), ...servers.map((server) => server.stop())]);
    rmSync(folder, { recursive: true, force: true });
  });

  const rightsOf = { setup: 'setup', verify: 'setup', adopt: 'setup', definitions: 'definitions', drain: 'drain' };

  const stage = async (nats: NatsServer[] = []) => {
    const namespace = await kube.namespace('install');
    const server = nats[0] ?? (await startNatsServer());
    servers.push(server, ...nats.slice(1));
    const users = new Map<string, ReturnType<KubeApiServer['user']>>();
    const userOf = async (account: string, ends: string[]) => {
      const rules = await chartRules(account, ...ends);
      const isWide = account === 'definitions';
      return kube.user(`${account}-${namespace}`, { grant: isWide ? { rules } : { namespace, rules } });
    };
    const run = async (task: keyof typeof rightsOf, more: Record<string, string> = {}) => {
      const account = rightsOf[task];
      const ends = more.TINTYPE_LEDGER_ENDS === 'true' ? ['--set', 'nats.persistence.keep=false'] : [];
      const user = users.get(account) ?? userOf(account, ends);
      users.set(account, user);
      const { kubeconfigFile } = await user;
      const places = { KUBECONFIG: kubeconfigFile, TINTYPE_NAMESPACE: namespace, TINTYPE_LEDGER_RECORD: record };
      return installTask(task, { ...places, TINTYPE_NATS_URL: server.url.href, ...more });
    };
    const birth = async () =>
      (await kube.call('GET', `/api/v1/namespaces/${namespace}/configmaps/${record}`)).data.birth as string;
    return { namespace, server, run, birth };
  };

  it('set up streams and the record of the ledger once, and refuse a lost ledger until it is adopted', async (t) => {
    const { server, run, birth } = await stage();
    const first = await run('setup', { TINTYPE_RESULTS_GIB: '1' });
    assert.deepEqual([first.code, /streams and buckets exist/.test(first.output)], [0, true], first.output);
    const born = await birth();
    assert.match(born, /^[0-9a-f-]{36}\n$/);
    assert.equal((await run('setup')).code, 0);
    assert.equal(await birth(), born);
    const ledger = await run('verify');
    assert.deepEqual([ledger.code, /Everything agrees/.test(ledger.output)], [0, true], ledger.output);
    const nats = await connectNats({ url: server.url, name: 'test', log: createLog('test', 'silent') });
    t.after(() => nats.close());
    const { manager } = nats;
    await manager.streams.delete(streams.opens);
    for (const task of ['setup', 'verify'] as const) {
      const { code, output } = await run(task);
      assert.equal(code, 1, task);
      assert.match(output, /OPENS is missing/);
    }
    const adopted = await run('adopt');
    assert.deepEqual([adopted.code, /Created: OPENS/.test(adopted.output)], [0, true], adopted.output);
    // Programs with the old record settle nothing until they have read the new one.
    assert.notEqual(await birth(), born);
    assert.equal((await run('setup')).code, 0);
    const names = async () => (await manager.streams.list().next()).map(({ config }) => config.name).sort();
    const before = await names();
    for (const name of before) await manager.streams.delete(name);
    const all = await run('adopt');
    assert.deepEqual([all.code, /^Also created: .*KV_accounts/m.test(all.output)], [0, true], all.output);
    assert.deepEqual(await names(), before);
  });

  it('keep every stream and bucket on all servers of a cluster', async () => {
    const { server, run } = await stage(await startNatsCluster(3));
    // The servers may not have found each other yet; a Job tries again.
    await until('it is set up', async () => (await run('setup', { TINTYPE_NATS_REPLICAS: '3' })).code === 0);
    const nats = await connectNats({ url: server.url, name: 'test', log: createLog('test', 'silent') });
    const made = await nats.manager.streams.list().next();
    await nats.close();
    assert.ok(made.length >= 10, `${made.length} streams`);
    assert.deepEqual(
      made.filter(({ config }) => config.num_replicas !== 3).map(({ config }) => config.name),
      [],
    );
  });

  it('give up in time, and say what NATS lacks, when it does not answer', async () => {
    const { run } = await stage();
    const nobody = `nats://admin:hidden@127.0.0.1:${await unusedPort()}`;
    // One function connects for each task.
    const { code, output } = await run('setup', { TINTYPE_NATS_URL: nobody, TINTYPE_NATS_SECONDS: '1' });
    assert.equal(code, 1, output);
    assert.match(output, /The task gave up after 1 s of waiting for NATS at 127\.0\.0\.1:\d+: it does not answer\./);
    assert.doesNotMatch(output, /hidden/);
  });

  it('bring definitions of an earlier version up to date', async () => {
    const { run } = await stage();
    const [definition] = Object.values(manifests);
    const path = `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${definition?.metadata.name}`;
    const earlier = await kube.call('GET', path);
    const [version] = earlier.spec.versions;
    const columns = [...version.additionalPrinterColumns].reverse();
    await kube.call('PATCH', path, { spec: { versions: [{ ...version, additionalPrinterColumns: columns }] } });
    await kube.kubectl('annotate', 'crd', `${definition?.metadata.name}`, 'note=of-people', '--overwrite');
    const updated = await run('definitions');
    assert.deepEqual([updated.code, /"update":"updated"/.test(updated.output)], [0, true], updated.output);
    assert.deepEqual((await kube.call('GET', path)).spec, earlier.spec);
    const same = await run('definitions');
    assert.doesNotMatch(same.output, /"update":"updated"/);
    assert.equal((await kube.call('GET', path)).metadata.annotations.note, 'of-people');
    // Like Helm before an install: it would refuse objects of others.
    const changed = {
      ...definition,
      spec: { ...earlier.spec, versions: [{ ...version, additionalPrinterColumns: columns }] },
    };
    writeFileSync(join(folder, 'changed.json'), JSON.stringify(changed));
    await kube.kubectl('apply', '--server-side', '--field-manager=helm', '-f', join(folder, 'changed.json'));
    assert.equal((await run('definitions')).code, 0);
  });

  it('close every session, also a late one, and remove pools before an uninstall', async () => {
    const { namespace, run } = await stage();
    const finalizers = ['tintype.dev/billing'];
    const session = (name: string) => ({
      apiVersion: 'tintype.dev/v1alpha1' as const,
      kind: 'BrowserSession' as const,
      metadata: { namespace, name, finalizers },
      spec: { account: 'acme' },
    });
    await store.create('BrowserSession', session('first'));
    await kube.apply([
      { apiVersion: 'tintype.dev/v1alpha1', kind: 'BrowserPool', metadata: { namespace, name: 'default' }, spec: {} },
      deploymentOf(namespace, 'tintype-api'),
      { apiVersion: 'v1', kind: 'ConfigMap', metadata: { namespace, name: record } },
    ]);
    const names = { TINTYPE_API_DEPLOYMENT: 'tintype-api', TINTYPE_LEDGER_ENDS: 'true' };
    const draining = run('drain', names);
    const isDeleted = async (name: string) =>
      (await store.get('BrowserSession', { namespace, name }))?.metadata.deletionTimestamp !== undefined;
    await until('the first is closed', () => isDeleted('first'));
    await store.create('BrowserSession', session('second'));
    await until('the second is closed', () => isDeleted('second'));
    // The operator settles them.
    for (const name of ['first', 'second']) {
      const settled = await store.get('BrowserSession', { namespace, name });
      assert.ok(settled);
      await store.update('BrowserSession', { ...settled, metadata: { ...settled.metadata, finalizers: [] } });
    }
    const { code, output } = await draining;
    assert.equal(code, 0, output);
    const { items: pools } = await store.list('BrowserPool', { namespace });
    assert.deepEqual(pools, []);
    const scale = await kube.call('GET', `/apis/apps/v1/namespaces/${namespace}/deployments/tintype-api/scale`);
    assert.equal(scale.spec.replicas ?? 0, 0);
    await assert.rejects(kube.call('GET', `/api/v1/namespaces/${namespace}/configmaps/${record}`), /404/);
  });

  it('name the remaining sessions if no operator settles them', async () => {
    const { namespace, run } = await stage();
    await store.create('BrowserSession', {
      apiVersion: 'tintype.dev/v1alpha1',
      kind: 'BrowserSession',
      metadata: { namespace, name: 'stuck', finalizers: ['tintype.dev/billing'] },
      spec: { account: 'acme' },
    });
    const { code, output } = await run('drain', { TINTYPE_DRAIN_SECONDS: '1' });
    assert.equal(code, 1);
    assert.match(output, /Remaining sessions: 1 \(stuck\), pods: 0\./);
  });

  it('are named for an unknown task', async () => {
    const { run } = await stage();
    const { code, output } = await run('setup', { TINTYPE_RESULTS_GIB: 'many' });
    assert.equal(code, 78);
    assert.match(output, /TINTYPE_RESULTS_GIB takes/);
    const unknown = await installTask('dance', { KUBECONFIG: kube.admin.kubeconfigFile });
    assert.equal(unknown.code, 64);
    assert.match(unknown.output, /Unknown task dance: use one of setup, definitions, drain, verify, adopt\./);
  });
});

const deploymentOf = (namespace: string, name: string) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { namespace, name },
  spec: {
    replicas: 2,
    selector: { matchLabels: { app: name } },
    template: { metadata: { labels: { app: name } }, spec: { containers: [{ name: 'api', image: 'api' }] } },
  },
});
