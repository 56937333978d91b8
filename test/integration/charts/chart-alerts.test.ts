import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { errorTable } from '@tintype/contracts';
import { type AlertCase, containers, elsewhere, type FiringCase, targetLabels } from '../../kit/charts/alert-case.js';
import { firingBatches, quietBatches } from '../../kit/charts/alert-cases-batches.js';
import { firingParts, quietParts } from '../../kit/charts/alert-cases-parts.js';
import { firingUploads, quietUploads } from '../../kit/charts/alert-cases-uploads.js';
import { firingWork, quietWork } from '../../kit/charts/alert-cases-work.js';
import { type Manifest, renderChart } from '../../kit/charts/chart.js';
import { lookForProgram } from '../../kit/programs/test-programs.js';

const rulesOf = (manifests: Manifest[]): Manifest[] =>
  manifests.find(({ kind }) => kind === 'PrometheusRule').spec.groups.flatMap(({ rules }: Manifest) => rules);

const alerts = async (...set: string[]): Promise<Manifest[]> =>
  rulesOf(await renderChart('default', 'shots', '--set', ['monitoring.prometheusRule.enabled=true', ...set].join()));

const labelsIn = (selector: string): Record<string, string> =>
  Object.fromEntries([...selector.matchAll(/(\w+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]));

describe('the alerts of the chart', { timeout: 600_000 }, () => {
  it('tell when a program that is scraped has no pod at all', async () => {
    const manifests = await renderChart('ha');
    const absent = rulesOf(manifests).filter(({ expr }) => expr.startsWith('absent('));
    const labels = absent.map(({ expr }) => labelsIn(expr));
    const service = manifests.find(({ metadata }) => metadata.labels['app.kubernetes.io/component'] === 'metrics');
    for (const { namespace, job } of labels) assert.deepEqual([namespace, job], ['shots', service.metadata.name]);
    const scraped = manifests
      .filter(({ spec }) => spec?.template?.metadata?.labels?.['tintype.dev/metrics'])
      .map(({ spec }) => spec.template.spec.containers[0].name);
    assert.equal(scraped.length, 3);
    assert.deepEqual(labels.map(({ container }) => container).sort(), scraped.sort());
  });

  it('know that KEDA may take the last renderer away', async () => {
    const named = async (...set: string[]) => (await alerts(...set)).map(({ alert }) => alert);
    const all = await named();
    assert.ok(all.includes('TintypeNoRenderer'));
    assert.deepEqual(await named('browserNode.keda.enabled=true'), all);
    assert.deepEqual(
      await named('browserNode.keda.enabled=true', 'browserNode.keda.minReplicas=0'),
      all.filter((name) => name !== 'TintypeNoRenderer'),
    );
  });

  it('tell of the nightly check of the ledger, by the name of its Jobs', async () => {
    const manifests = await renderChart('ha', 'shots', '--set', 'fullnameOverride=pictures');
    const { expr } = rulesOf(manifests).find(({ alert }) => alert === 'TintypeLedgerDisagrees');
    const [, pattern = ''] = /job_name=~"([^"]*)"/.exec(expr) ?? [];
    const nightly = manifests.find(({ kind, spec }) => kind === 'CronJob' && !spec.suspend);
    assert.match(`${nightly.metadata.name}-29876543`, new RegExp(`^(?:${pattern})$`));
  });

  it('blame the service for no fault of pages', async () => {
    const { expr } = (await alerts()).find(({ alert }) => alert === 'TintypeErrors');
    const [failed = '', all = ''] = expr.split('/ sum');
    const left = new RegExp(`^(?:${/code!~"([^"]*)"/.exec(failed)?.[1]})$`);
    const codes = Object.entries(errorTable).flatMap(([code, { status }]) => (status >= 500 ? [code] : []));
    const counted = codes.filter((code) => !left.test(code));
    assert.deepEqual(counted, ['render_failed', 'internal', 'overloaded', 'unavailable']);
    assert.match(failed, /code="timeout", route!="\/v1\/sessions\/:id\/actions"/);
    assert.doesNotMatch(all, /code/);
  });

  it('watch the volumes of NATS, also under a fullnameOverride', async () => {
    const rules = rulesOf(await renderChart('ha', 'shots', '--set', 'fullnameOverride=pictures'));
    const { expr } = rules.find(({ alert }) => alert === 'TintypeNatsVolumeFull');
    assert.equal(expr.match(/persistentvolumeclaim=~"data-pictures-nats-\[0-9\]\+"/g)?.length, 2);
    assert.doesNotMatch(JSON.stringify(rules), /FULLNAME|METRICS|NAMESPACE/);
  });

  it('lead to their sections of the runbook', async () => {
    for (const { alert, annotations } of await alerts())
      assert.equal(annotations.runbook, `docs/runbook.md#${alert.toLowerCase()}`);
    for (const { alert, annotations } of await alerts(
      'monitoring.prometheusRule.runbookUrl=https://wiki.example.com/a',
    ))
      assert.equal(annotations.runbook_url, `https://wiki.example.com/a#${alert.toLowerCase()}`);
  });
});

const run = promisify(execFile);

const promtool = lookForProgram('promtool') ?? '';
const skip = !promtool && 'There is no promtool: make test takes one from apt on Debian, or put one on PATH.';

const firing = [...firingParts, ...firingWork, ...firingBatches, ...firingUploads];
const quiet = [...quietParts, ...quietWork, ...quietBatches, ...quietUploads];

const ofAbsence = ['TintypeNoApi', 'TintypeNoOperator', 'TintypeNoRenderer', 'TintypeNoLeader'];

