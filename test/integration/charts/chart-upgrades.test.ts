import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { chartFolder, chartRules, helm, type Manifest, previousChart, releaseName } from '../../kit/charts/chart.js';
import { guardedUpgradeCases, shortUpgrades } from '../../kit/charts/guarded-upgrades.js';
import { type KubeApiServer, startKubeApiServer } from '../../kit/kube/api-server.js';
import { installTask } from '../../kit/service/install-task.js';

describe('upgrades of the chart', { timeout: 1_200_000 }, () => {
  let kube: KubeApiServer;
  let folder: string;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tintype-chart-'));
    kube = await startKubeApiServer({});
  });
  after(async () => {
    await kube?.stop();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  const onServer = (...args: string[]) => helm(args, { kubeconfig: kube.admin.kubeconfigFile, folder });

  /** The Job's program runs here, with the Job's rights. This comes first: it needs a server without definitions. */
  describe('the definitions of the chart, from an install to the next', () => {
    const definitions = async (): Promise<Manifest[]> => {
      const { items } = await kube.call('GET', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions');
      return items.filter(({ spec }: Manifest) => spec.group === 'tintype.dev');
    };
    const revisions = async () =>
      (await definitions()).map(({ metadata }) => metadata.annotations['tintype.dev/definition-revision']);
    const owners = async () => {
      const fields: Manifest[] = (await definitions()).flatMap(({ metadata }) => metadata.managedFields);
      return [...new Set(fields.filter(({ subresource }) => !subresource).map(({ manager }) => manager))];
    };

    it("are Helm's alone, so that no upgrade and no install finds a conflict", async () => {
      const namespace = await kube.namespace('definitions');
      const grant = { rules: await chartRules('definitions') };
      const { kubeconfigFile } = await kube.user('definitions', { grant });
      const inNamespace = (...args: string[]) => onServer(...args, '--namespace', namespace);
      const give = (verb: string, chart: string) =>
        inNamespace(verb, releaseName, chart, '--set', 'hooks.updateCrds=false');
      const hook = async () => {
        const { code, output } = await installTask('definitions', {
          KUBECONFIG: kubeconfigFile,
          TINTYPE_NAMESPACE: namespace,
        });
        assert.equal(code, 0, output);
      };
      await give('install', previousChart(folder));
      assert.deepEqual(await revisions(), ['0', '0']);
      for (const _ of ['the first upgrade', 'another']) {
        await hook();
        await give('upgrade', chartFolder);
        assert.ok((await revisions()).every((revision) => Number(revision) > 0));
        assert.deepEqual(await owners(), ['helm']);
      }
      await inNamespace('rollback', releaseName, '1');
      await hook();
      await give('upgrade', chartFolder);
      await inNamespace('uninstall', releaseName, '--no-hooks');
      await give('install', chartFolder);
      assert.deepEqual(await owners(), ['helm']);
    });
  });

  // test/long/chart-upgrades.test.ts plays all.
  describe('a change that would lose something', () => guardedUpgradeCases(onServer, () => kube, shortUpgrades));
});
