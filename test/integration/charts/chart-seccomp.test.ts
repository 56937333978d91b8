import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Manifest, renderChart, valueSets } from '../../kit/chart.js';

const named = (manifests: Manifest[], kind: string, name: string): Manifest =>
  manifests.find((each) => each.kind === kind && each.metadata.name === name);

/** The profile that a program's pods are under, as pods have it. */
const ofRenders = (manifests: Manifest[]): Manifest =>
  named(manifests, 'Deployment', 'tintype-browser-node').spec.template.spec.securityContext.seccompProfile;

/** What the operator gives to pods whose pool names none. */
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

  it('is none where the values say so, for pools of others as well', async () => {
    for (const type of ['RuntimeDefault', 'Unconfined']) {
      const manifests = await renderChart('default', 'shots', '--set', `seccomp.type=${type}`);
      assert.deepEqual([ofRenders(manifests), ofOtherPools(manifests)], [{ type }, type]);
      assert.equal(installed(manifests), undefined);
    }
  });

  it('is installed where SELinux lets nobody else write', async () => {
    const args = ['--set', 'seccomp.installer.seLinuxOptions.type=spc_t'];
    const { spec } = named(await renderChart('default', 'shots', ...args), 'DaemonSet', 'tintype-seccomp').spec
      .template;
    assert.deepEqual(spec.containers[0].securityContext.seLinuxOptions, { type: 'spc_t' });
  });

  for (const namespace of ['shots', 'kube-system'])
    it(`is installed by pods without a token, to which nobody speaks and which speak to nobody, in ${namespace}`, async () => {
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
