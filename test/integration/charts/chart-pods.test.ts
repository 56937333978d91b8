import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { quantityNanos } from '@tintype/crds';
import { exitConfig } from '@tintype/runtime';
import { defaultValues, type Manifest, readChart, renderChart, valueSets } from '../../kit/charts/chart.js';

const podOf = ({ kind, spec }: Manifest): Manifest => (kind === 'CronJob' ? spec.jobTemplate.spec : spec).template.spec;

const jobsOf = async (set: string, ...more: string[]): Promise<Manifest[]> =>
  (await renderChart(set, 'shots', ...more)).filter(({ kind }) => kind === 'Job' || kind === 'CronJob');

const setupOf = (jobs: Manifest[]): Manifest => jobs.find(({ metadata }) => /-setup-/.test(metadata.name));

/** The Job controller waits 10 s, 20 s, … up to 10 min between tries. */
const pausesOf = (tries: number): number =>
  Array.from({ length: tries }, (_, at) => Math.min(600, 10 * 2 ** at)).reduce((sum, each) => sum + each, 0);

const helmSeconds = 300;

describe('the Jobs of the chart', { timeout: 600_000 }, () => {
  for (const set of valueSets)
    it(`leave the log of each try, and say in the pod why it failed, with "${set}"`, async () => {
      const jobs = await jobsOf(set);
      assert.ok(jobs.length >= 3, `${jobs.length}`);
      for (const job of jobs) {
        const { restartPolicy, containers } = podOf(job);
        const [{ terminationMessagePolicy }] = containers;
        assert.deepEqual([restartPolicy, terminationMessagePolicy], ['Never', 'FallbackToLogsOnError']);
      }
    });

  it('check the ledger each night, one run at a time and for 1 h at most', async () => {
    const verify = (await jobsOf('default')).find(({ metadata }) => metadata.name === 'tintype-verify');
    const { concurrencyPolicy, jobTemplate } = verify.spec;
    assert.deepEqual([concurrencyPolicy, jobTemplate.spec.activeDeadlineSeconds], ['Forbid', 3600]);
  });

  it('try the setup several times, to the end of the last try, and not again what cannot work', async () => {
    const { spec } = setupOf(await jobsOf('default'));
    const { backoffLimit, activeDeadlineSeconds, podFailurePolicy, template } = spec;
    const [{ name, env }] = template.spec.containers;
    const { value: natsSeconds } = env.find((each: Manifest) => each.name === 'TINTYPE_NATS_SECONDS');
    assert.ok(backoffLimit >= 5);
    assert.ok((backoffLimit + 1) * Number(natsSeconds) + pausesOf(backoffLimit) < activeDeadlineSeconds);
    const fails = podFailurePolicy.rules.find(({ action }: Manifest) => action === 'FailJob');
    assert.deepEqual(fails.onExitCodes, { containerName: name, operator: 'In', values: [exitConfig] });
  });

  it('end before Helm gives up, and the drain on its own before that', async () => {
    const hooks = (await jobsOf('default')).filter(({ metadata }) => metadata.annotations?.['helm.sh/hook']);
    assert.deepEqual(hooks.map(({ metadata }) => metadata.name).sort(), ['tintype-definitions', 'tintype-drain']);
    for (const { metadata, spec } of hooks)
      assert.ok(spec.activeDeadlineSeconds < helmSeconds, `${metadata.name}: ${spec.activeDeadlineSeconds} s`);
    for (const seconds of [defaultValues().hooks.drain.seconds, 3600]) {
      const jobs = await jobsOf('default', '--set', `hooks.drain.seconds=${seconds}`);
      const { spec } = jobs.find(({ metadata }) => metadata.name === 'tintype-drain');
      const { value } = podOf({ spec }).containers[0].env.find(
        ({ name }: Manifest) => name === 'TINTYPE_DRAIN_SECONDS',
      );
      assert.deepEqual([Number(value), spec.activeDeadlineSeconds], [seconds, seconds + 45]);
    }
  });

  it('run the setup again when it does something else, and only then', async () => {
    const nameWith = async (...set: string[]) => setupOf(await jobsOf('default', ...set)).metadata.name;
    const name = await nameWith();
    assert.equal(await nameWith('--set', 'api.replicas=5'), name);
    assert.notEqual(await nameWith('--set', 'storage.resultsGib=5'), name);
  });
});

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

