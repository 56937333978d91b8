import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { chartFolder, helm, releaseName } from '../kit/charts/chart.js';
import { allUpgrades, guardedUpgradeCases } from '../kit/charts/guarded-upgrades.js';
import { type KubeApiServer, startKubeApiServer } from '../kit/kube/api-server.js';

describe('upgrades of the chart, what takes long', { timeout: 1_200_000 }, () => {
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

  describe('a change that would lose something', () => guardedUpgradeCases(onServer, () => kube, allUpgrades));

  it('keeps the replicas of an autoscaler with client-side merges too, like Helm 3', async () => {
    const namespace = await kube.namespace('merged');
    const given = [
      '--namespace',
      namespace,
      '--disable-openapi-validation',
      '--set',
      'hooks.updateCrds=false',
      '--server-side=false',
    ];
    const replicas = async () =>
      (await kube.call('GET', `/apis/apps/v1/namespaces/${namespace}/deployments/tintype-api`)).spec.replicas;
    await onServer('install', releaseName, chartFolder, ...given);
    const scaled = [...given, '--set', 'api.autoscaling.enabled=true'];
    await onServer('upgrade', releaseName, chartFolder, ...scaled);
    assert.equal(await replicas(), 2);
    await kube.kubectl('scale', 'deploy/tintype-api', '--replicas=6', '-n', namespace);
    for (const logLevel of ['debug', 'warn']) {
      await onServer('upgrade', releaseName, chartFolder, ...scaled, '--set', `logLevel=${logLevel}`);
      assert.equal(await replicas(), 6);
    }
  });
});
