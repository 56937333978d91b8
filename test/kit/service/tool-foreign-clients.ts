import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type PythonLibrary, pythonFolder } from '../programs/test-programs.js';
import type { ConformanceRevision } from './conformance-scenarios.js';
import { fixtureScenarios, runConformance, scenariosNotOffered } from './tool-conformance.js';
import type { ToolStage } from './tool-stage.js';

/** Clients of the tool server that others wrote, on all of `make run`. */

/** The client cancels a call of each revision that it speaks. */
export const servePythonClient = async (
  stage: ToolStage,
  name: Extract<PythonLibrary, 'tools1' | 'tools2'>,
): Promise<void> => {
  const left = await stage.leftCalls('service_screenshot');
  const script = fileURLToPath(new URL('../../../python/tools.py', import.meta.url));
  const env = { ...process.env, PYTHONPATH: pythonFolder(name) };
  const args = [script, `${stage.stack.url}/mcp/v1`, stage.token, stage.site.url('')];
  assert.equal((await promisify(execFile)('python3', args, { env })).stdout, 'done\n');
  await stage.untilIdle();
  assert.equal(await stage.leftCalls('service_screenshot'), left + (name === 'tools1' ? 1 : 2));
};

export const passConformance = async (
  stage: ToolStage,
  revision: ConformanceRevision,
  test: TestContext,
): Promise<void> => {
  const skipped = { ...scenariosNotOffered, ...fixtureScenarios };
  const { summary, faults } = await runConformance(stage.stack.url, stage.token, revision, skipped);
  test.diagnostic(summary.join('\n'));
  assert.deepEqual(faults, []);
};
