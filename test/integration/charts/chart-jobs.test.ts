import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { exitConfig } from '@tintype/runtime';
import { defaultValues, type Manifest, renderChart, valueSets } from '../../kit/chart.js';

const podOf = ({ kind, spec }: Manifest): Manifest => (kind === 'CronJob' ? spec.jobTemplate.spec : spec).template.spec;

const jobsOf = async (set: string, ...more: string[]): Promise<Manifest[]> =>
  (await renderChart(set, 'shots', ...more)).filter(({ kind }) => kind === 'Job' || kind === 'CronJob');

const setupOf = (jobs: Manifest[]): Manifest => jobs.find(({ metadata }) => /-setup-/.test(metadata.name));

/** A Job waits so long before its n-th try more, at most 10 minutes. */
const pausesOf = (tries: number): number =>
  Array.from({ length: tries }, (_, at) => Math.min(600, 10 * 2 ** at)).reduce((sum, each) => sum + each, 0);

/** What `--timeout` is where nobody says it. */
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

  it('compare the books each night, whatever became of the night before', async () => {
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

  it('end before Helm gives up on them, and the drain by itself before that', async () => {
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
