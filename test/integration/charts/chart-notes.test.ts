import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { commands } from '../../e2e/scenarios/commands.js';
import { chartFolder, helm } from '../../kit/chart.js';

/** What Helm prints after an install. */
const notes = async (release: string, ...more: string[]): Promise<string> => {
  const said = await helm(['install', release, chartFolder, '--dry-run=client', ...more]);
  return said.split('\nNOTES:\n')[1] ?? assert.fail('there are no notes');
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
    const said = await notes('shots', '--namespace', 'pictures', '--set', 'api.service.port=8081');
    assert.match(said, /kubectl -n pictures port-forward svc\/shots-tintype-api 8080:8081 &/);
    assert.match(said, /get secret shots-tintype-keys /);
    assert.doesNotMatch(said, /-n tintype/);
  });
});
