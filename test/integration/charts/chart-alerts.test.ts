import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { errorTable } from '@tintype/contracts';
import { type Manifest, renderChart } from '../../kit/chart.js';

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

  it('tell of the nightly comparison of the books, by the name of its Jobs', async () => {
    const manifests = await renderChart('ha', 'shots', '--set', 'fullnameOverride=pictures');
    const { expr } = rulesOf(manifests).find(({ alert }) => alert === 'TintypeBooksDisagree');
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

  it('watch the volumes that NATS has, under whatever name', async () => {
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