/** CPUs and GiB that the long-running pods of a value set request, with all replicas. */
const requestsOf = async (set: string): Promise<[number, number]> => {
  const manifests = await renderChart(set);
  const staying = ['Deployment', 'StatefulSet', 'DaemonSet'];
  const asked = manifests
    .filter(({ kind }) => staying.includes(kind))
    .map(({ spec }): [number, Manifest] => [spec.replicas ?? 1, spec.template.spec.containers[0].resources.requests]);
  const pool = manifests.find(({ kind }) => kind === 'BrowserPool').spec;
  const all: [number, Manifest][] = [...asked, [pool.replicas, pool.template.resources.requests]];
  const sum = (of: (requests: Manifest) => string) =>
    all.reduce((total, [count, requests]) => total + count * (Number(quantityNanos(of(requests))) / 1e9), 0);
  return [sum(({ cpu }) => cpu), sum(({ memory }) => memory) / 2 ** 30];
};

const programs = ['api', 'operator', 'browser-node'];

const podsOf = async (set: string): Promise<Manifest[]> =>
  (await renderChart(set))
    .map(({ kind, spec }) =>
      kind === 'CronJob' ? spec.jobTemplate.spec.template : kind === 'Pod' ? { spec } : spec?.template,
    )
    .filter(Boolean)
    .map((template) => template.spec ?? template);