const inAnotherNamespace = firing
  .filter(({ alert }) => !ofAbsence.includes(alert))
  .map(({ alert, when, series, at }) => ({
    alert,
    when: `${when}, in another namespace`,
    minutes: at + 5,
    series: Object.fromEntries(Object.entries(series).map(([name, samples]) => [elsewhere(name), samples])),
  }));

const interval = '30s';

const momentsBefore = (minute: number): number[] => Array.from({ length: minute * 2 }, (_, index) => index / 2);

const expected = (alert: string, minute: number, alerts: object[] = []) => ({
  eval_time: `${minute * 60}s`,
  alertname: alert,
  exp_alerts: alerts,
});

const annotations = ({ alert, summary }: FiringCase) => ({
  summary,
  runbook_url: `https://wiki.example.com/tintype#${alert.toLowerCase()}`,
});

const promtoolTest = ({ series }: AlertCase, expectations: object[]) => ({
  rule_files: ['rules.json'],
  evaluation_interval: interval,
  tests: [
    {
      interval,
      input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
      alert_rule_test: expectations,
    },
  ],
});

const rows = readFileSync(new URL('../../../../docs/api.md', import.meta.url), 'utf8').matchAll(
  /^\| `(tintype_\w+)` \| ([^|]*) \|/gm,
);

const documented = new Map(
  [...rows].map(([, metric = '', labels = '']) => [metric, [...labels.matchAll(/`(\w+)`/g)].map(([, name]) => name)]),
);

const cases = [
  ...firing.map((each) => ({
    name: `${each.alert} fires, and not before: ${each.when}`,
    each: each as AlertCase,
    expectations: [
      ...momentsBefore(each.at).map((minute) => expected(each.alert, minute)),
      expected(each.alert, each.at, [{ exp_labels: each.labels, exp_annotations: annotations(each) }]),
    ],
  })),
  ...[...quiet, ...inAnotherNamespace].map((each) => ({
    name: `${each.alert} is silent: ${each.when}`,
    each: each as AlertCase,
    expectations: momentsBefore(each.minutes).map((minute) => expected(each.alert, minute)),
  })),
];

describe('the alert rules of the chart, by promtool', { timeout: 600_000, skip }, () => {
  let folder: string;
  let manifests: Manifest[];
  let rules: Manifest[];

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tintype-alerts-'));
    manifests = await renderChart('ha');
    const { groups } = manifests.find(({ kind }) => kind === 'PrometheusRule').spec;
    rules = groups.flatMap((group: Manifest) => group.rules);
    writeFileSync(join(folder, 'rules.json'), JSON.stringify({ groups }));
  });
  after(() => {
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  /** The output of each case, and all errors. One run serves all cases: a process takes longer than a case. */
  const judge = async (): Promise<{ verdicts: string[]; errors: string }> => {
    const files = cases.map(({ each, expectations }, index) => {
      const file = join(folder, `case-${index}.json`);
      writeFileSync(file, JSON.stringify(promtoolTest(each, expectations)));
      return file;
    });
    const { stdout, stderr } = await run(promtool, ['test', 'rules', ...files], { maxBuffer: 2 ** 26 }).catch(
      (error) => error,
    );
    assert.ok(stdout, `promtool printed nothing. ${stderr}`);
    const parts: string[] = stdout.split(/^Unit Testing: */m);
    return { verdicts: files.map((file) => parts.find((part) => part.startsWith(file)) ?? ''), errors: stderr };
  };

  it('are of the form that Prometheus takes', async () => {
    const { stdout } = await run(promtool, ['check', 'rules', join(folder, 'rules.json')]);
    assert.match(stdout, new RegExp(`SUCCESS: ${rules.length} rules found`));
  });

  it('are all tried, with what lets them fire and with what does not', () => {
    const names = rules.map(({ alert }) => alert).sort();
    for (const cases of [firing, quiet]) assert.deepEqual([...new Set(cases.map(({ alert }) => alert))].sort(), names);
  });

  it('are tried with the labels that the objects of the chart give', () => {
    const service = manifests.find(({ metadata }) => metadata.labels['app.kubernetes.io/component'] === 'metrics');
    const { spec } = manifests.find(({ kind }) => kind === 'ServiceMonitor');
    const [endpoint] = spec.endpoints;
    assert.deepEqual([spec.jobLabel, endpoint.interval], [undefined, interval]);
    const { namespace, job, endpoint: port } = targetLabels('api');
    assert.deepEqual([namespace, job, port], [service.metadata.namespace, service.metadata.name, endpoint.port]);
    const scraped = manifests.filter(({ spec }) => spec?.template?.metadata?.labels?.['tintype.dev/metrics']);
    const named = scraped.map(({ spec }) => spec.template.spec.containers[0].name);
    assert.deepEqual(named.sort(), Object.values(containers).sort());
  });

  it('are tried with metrics of the labels that docs/api.md says', () => {
    const common = [...Object.keys(targetLabels('api')), 'program'];
    const names = [...firing, ...quiet].flatMap(({ series }) => Object.keys(series));
    for (const name of names.filter((name) => name.startsWith('tintype_'))) {
      const [metric = '', rest = ''] = name.split('{');
      const labels = [...rest.matchAll(/(\w+)="/g)].map(([, label = '']) => label);
      assert.deepEqual(
        labels.filter((label) => !common.includes(label)),
        documented.get(metric),
        metric,
      );
    }
  });

  describe('each', () => {
    let judged: Awaited<ReturnType<typeof judge>>;

    before(async () => {
      judged = await judge();
    });

    for (const [index, { name }] of cases.entries())
      it(name, () => {
        const verdict = judged.verdicts[index] ?? '';
        assert.match(verdict, /^ *SUCCESS$/m, verdict + judged.errors);
      });
  });
});
