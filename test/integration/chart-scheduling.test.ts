import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Manifest, renderChart } from '../kit/chart.js';

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

const programs = ['api', 'operator', 'browser-node'];

describe('where pods of the chart go', () => {
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

  it('is told in values, for those who want none of it', async () => {
    for (const [component, constraints] of await spreadsOf('minimal')) assert.deepEqual(constraints, [], component);
  });
});
