import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { promisify } from 'node:util';
import { chartFolder, type Manifest, renderChart, valueSets } from '../../../kit/charts/chart.js';
import { schemaFiles, writeSchemas } from '../../../kit/charts/kube-schemas.js';
import type { KubeApiServer } from '../../../kit/kube/api-server.js';
import { findProgram } from '../../../kit/programs/test-programs.js';

const run = promisify(execFile);

interface Verdict {
  resources?: { kind: string; name: string; msg: string }[];
  summary: { valid: number; invalid: number; errors: number; skipped: number };
}

/** What the chart makes, by kubeconform. The API server has the definitions of other operators. */
export const kubeconformCases = (kubeOf: () => KubeApiServer): void => {
  let folder: string;
  const rendered = new Map<string, Manifest[]>();

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tintype-schemas-'));
    await kubeOf().apply(join(chartFolder, 'crds'));
    for (const set of valueSets) rendered.set(set, await renderChart(set));
    await writeSchemas(kubeOf(), folder, [...rendered.values()].flat());
  });
  after(() => {
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  const judge = async (manifests: readonly Manifest[]): Promise<Verdict> => {
    const file = join(folder, 'manifests.yaml');
    writeFileSync(file, manifests.map((each) => JSON.stringify(each)).join('\n---\n'));
    const args = ['-strict', '-summary', '-output', 'json', '-schema-location', schemaFiles(folder), file];
    // It exits with 1 for a fault, and prints it.
    const { stdout } = await run(findProgram('kubeconform'), args).catch((error: { stdout: string }) => error);
    return JSON.parse(stdout);
  };

  for (const set of valueSets)
    it(`is of the form of its kinds, with the values "${set}"`, async () => {
      const manifests = rendered.get(set) ?? [];
      assert.ok(manifests.length > 10, `${manifests.length} objects`);
      const { resources = [], summary } = await judge(manifests);
      assert.deepEqual(resources, []);
      assert.deepEqual(summary, { valid: manifests.length, invalid: 0, errors: 0, skipped: 0 });
    });

  it('would be refused with a field that a kind does not have, or a value of another type', async () => {
    const [deployment] = (rendered.get('default') ?? []).filter(({ kind }) => kind === 'Deployment');
    const pool = (rendered.get('default') ?? []).find(({ kind }) => kind === 'BrowserPool');
    const wrong = [
      { ...deployment, spec: { ...deployment.spec, noSuchField: 1 } },
      { ...deployment, spec: { ...deployment.spec, replicas: 'two' } },
      { ...pool, spec: { ...pool.spec, noSuchField: 1 } },
    ];
    const { resources = [], summary } = await judge(wrong);
    assert.equal(summary.invalid, 3);
    const faults = resources.map(({ msg }) => /noSuchField|replicas/.exec(msg)?.[0]);
    assert.deepEqual(faults.sort(), ['noSuchField', 'noSuchField', 'replicas']);
  });
};
