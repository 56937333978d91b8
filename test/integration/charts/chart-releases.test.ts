import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { commands } from '../../e2e/scenarios/commands.js';
import { chartFolder, helm, type Manifest, manifestsIn } from '../../kit/charts/chart.js';

const long = 'a-release-name-of-the-greatest-length-that-helm-take';

/** Release name, the chart's name (or alias), and the expected prefix of object names. */
const beginnings: [release: string, alias: string, beginning: string | RegExp][] = [
  ['shots', 'tintype', 'shots-tintype'],
  // Both have the same names, by Helm's convention: the second release contains the chart's name.
  ['shots-tintype', 'tintype', 'shots-tintype'],
  ['tintype', 'tintype', 'tintype'],
  ['our-tintype-2', 'tintype', 'our-tintype-2'],
  ['r'.repeat(32), 'tintype', `${'r'.repeat(32)}-tintype`],
  ['my.app', 'tintype', /^my-app-tintype-[0-9a-f]{6}$/],
  ['my-app', 'tintype', 'my-app-tintype'],
  ['1app', 'tintype', /^r-1app-tintype-[0-9a-f]{6}$/],
  ['1.tintype', 'tintype', /^r-1-tintype-[0-9a-f]{6}$/],
  ['shots', 'Web_Shots', /^shots-web-shots-[0-9a-f]{6}$/],
  [`${long}s`, 'tintype', /^a-release-name-of-the-greatest-le-[0-9a-f]{6}$/],
  [`${long}n`, 'tintype', /^a-release-name-of-the-greatest-le-[0-9a-f]{6}$/],
  [`a.release-name-of-the-greatest-length`, 'tintype', /^a-release-name-of-the-greatest-le-[0-9a-f]{6}$/],
];

const listTemplate = `apiVersion: v1
kind: ConfigMap
metadata: { name: beginnings }
data:
  {{- range $index, $each := .Values.releases }}
  {{- $root := dict "Release" (dict "Name" $each.release) "Chart" (dict "Name" $each.alias) "Values" dict }}
  "{{ $index }}": {{ include "tintype.fullname" $root | quote }}
  {{- end }}
`;

/** The chart as a dependency with `tintype.enabled`, and once more under an alias. */
describe('the chart as a dependency', { timeout: 600_000 }, () => {
  let folder: string;
  let manifests: Manifest[];

  const render = async (...more: string[]) =>
    manifestsIn(await helm(['template', '1my.app', folder, '--namespace', 'shots', ...more]));

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tintype-parent-'));
    mkdirSync(join(folder, 'templates'));
    cpSync(chartFolder, join(folder, 'charts/tintype'), { recursive: true });
    const dependency = { name: 'tintype', version: '*', repository: '', condition: 'tintype.enabled' };
    const chart = { apiVersion: 'v2', name: 'parent', version: '1.0.0', dependencies: [dependency] };
    writeFileSync(join(folder, 'Chart.yaml'), JSON.stringify(chart));
    const releases = beginnings.map(([release, alias]) => ({ release, alias }));
    const values = { releases, global: { region: 'x' }, tintype: { enabled: true, logLevel: 'debug' } };
    writeFileSync(join(folder, 'values.yaml'), JSON.stringify(values));
    writeFileSync(join(folder, 'templates/list.yaml'), listTemplate);
    manifests = await render();
  });
  after(() => {
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  it('is there where its condition holds, and only there', async () => {
    assert.ok(manifests.some(({ kind, metadata }) => kind === 'Deployment' && metadata.name.endsWith('-api')));
    const without = await render('--set', 'tintype.enabled=false,releases=null');
    assert.deepEqual(
      without.map(({ metadata }) => metadata.name),
      ['beginnings'],
    );
  });

  it('has names that API servers take, for a release name with a digit first and a dot', () => {
    const services = manifests.filter(({ kind }) => kind === 'Service').map(({ metadata }) => metadata.name);
    assert.ok(services.length >= 3);
    // API servers before 1.34 require RFC 1035 for Services.
    for (const name of services) assert.match(name, /^r-1my-app-tintype-[0-9a-f]{6}(-[a-z0-9]+)+$/);
  });

  it('begins its names with those of release and chart, the chart once', () => {
    const { data } = manifests.find(({ metadata }) => metadata.name === 'beginnings');
    const found = beginnings.map((_, index) => String(data[index]));
    for (const [index, [release, alias, expected]] of beginnings.entries()) {
      const what = `${release} ${alias}`;
      if (typeof expected === 'string') assert.equal(found[index], expected, what);
      else assert.match(found[index] ?? '', expected, what);
      assert.ok((found[index] ?? '').length <= 40, what);
    }
    const others = beginnings.flatMap(([release], index) => (release === 'shots-tintype' ? [] : [found[index]]));
    assert.equal(new Set(others).size, others.length);
  });
});

const notes = async (release: string, ...more: string[]): Promise<string> => {
  const printed = await helm(['install', release, chartFolder, '--dry-run=client', ...more]);
  return printed.split('\nNOTES:\n')[1] ?? assert.fail('there are no notes');
};

describe('the notes of the chart', { timeout: 600_000 }, () => {
  it("have the README's commands for a picture, which the cluster's scenarios play", async () => {
    const lines = (await notes('tintype', '--namespace', 'tintype')).split('\n').map((line) => line.trim());
    const missing = commands('A picture')
      .split('\n')
      .filter((line) => !lines.includes(line));
    assert.deepEqual(missing.filter(Boolean), []);
  });

  it('say who gets no metrics, where policies let nobody of another namespace read them', async () => {
    const monitored = 'monitoring.serviceMonitor.enabled=true';
    const scaled = 'browserNode.keda.enabled=true';
    const readers = async (...set: string[]) =>
      /metrics: (.*) in another namespace gets none/.exec(await notes('tintype', '--set', set.join()))?.[1];
    assert.equal(await readers(monitored), 'Prometheus');
    assert.equal(await readers(monitored, scaled), 'Prometheus and KEDA');
    assert.equal(await readers(monitored, scaled, 'networkPolicy.enabled=false'), undefined);
    assert.equal(await readers(monitored, 'networkPolicy.metricsFrom[0].podSelector.matchLabels.a=b'), undefined);
    const elsewhere = 'nats.enabled=false,nats.existing.secret=a,nats.existing.monitoringEndpoint=b:1';
    assert.equal(await readers(scaled, elsewhere), undefined);
  });

  it('name what there is, under another name and in another namespace', async () => {
    const text = await notes('shots', '--namespace', 'pictures', '--set', 'api.service.port=8081');
    assert.match(text, /kubectl -n pictures port-forward svc\/shots-tintype-api 8080:8081 &/);
    assert.match(text, /get secret shots-tintype-keys /);
    assert.doesNotMatch(text, /-n tintype/);
  });
});
