import assert from 'node:assert/strict';
import { createSecretKey, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { templateOf } from '@tintype/operator/testing';
import {
  chartFolder,
  helm,
  type Manifest,
  manifestsIn,
  releaseName,
  renderChart,
  valueSets,
  valuesFile,
} from '../../kit/charts/chart.js';
import { foreignDefinitions } from '../../kit/charts/kube-schemas.js';
import { callKube } from '../../kit/kube/access.js';
import { type KubeApiServer, startKubeApiServer } from '../../kit/kube/api-server.js';
import { kubeconformCases } from './chart-server/kubeconform.js';

const podOf = ({ kind, metadata, spec }: Manifest): Manifest | undefined => {
  const template = kind === 'CronJob' ? spec.jobTemplate.spec.template : spec?.template;
  const found = kind === 'Pod' ? { metadata, spec } : template?.spec?.containers && template;
  if (!found) return undefined;
  const restartPolicy = found.spec.restartPolicy ?? 'Always';
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: metadata.name.slice(0, 60), labels: found.metadata.labels },
    // The StatefulSet's controller would create its volume claims.
    spec: { ...found.spec, restartPolicy, volumes: [...(found.spec.volumes ?? []), ...claims(spec)] },
  };
};

const sessionPod = (pool: Manifest, namespace: string): Manifest => {
  const rootKey = createSecretKey(randomBytes(32));
  const settings = { image: 'browser', seccompProfile: { type: 'Unconfined' }, rootKey } as const;
  const { labels, annotations, spec } = templateOf(pool, { namespace, name: 'session' }, settings);
  const metadata = { name: 'session', labels, annotations };
  return { apiVersion: 'v1', kind: 'Pod', metadata, spec: { ...spec, restartPolicy: 'Never' } };
};

const claims = ({ volumeClaimTemplates = [] }: Manifest): Manifest[] =>
  volumeClaimTemplates.map(({ metadata }: Manifest) => ({ name: metadata.name, emptyDir: {} }));

/** The broken rules of Pod Security, without the names of containers: `runAsUser=0 (container "install" …), …`. */
const rulesIn = (why: string): string[] =>
  why
    .replaceAll(/ \([^)]*\)/g, '')
    .split(', ')
    .sort();

/** helm's own check takes half of its CPU time; one release and the value sets below have their fields checked. */
const withoutSchemas = '--disable-openapi-validation';

const exceptions = ['restricted volume types', 'runAsNonRoot != true', 'runAsUser=0'];

