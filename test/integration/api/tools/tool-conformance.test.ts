import assert from 'node:assert/strict';
import { it } from 'node:test';
import { conformanceRevisions, runConformance, scenariosNotOffered } from '../../../kit/service/tool-conformance.js';
import { startFixtureTools } from '../../../kit/service/tool-fixtures.js';

it('the tool server passes the scenarios of the official suite that prescribe tools', async (test) => {
  const { url, close } = await startFixtureTools();
  try {
    const reports = conformanceRevisions.map((revision) => runConformance(url, 'token', revision, scenariosNotOffered));
    for (const [at, { summary, faults }] of (await Promise.all(reports)).entries()) {
      test.diagnostic([conformanceRevisions[at], ...summary].join('\n'));
      assert.deepEqual(faults, []);
    }
  } finally {
    await close();
  }
});
