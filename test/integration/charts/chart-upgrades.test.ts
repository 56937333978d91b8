import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { chartFolder, chartRules, helm, type Manifest, previousChart, releaseName } from '../../kit/charts/chart.js';
import { type KubeApiServer, startKubeApiServer } from '../../kit/kube/api-server.js';
import { installTask } from '../../kit/service/install-task.js';

const refusals = [
  ['nats.replicas=1', 'nats.replicas=3', 'nats.replicas is 3, but the StatefulSet tintype-nats has 1. '],
  ['nats.replicas=3', 'nats.replicas=1', 'set nats.replicas to the number that it was installed with'],
  ['logLevel=info', 'fullnameOverride=shot', 'Names of this release begin with tintype, and would begin with shot: '],
  [
    'logLevel=info',
    'nameOverride=shot',
    'Names of this release begin with tintype, and would begin with tintype-shot: ',
  ],
  ['fullnameOverride=shot', 'logLevel=debug', 'Names of this release begin with shot, and would begin with tintype: '],
  [
    'nats.persistence.keep=false',
    'nats.enabled=false,nats.existing.secret=ours',
    'nats.enabled is false, and this would remove',
  ],
  ['nats.persistence.enabled=false', 'nats.enabled=false,nats.existing.secret=ours', 'its volumes are not kept'],
  ['logLevel=info', 'nats.persistence.enabled=false', 'nats.persistence.enabled is false, but the StatefulSet'],
  ['nats.persistence.enabled=false', 'nats.persistence.enabled=true', 'was installed with false'],
  ['logLevel=info', 'nats.persistence.storageClass=fast', 'nats.persistence.storageClass is "fast", but the volumes'],
  ['logLevel=info', 'nats.persistence.size=64Gi', 'nats.persistence.size is 64Gi, but the volumes of the StatefulSet'],
] as const;

/** Changes that are equivalent, or lose nothing. */
const admitted = [
  ['nats.persistence.size=32Gi', 'nats.persistence.size=32768Mi'],
  ['nats.persistence.size=2048Gi', 'nats.persistence.size=2Ti'],
  ['nats.persistence.storageClass=fast', 'nats.persistence.storageClass=fast,logLevel=debug'],
  ['fullnameOverride=shot', 'fullnameOverride=shot,logLevel=debug'],
  ['logLevel=info', 'nats.enabled=false,nats.existing.secret=ours'],
  ['nats.replicas=3', 'nats.replicas=3,logLevel=debug'],
] as const;

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

  describe('a change that would lose something', () => {
    const options = (namespace: string, values: string) => [
      ...['--namespace', namespace, '--set', 'hooks.updateCrds=false'],
      // The schemas take a third of the CPU time; chart-server.test.ts and chart-kubeconform.test.ts check the objects.
      ...['--disable-openapi-validation', '--set', values],
    ];
    const install = async (values: string): Promise<string> => {
      const namespace = await kube.namespace('guarded');
      await onServer('install', releaseName, chartFolder, ...options(namespace, values));
      return namespace;
    };
    const namespaces = new Map<string, Promise<string>>();
    /** A refusal changes nothing, so cases with the same values share an install. */
    const installed = (values: string): Promise<string> => {
      const namespace = namespaces.get(values) ?? install(values);
      namespaces.set(values, namespace);
      return namespace;
    };
    /** Helm keeps each revision of a release in a secret. `helm list` would be a process of 0.2 CPU seconds. */
    const revisions = async (namespace: string): Promise<string[]> => {
      const { items } = await kube.call('GET', `/api/v1/namespaces/${namespace}/secrets?labelSelector=owner%3Dhelm`);
      return items.map(({ metadata }: Manifest) => metadata.labels.version);
    };

    for (const [before, after, why] of refusals)
      it(`is refused: ${after} after ${before}`, async () => {
        const namespace = await installed(before);
        await assert.rejects(
          onServer('upgrade', releaseName, chartFolder, ...options(namespace, after)),
          ({ stderr }: { stderr: string }) => stderr.includes(why) || assert.fail(stderr),
        );
        assert.deepEqual(await revisions(namespace), ['1']);
      });

    it('is refused: a second release in the same namespace', async () => {
      const namespace = await installed('logLevel=info');
      for (const values of ['pool.enabled=false', 'fullnameOverride=shot,pool.enabled=false'])
        await assert.rejects(
          onServer('install', 'second', chartFolder, ...options(namespace, values)),
          ({ stderr }: { stderr: string }) =>
            stderr.includes(`The namespace ${namespace} already has the release tintype.`),
        );
    });

    // Last: these change the installs of the other cases.
    for (const [before, after] of admitted)
      it(`is not: ${after} after ${before}`, async () => {
        const namespace = await installed(before);
        await onServer('upgrade', releaseName, chartFolder, ...options(namespace, after));
        assert.deepEqual((await revisions(namespace)).slice(0, 2), ['1', '2']);
      });
  });
});