describe('the chart on an API server', { timeout: 600_000 }, () => {
  let kube: KubeApiServer;
  let folder: string;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tintype-chart-'));
    kube = await startKubeApiServer({});
    for (const file of await foreignDefinitions()) await kube.apply(file);
  });
  after(async () => {
    await kube?.stop();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  const onServer = (...args: string[]) => helm(args, { kubeconfig: kube.admin.kubeconfigFile, folder });
  const secretOf = (namespace: string, name: string) =>
    kube.call('GET', `/api/v1/namespaces/${namespace}/secrets/${name}`);

  it('is installed with its definitions and pool, keeps its keys over an upgrade, and from one install to the next', async () => {
    const namespace = await kube.namespace('release');
    const given = ['--namespace', namespace, '--set', 'hooks.updateCrds=false'];
    await onServer('install', releaseName, chartFolder, ...given);
    const pool = await kube.call('GET', `/apis/tintype.dev/v1alpha1/namespaces/${namespace}/browserpools/default`);
    assert.equal(pool.spec.replicas, 2);
    const names = ['tintype-keys', 'tintype-nats-logins'];
    const before = await Promise.all(names.map((name) => secretOf(namespace, name)));
    await onServer('upgrade', releaseName, chartFolder, ...given, '--set', 'logLevel=debug');
    const kept = await Promise.all(names.map((name) => secretOf(namespace, name)));
    assert.deepEqual(
      kept.map(({ data }) => data),
      before.map(({ data }) => data),
    );
    const [keys] = kept;
    for (const name of ['master-key', 'job-key', 'root-key'])
      assert.equal(Buffer.from(Buffer.from(keys.data[name], 'base64').toString(), 'base64').length, 32, name);
    await onServer('uninstall', releaseName, '--namespace', namespace, '--no-hooks');
    const left = await Promise.all(
      names.map((name) => callKube(kube.admin, 'GET', `/api/v1/namespaces/${namespace}/secrets/${name}`)),
    );
    assert.deepEqual(
      left.map(({ status }) => status),
      [200, 404],
    );
    await onServer('install', releaseName, chartFolder, ...given);
    const [again] = await Promise.all(names.map((name) => secretOf(namespace, name)));
    assert.deepEqual(again.data, keys.data);
  });

  it('keeps a scaled pool until its value changes', async () => {
    const namespace = await kube.namespace('scaled');
    const given = ['--namespace', namespace, withoutSchemas, '--set', 'hooks.updateCrds=false'];
    const replicas = async () =>
      (await kube.call('GET', `/apis/tintype.dev/v1alpha1/namespaces/${namespace}/browserpools/default`)).spec.replicas;
    await onServer('install', releaseName, chartFolder, ...given);
    await kube.kubectl('scale', 'bp/default', '--replicas=5', '-n', namespace);
    await onServer('upgrade', releaseName, chartFolder, ...given, '--set', 'pool.maxAgeSeconds=600');
    assert.equal(await replicas(), 5);
    await onServer('upgrade', releaseName, chartFolder, ...given, '--set', 'pool.replicas=7', '--force-conflicts');
    assert.equal(await replicas(), 7);
    await kube.kubectl('scale', 'bp/default', '--replicas=0', '-n', namespace);
    await onServer('upgrade', releaseName, chartFolder, ...given, '--set', 'pool.replicas=7', '--set', 'logLevel=warn');
    assert.equal(await replicas(), 0);
  });

  it('keeps the replicas when an autoscaler takes over, and those that it sets', async () => {
    const namespace = await kube.namespace('autoscaled');
    const given = [
      '--namespace',
      namespace,
      withoutSchemas,
      '--set',
      'hooks.updateCrds=false,api.replicas=4,browserNode.replicas=3',
    ];
    const scaled = ['--set', 'api.autoscaling.enabled=true,browserNode.autoscaling.enabled=true'];
    const replicas = async (component: string) =>
      (await kube.call('GET', `/apis/apps/v1/namespaces/${namespace}/deployments/tintype-${component}`)).spec.replicas;
    const both = async () => [await replicas('api'), await replicas('browser-node')];
    await onServer('install', releaseName, chartFolder, ...given);
    for (const logLevel of ['info', 'debug']) {
      await onServer('upgrade', releaseName, chartFolder, ...given, ...scaled, '--set', `logLevel=${logLevel}`);
      assert.deepEqual(await both(), [4, 3]);
    }
    await kube.kubectl('scale', 'deploy/tintype-api', '--replicas=6', '-n', namespace);
    for (const logLevel of ['warn', 'error']) {
      await onServer('upgrade', releaseName, chartFolder, ...given, ...scaled, '--set', `logLevel=${logLevel}`);
      assert.deepEqual(await both(), [6, 3]);
    }
    await onServer('upgrade', releaseName, chartFolder, ...given, '--force-conflicts');
    assert.deepEqual(await both(), [4, 3]);
  });

  it("continues after a failed uninstall, with the runbook's commands", async () => {
    const namespace = await kube.namespace('failed');
    const given = ['--namespace', namespace, withoutSchemas, '--set', 'hooks.updateCrds=false'];
    const pool = `/apis/tintype.dev/v1alpha1/namespaces/${namespace}/browserpools/default`;
    await onServer('install', releaseName, chartFolder, ...given);
    // Nothing runs the drain's Job here; this is its first act.
    await assert.rejects(onServer('uninstall', releaseName, '--namespace', namespace, '--timeout', '2s'));
    await kube.kubectl('scale', 'deploy/tintype-api', '--replicas=0', '-n', namespace);
    await kube.kubectl('delete', 'bp/default', '-n', namespace);
    await assert.rejects(onServer('upgrade', releaseName, chartFolder, ...given), /has no deployed releases/);
    await kube.kubectl('scale', 'deploy/tintype-api', '--replicas=2', '-n', namespace);
    await onServer('rollback', releaseName, '1', '--namespace', namespace);
    assert.equal((await kube.call('GET', pool)).spec.replicas, 2);
    await onServer('upgrade', releaseName, chartFolder, ...given, '--set', 'logLevel=debug');
  });

  for (const set of valueSets)
    it(`makes objects that the API server takes, with the values "${set}"`, async () => {
      const namespace = await kube.namespace(set);
      // Server-side checks apply defaults and rules, and refuse unknown fields.
      const manifests = await renderChart(set, namespace);
      assert.ok(manifests.length > 10, `${manifests.length} objects`);
      await kube.apply(join(chartFolder, 'crds'));
      const file = join(folder, `${set}.json`);
      writeFileSync(file, JSON.stringify({ apiVersion: 'v1', kind: 'List', items: manifests }));
      const taken = await kube.kubectl('apply', '--server-side', '--dry-run=server', '-n', namespace, '-f', file);
      assert.equal(taken.trim().split('\n').length, manifests.length);
    });

  it('is tried with each kind that it can make for other operators', async () => {
    const made = (await Promise.all(valueSets.map((set) => renderChart(set)))).flat().map(({ kind }) => kind);
    for (const kind of ['ServiceMonitor', 'PrometheusRule', 'HTTPRoute', 'ScaledObject'])
      assert.ok(made.includes(kind), kind);
  });

  for (const set of valueSets)
    it(`makes pods that meet Pod Security's "restricted", but for the installer of the profile, with "${set}"`, async () => {
      const namespace = await kube.namespace(`strict-${set}`);
      await kube.call('PATCH', `/api/v1/namespaces/${namespace}`, {
        metadata: { labels: { 'pod-security.kubernetes.io/enforce': 'restricted' } },
      });
      const manifests = await renderChart(set, namespace);
      await kube.apply(manifests.filter(({ kind }) => kind === 'ServiceAccount'));
      const refused: Record<string, string[]> = {};
      const pool = manifests.find(({ kind }) => kind === 'BrowserPool');
      for (const pod of [...manifests.map(podOf).filter(Boolean), sessionPod(pool, namespace)]) {
        const path = `/api/v1/namespaces/${namespace}/pods?dryRun=All`;
        const { status, body } = await callKube(kube.admin, 'POST', path, {
          ...pod,
          metadata: { ...pod.metadata, namespace },
        });
        if (status === 201) continue;
        const [, why = ''] = /violates PodSecurity "restricted:latest": (.*)/.exec(body.message) ?? [];
        refused[pod.metadata.labels['app.kubernetes.io/component']] = rulesIn(why);
      }
      assert.deepEqual(refused, set === 'locked-down' ? {} : { seccomp: exceptions });
    });

  it('needs no right outside of its namespace, except to update its two definitions during an upgrade', async () => {
    for (const set of valueSets) {
      const manifests = await renderChart(set);
      const wide = manifests.filter(({ kind }) => kind === 'ClusterRole');
      assert.ok(wide.length === (set === 'locked-down' ? 0 : 1), set);
      for (const { rules, metadata } of wide) {
        assert.equal(metadata.annotations['helm.sh/hook'], 'pre-upgrade');
        assert.deepEqual(rules[0].resourceNames, ['browserpools.tintype.dev', 'browsersessions.tintype.dev']);
        assert.deepEqual(rules[0].verbs, ['get', 'patch']);
      }
      const roles = manifests.filter(({ kind }) => ['Role', 'ClusterRole'].includes(kind));
      assert.doesNotMatch(JSON.stringify(roles), /"\*"/);
    }
  });

  it('renders the same twice where Secrets are given', async () => {
    const args = ['template', releaseName, chartFolder, '-f', valuesFile('existing')];
    assert.equal(await helm(args), await helm(args));
    assert.equal(
      manifestsIn(await helm(args)).some(({ kind }) => kind === 'Secret'),
      false,
    );
  });

  describe('by kubeconform', () => kubeconformCases(() => kube));
});
