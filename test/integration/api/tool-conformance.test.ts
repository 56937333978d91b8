import assert from 'node:assert/strict';
import { it } from 'node:test';
import { runConformance, scenariosNotOffered } from '../../kit/service/tool-conformance.js';
import { startFixtureTools } from '../../kit/service/tool-fixtures.js';

it('the tool server passes the scenarios of the official suite that prescribe tools', async (test) => {
  const { url, close } = await startFixtureTools();
  try {
    const { code, output, summary } = await runConformance(url, 'token', scenariosNotOffered);
    test.diagnostic(summary);
    assert.equal(code, 0, output);
  } finally {
    await close();
  }
});