describe('where pods of the chart go', () => {
  for (const set of ['default', 'ha', 'existing'])
    it(`is never a Windows node, with "${set}"`, async () => {
      const pods = await podsOf(set);
      assert.ok(pods.length > 9, `${pods.length} pods`);
      for (const { nodeSelector } of pods) assert.equal(nodeSelector['kubernetes.io/os'], 'linux');
    });

  it('follows the values, for every Job and the test too', async () => {
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

  it('follows further values, also with the system labels', async () => {
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
    it(`ignores nodes that they may not use, and pods of the previous version, with "${set}"`, async () => {
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

  it('is as strict as the values, except for sessions: none waits for an even spread', async () => {
    for (const [component, constraints] of await spreadsOf('locked-down'))
      for (const { whenUnsatisfiable, topologyKey } of constraints) {
        // Not all clusters have zones, and no pod could run on a node without one.
        const isStrict = component !== 'session' && topologyKey === 'kubernetes.io/hostname';
        assert.equal(whenUnsatisfiable, isStrict ? 'DoNotSchedule' : 'ScheduleAnyway', component);
      }
    const strict = await renderChart('default', 'shots', '--set', 'podSpread.zonesWhenUnsatisfiable=DoNotSchedule');
    assert.equal(JSON.stringify(strict).match(/"DoNotSchedule"/g)?.length, programs.length + 1);
  });

  it('requests what the README says', async () => {
    const rounded = (amount: number) => Math.ceil(amount * 10) / 10;
    const documented = readChart('README.md').match(/[\d.]+ CPUs and [\d.]+ GiB/g) ?? [];
    const asked = await Promise.all(['default', 'minimal'].map(requestsOf));
    const sentences = asked.map(([cpus, gib]) => `${rounded(cpus)} CPUs and ${rounded(gib)} GiB`);
    assert.deepEqual(documented.slice(1), sentences);
  });

  it('can be turned off by values', async () => {
    for (const [component, constraints] of await spreadsOf('minimal')) assert.deepEqual(constraints, [], component);
  });
});

const named = (manifests: Manifest[], kind: string, name: string): Manifest =>
  manifests.find((each) => each.kind === kind && each.metadata.name === name);

const ofRenders = (manifests: Manifest[]): Manifest =>
  named(manifests, 'Deployment', 'tintype-browser-node').spec.template.spec.securityContext.seccompProfile;

const ofOtherPools = (manifests: Manifest[]): string =>
  named(manifests, 'Deployment', 'tintype-operator').spec.template.spec.containers[0].env.find(
    ({ name }: Manifest) => name === 'TINTYPE_SESSION_SECCOMP',
  )?.value;

const installed = (manifests: Manifest[]): string | undefined =>
  named(manifests, 'DaemonSet', 'tintype-seccomp')?.spec.template.spec.containers[0].env[0].value;

describe('the seccomp profile of the chart', { timeout: 600_000 }, () => {
  for (const set of valueSets)
    it(`is the same for renders, for the pool, and for pools of others, with "${set}"`, async () => {
      const manifests = await renderChart(set);
      const { type, localhostProfile } = ofRenders(manifests);
      assert.equal(type, 'Localhost');
      const pool = named(manifests, 'BrowserPool', 'default').spec.template.seccompProfile;
      assert.deepEqual(pool, { type, localhostProfile });
      assert.equal(ofOtherPools(manifests), localhostProfile);
      if (set !== 'locked-down') assert.equal(installed(manifests), localhostProfile);
    });

  it('is installed without the default pool, too: renders and other pools need it', async () => {
    const manifests = await renderChart('default', 'shots', '--set', 'pool.enabled=false,seccomp.profile=ours/a.json');
    assert.equal(named(manifests, 'BrowserPool', 'default'), undefined);
    assert.deepEqual([installed(manifests), ofOtherPools(manifests)], ['ours/a.json', 'ours/a.json']);
    assert.equal(ofRenders(manifests).localhostProfile, 'ours/a.json');
  });

  it('is off if the values say so, also for other pools', async () => {
    for (const type of ['RuntimeDefault', 'Unconfined']) {
      const manifests = await renderChart('default', 'shots', '--set', `seccomp.type=${type}`);
      assert.deepEqual([ofRenders(manifests), ofOtherPools(manifests)], [{ type }, type]);
      assert.equal(installed(manifests), undefined);
    }
  });

  it('is installed with the SELinux options of the values', async () => {
    const args = ['--set', 'seccomp.installer.seLinuxOptions.type=spc_t'];
    const { spec } = named(await renderChart('default', 'shots', ...args), 'DaemonSet', 'tintype-seccomp').spec
      .template;
    assert.deepEqual(spec.containers[0].securityContext.seLinuxOptions, { type: 'spc_t' });
  });

  for (const namespace of ['shots', 'kube-system'])
    it(`is installed by pods without a token and without network, in ${namespace}`, async () => {
      const manifests = await renderChart('default', 'shots', '--set', `seccomp.installer.namespace=${namespace}`);
      const own = manifests.filter(({ metadata }) => metadata.name === 'tintype-seccomp');
      assert.deepEqual(
        own.map(({ kind, metadata }) => [kind, metadata.namespace]).sort(),
        ['ConfigMap', 'DaemonSet', 'NetworkPolicy', 'ServiceAccount'].map((kind) => [kind, namespace]),
      );
      const { spec } = named(own, 'DaemonSet', 'tintype-seccomp').spec.template;
      assert.deepEqual([spec.serviceAccountName, spec.automountServiceAccountToken], ['tintype-seccomp', false]);
      assert.equal(named(own, 'ServiceAccount', 'tintype-seccomp').automountServiceAccountToken, false);
      const policy = named(own, 'NetworkPolicy', 'tintype-seccomp').spec;
      assert.deepEqual([policy.policyTypes, policy.ingress, policy.egress], [['Ingress', 'Egress'], [], []]);
      const { labels } = named(own, 'DaemonSet', 'tintype-seccomp').spec.template.metadata;
      for (const [name, value] of Object.entries(policy.podSelector.matchLabels)) assert.equal(labels[name], value);
    });
});
