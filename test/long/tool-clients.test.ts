import { after, before, describe, it } from 'node:test';
import { pythonLibraries } from '../kit/programs/test-programs.js';
import { conformanceRevisions } from '../kit/service/tool-conformance.js';
import { passConformance, servePythonClient } from '../kit/service/tool-foreign-clients.js';
import { ToolStage } from '../kit/service/tool-stage.js';

describe('the tool server, with every client', { timeout: 600_000 }, () => {
  let stage: ToolStage;

  before(async () => {
    stage = await ToolStage.start();
  });
  after(() => stage?.stop());

  for (const name of ['tools1', 'tools2'] as const)
    it(`serves mcp ${pythonLibraries[name].version} of Python`, () => servePythonClient(stage, name));

  for (const revision of conformanceRevisions)
    it(`passes the official conformance suite of ${revision}`, (test) => passConformance(stage, revision, test));
});
