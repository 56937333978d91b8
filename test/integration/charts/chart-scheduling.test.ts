import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { nanos } from '@tintype/crds';
import { type Manifest, readChart, renderChart } from '../../kit/chart.js';

/** The spread of each component over nodes and zones. */
const spreadsOf = async (set: string): Promise<Map<string, Manifest[]>> => {
  const manifests = await renderChart(set);
  const workloads = manifests.filter(({ kind }) => kind === 'Deployment' || kind === 'StatefulSet');
  const pool = manifests.find(({ kind }) => kind === 'BrowserPool');
  const spreads = workloads.map(({ metadata, spec }): [string, Manifest[]] => [
    metadata.labels['app.kubernetes.io/component'],
    spec.template.spec.topologySpreadConstraints ?? [],
  ]);
  return new Map([...spreads, ['session', pool.spec.template.topologySpreadConstraints ?? []]]);
};

/** What pods of a value set ask for that stay: CPUs and GiB, with so many of each as there are. */
const requestsOf = async (set: string): Promise<[number, number]> => {
  const manifests = await renderChart(set);
  const staying = ['Deployment', 'StatefulSet', 'DaemonSet'];
  const asked = manifests
    .filter(({ kind }) => staying.includes(kind))
    .map(({ spec }): [number, Manifest] => [spec.replicas ?? 1, spec.template.spec.containers[0].resources.requests]);
  const pool = manifests.find(({ kind }) => kind === 'BrowserPool').spec;
  const all: [number, Manifest][] = [...asked, [pool.replicas, pool.template.resources.requests]];
  const sum = (of: (requests: Manifest) => string) =>
    all.reduce((total, [count, requests]) => total + count * (Number(nanos(of(requests))) / 1e9), 0);
  return [sum(({ cpu }) => cpu), sum(({ memory }) => memory) / 2 ** 30];
};

const programs = ['api', 'operator', 'browser-node'];

/** The specs of all pods that a value set makes, by whatever makes them; of the pool, its template. */
const podsOf = async (set: string): Promise<Manifest[]> =>
  (await renderChart(set))
    .map(({ kind, spec }) =>
      kind === 'CronJob' ? spec.jobTemplate.spec.template : kind === 'Pod' ? { spec } : spec?.template,
    )
    .filter(Boolean)
    .map((template) => template.spec ?? template);

describe('where pods of the chart go', () => {
  for (const set of ['default', 'ha', 'existing'])
    it(`is no node of Windows, with "${set}"`, async () => {
      const pods = await podsOf(set);
      assert.ok(pods.length > 9, `${pods.length} pods`);
      for (const { nodeSelector } of pods) assert.equal(nodeSelector['kubernetes.io/os'], 'linux');
    });

  it('is as the values say, of every Job and of the test, too', async () => {
    const manifests = await renderChart('ha');
    const templates = manifests.flatMap(({ kind, metadata, spec }) => {
      if (kind === 'Job') return [spec.template];
      if (kind === 'CronJob') return [spec.jobTemplate.spec.template];
      return kind === 'Pod' ? [{ metadata, spec }] : [];
    });
    assert.ok(templates.length >= 6, `${templates.length} of them`);
    for (const { metadata, spec } of templates) {
      assert.deepEqual(spec.nodeSelector, { 'kubernetes.io/os': 'linux', pool: 'jobs' });
      assert.deepEqual(spec.tolerations, [{ key: 'jobs', operator: 'Exists' }]);
      assert.equal(spec.priorityClassName, 'system-cluster-critical');
      assert.equal(metadata.labels.tier, 'jobs');
      assert.equal(metadata.annotations['example.com/note'], 'job');
    }
  });

  it('is as the values say besides, also of the system', async () => {
    const selectors = async (...set: string[]) =>
      (await renderChart('ha', 'shots', ...set))
        .filter(({ kind, metadata }) => kind === 'Deployment' && metadata.name === 'tintype-browser-node')
        .map(({ spec }) => spec.template.spec.nodeSelector);
    assert.deepEqual(await selectors(), [{ 'kubernetes.io/os': 'linux', pool: 'browsers' }]);
    const other = String.raw`browserNode.nodeSelector.kubernetes\.io/os=other`;
    assert.deepEqual(await selectors('--set', other), [{ 'kubernetes.io/os': 'other', pool: 'browsers' }]);
  });

  it('is no virtual node, for the installer of the profile, which tolerates all taints', async () => {
    const { spec } = (await renderChart('default')).find(({ kind }) => kind === 'DaemonSet').spec.template;
    assert.deepEqual(spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms, [
      {
        matchExpressions: [
          { key: 'type', operator: 'NotIn', values: ['virtual-kubelet'] },
          { key: 'eks.amazonaws.com/compute-type', operator: 'NotIn', values: ['fargate'] },
        ],
      },
    ]);
  });

  for (const set of ['default', 'ha', 'locked-down'])
    it(`does not wait for nodes that they may not be on, nor for pods of the version before, with "${set}"`, async () => {
      const spreads = await spreadsOf(set);
      assert.deepEqual([...spreads.keys()].sort(), [...programs, 'nats', 'session'].sort());
      for (const [component, constraints] of spreads) {
        assert.equal(constraints.length, 2, component);
        const isDeployment = programs.includes(component);
        for (const { nodeTaintsPolicy, matchLabelKeys } of constraints) {
          assert.equal(nodeTaintsPolicy, 'Honor', component);
          assert.deepEqual(matchLabelKeys, isDeployment ? ['pod-template-hash'] : undefined, component);
        }
      }
    });

  it('is as strict as it is asked for, but for sessions, of which none waits because a node is full', async () => {
    for (const [component, constraints] of await spreadsOf('locked-down'))
      for (const { whenUnsatisfiable, topologyKey } of constraints) {
        // Nodes have no zones everywhere, and no pod could be on one without.
        const isStrict = component !== 'session' && topologyKey === 'kubernetes.io/hostname';
        assert.equal(whenUnsatisfiable, isStrict ? 'DoNotSchedule' : 'ScheduleAnyway', component);
      }
    const strict = await renderChart('default', 'shots', '--set', 'podSpread.zonesWhenUnsatisfiable=DoNotSchedule');
    assert.equal(JSON.stringify(strict).match(/"DoNotSchedule"/g)?.length, programs.length + 1);
  });

  it('has as much room as the README says', async () => {
    const rounded = (amount: number) => Math.ceil(amount * 10) / 10;
    const told = readChart('README.md').match(/[\d.]+ CPUs and [\d.]+ GiB/g) ?? [];
    const asked = await Promise.all(['default', 'minimal'].map(requestsOf));
    const sentences = asked.map(([cpus, gib]) => `${rounded(cpus)} CPUs and ${rounded(gib)} GiB`);
    assert.deepEqual(told.slice(1), sentences);
  });

  it('is told in values, for those who want none of it', async () => {
    for (const [component, constraints] of await spreadsOf('minimal')) assert.deepEqual(constraints, [], component);
  });
});
