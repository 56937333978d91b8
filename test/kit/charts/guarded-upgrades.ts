import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { KubeApiServer } from '../kube/api-server.js';
import { chartFolder, type Manifest, releaseName } from './chart.js';

/** Values of the install, those of the upgrade, and a part of the error. */
type Refusal = readonly [before: string, after: string, why: string];

type Admission = readonly [before: string, after: string];

const refusals: readonly Refusal[] = [
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
];

/** Changes that are equivalent, or lose nothing. */
const admitted: readonly Admission[] = [
  ['nats.persistence.size=32Gi', 'nats.persistence.size=32768Mi'],
  ['nats.persistence.size=2048Gi', 'nats.persistence.size=2Ti'],
  ['nats.persistence.storageClass=fast', 'nats.persistence.storageClass=fast,logLevel=debug'],
  ['fullnameOverride=shot', 'fullnameOverride=shot,logLevel=debug'],
  ['logLevel=info', 'nats.enabled=false,nats.existing.secret=ours'],
  ['nats.replicas=3', 'nats.replicas=3,logLevel=debug'],
];

export const allUpgrades = { refusals, admitted };

/** @throws unless each reason begins that of one refusal */
const refusedFor = (reasons: readonly string[]): Refusal[] =>
  reasons.flatMap((reason) => {
    const found = refusals.filter(([, , why]) => why.startsWith(reason));
    assert.equal(found.length, 1, `refusals for: ${reason}`);
    return found;
  });

/** One for each condition of templates/guards.yaml. An upgrade takes 1.5 s of CPU. */
export const shortUpgrades = {
  refusals: refusedFor([
    'nats.replicas is 3',
    'Names of this release begin with shot',
    'nats.enabled is false',
    'its volumes are not kept',
    'nats.persistence.enabled is false',
    'nats.persistence.storageClass is',
    'nats.persistence.size is',
  ]),
  admitted: admitted.filter(([before]) => before.startsWith('logLevel')),
};
assert.equal(shortUpgrades.admitted.length, 1);

/** Upgrades that the chart refuses, and similar ones that lose nothing. `onServer` runs helm. */
export const guardedUpgradeCases = (
  onServer: (...args: string[]) => Promise<string>,
  kubeOf: () => KubeApiServer,
  played: typeof allUpgrades,
): void => {
  const options = (namespace: string, values: string) => [
    ...['--namespace', namespace, '--set', 'hooks.updateCrds=false'],
    // The schemas take a third of the CPU time; chart-server.test.ts checks the objects.
    ...['--disable-openapi-validation', '--set', values],
  ];
  const install = async (values: string): Promise<string> => {
    const namespace = await kubeOf().namespace('guarded');
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
    const { items } = await kubeOf().call('GET', `/api/v1/namespaces/${namespace}/secrets?labelSelector=owner%3Dhelm`);
    return items.map(({ metadata }: Manifest) => metadata.labels.version);
  };

  for (const [before, after, why] of played.refusals)
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
  for (const [before, after] of played.admitted)
    it(`is not: ${after} after ${before}`, async () => {
      const namespace = await installed(before);
      await onServer('upgrade', releaseName, chartFolder, ...options(namespace, after));
      assert.deepEqual((await revisions(namespace)).slice(0, 2), ['1', '2']);
    });
};
