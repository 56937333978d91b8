import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { commands } from '../e2e/scenarios/commands.js';
import { chartFolder, helm } from '../kit/chart.js';

/** What Helm prints after an install. */
const notes = async (release: string, ...more: string[]): Promise<string> => {
  const said = await helm(['install', release, chartFolder, '--dry-run=client', ...more]);
  return said.split('\nNOTES:\n')[1] ?? assert.fail('there are no notes');
};

describe('the notes of the chart', { timeout: 60_000 }, () => {
  it("have the README's commands for a picture, which the cluster's scenarios play", async () => {
    const lines = (await notes('tintype', '--namespace', 'tintype')).split('\n').map((line) => line.trim());
    const missing = commands('A picture')
      .split('\n')
      .filter((line) => !lines.includes(line));
    assert.deepEqual(missing.filter(Boolean), []);
  });

  it('name what there is, under another name and in another namespace', async () => {
    const said = await notes('shots', '--namespace', 'pictures', '--set', 'api.service.port=8081');
    assert.match(said, /kubectl -n pictures port-forward svc\/shots-tintype-api 8080:8081 &/);
    assert.match(said, /get secret shots-tintype-keys /);
    assert.doesNotMatch(said, /-n tintype/);
  });
});
