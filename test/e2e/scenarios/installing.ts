import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chartFolder, definitionRevision, previousChart } from '../../kit/charts/chart.js';
import { until } from '../../kit/until.js';
import { chargesOf } from '../ledger.js';
import { isReady, type Stage } from '../stage.js';
import { commands } from './commands.js';
import type { Scenario } from './scenario.js';

const revisions = async (stage: Stage): Promise<string[]> => {
  const all = await stage.list('crd');
  const own = all.filter(({ spec }) => spec.group === 'tintype.dev');
  return own.map(({ metadata }) => metadata.annotations['tintype.dev/definition-revision']);
};

const ownRevisions = (): string[] =>
  readdirSync(join(chartFolder, 'crds')).map(
    (name) => definitionRevision.exec(readFileSync(join(chartFolder, 'crds', name), 'utf8'))?.[2] ?? '',
  );

const allReady = async (stage: Stage) => {
  for (const component of ['api', 'operator', 'browser-node', 'nats']) {
    // Pods of the previous version end for a while, and are not ready.
    const pods = (await stage.pods(component)).filter(({ metadata }) => !metadata.deletionTimestamp);
    assert.ok(pods.length > 0, `there are pods of ${component}`);
    assert.ok(pods.every(isReady), `all pods of ${component} are ready`);
  }
};

/** The field managers of the definitions, besides the API server. Helm may not change another manager's fields. */
const ownersOfDefinitions = async (stage: Stage): Promise<string[]> => {
  const all = await stage.list('crd', '--show-managed-fields');
  const fields = all
    .filter(({ spec }) => spec.group === 'tintype.dev')
    .flatMap(({ metadata }) => metadata.managedFields);
  return [...new Set<string>(fields.filter(({ subresource }) => !subresource).map(({ manager }) => manager))];
};

const podNames = async (stage: Stage): Promise<string[]> => {
  const pods = await Promise.all(['api', 'operator', 'browser-node', 'nats'].map((each) => stage.pods(each)));
  const staying = pods.flat().filter(({ metadata }) => !metadata.deletionTimestamp);
  return staying.map(({ metadata }) => metadata.name).sort();
};

/** A session that was open meanwhile stays open, and is charged normally. */
const checkStaysOpen = async (stage: Stage, id: string) => {
  const went = await stage.act(id, 'goto', { url: stage.pages.url('/page') });
  assert.equal(went.status, 200, JSON.stringify(went.body));
  const { body } = await stage.sessions('DELETE', `/${id}`);
  const { status, billedCredits, durationSeconds = 0 } = body.session ?? {};
  // A busy machine may take more than a minute.
  assert.deepEqual([status, billedCredits], ['closed', Math.ceil(durationSeconds / 60)]);
};

const everything =
  'all,configmaps,secrets,serviceaccounts,roles,rolebindings,networkpolicies,poddisruptionbudgets,pvc,leases,bs,bp,ingresses';

const leftIn = async (stage: Stage): Promise<string[]> => {
  const names = (await stage.list(everything)).map(({ kind, metadata }) => `${kind}/${metadata.name}`);
  return names.filter((name) => !['ConfigMap/kube-root-ca.crt', 'ServiceAccount/default'].includes(name)).sort();
};

/** The chart's README lists them: keys, ledger volumes, the ledger's record, the lease. */
const kept = [
  'ConfigMap/tintype-ledger',
  'Lease/tintype-operator',
  'PersistentVolumeClaim/data-tintype-nats-0',
  'Secret/tintype-keys',
];

const nothingButWhatIsKept = async (stage: Stage) => {
  await until('no pod is left', async () => (await stage.list('pods')).length === 0);
  assert.deepEqual(await leftIn(stage), kept);
  const selector = `app.kubernetes.io/instance=${stage.release}`;
  assert.deepEqual(await stage.list('clusterroles,clusterrolebindings,priorityclasses', '-l', selector), []);
  assert.deepEqual(await revisions(stage), ownRevisions());
  const { seccompFolder } = stage.options.insight ?? {};
  if (!seccompFolder) return;
  assert.deepEqual(readdirSync(seccompFolder, { recursive: true }), ['profiles', 'profiles/tintype.json']);
  const profile = (file: string) => JSON.parse(readFileSync(file, 'utf8'));
  assert.deepEqual(
    profile(join(seccompFolder, 'profiles/tintype.json')),
    profile(join(chartFolder, 'files/seccomp.json')),
  );
};

const quoted = (word: string): string => `'${word}'`;

/** The README's commands for an install and its test, with the values of this cluster. */
const installCommands = (values: readonly string[]): string => {
  const written = commands('Install');
  const [chart, wait] = ['./charts/tintype', ' --wait '];
  assert.ok(written.includes(`${chart} `) && written.includes(wait), written);
  return written.replace(chart, quoted(chartFolder)).replace(wait, ` ${values.map(quoted).join(' ')}${wait}`);
};

export const installing = (folder: string, values: readonly string[]) => {
  const waiting = ['--wait', '--timeout', '300s'];
  const given = [...values, ...waiting];

  const install = async (stage: Stage) => {
    await stage.helm('install', stage.release, previousChart(folder), '--create-namespace', ...given);
    await allReady(stage);
    await stage.kubectl('wait', 'bp/default', '--for=condition=Complete', '--timeout=120s');
  };

  const test = async (stage: Stage) => {
    assert.match(await stage.helm('test', stage.release, '--timeout', '120s'), /Phase: +Succeeded/);
  };

  /** Needs no --force-conflicts: the hooks apply under Helm's name. */
  const upgradeOnce = async (stage: Stage) => {
    await stage.helm('upgrade', stage.release, chartFolder, ...given);
    await allReady(stage);
    assert.deepEqual(await ownersOfDefinitions(stage), ['helm']);
  };

  const upgrade = async (stage: Stage) => {
    const id = await stage.open();
    await upgradeOnce(stage);
    await checkStaysOpen(stage, id);
    assert.match(await stage.helm('list', '-o', 'json'), /"tintype-0\.1\.0"/);
    assert.deepEqual(await revisions(stage), ownRevisions());
    const pods = await podNames(stage);
    await upgradeOnce(stage);
    assert.deepEqual(await podNames(stage), pods, 'what is the same is not started anew');
  };

  const rollback = async (stage: Stage) => {
    const id = await stage.open();
    await stage.helm('rollback', stage.release, '1', ...waiting);
    await allReady(stage);
    await checkStaysOpen(stage, id);
    assert.match(await stage.helm('list', '-o', 'json'), /"tintype-0\.0\.1"/);
    // Definitions of a newer release stay.
    assert.deepEqual(await revisions(stage), ownRevisions());
    await checkStaysOpen(stage, await stage.open());
    // The upgrade's definitions are still there after the rollback.
    await upgradeOnce(stage);
    await checkStaysOpen(stage, await stage.open());
  };

  const remove = (stage: Stage) => stage.helm('uninstall', stage.release, '--wait', '--timeout', '400s');

  /** A new installation under the same name uses the kept objects: it finds the charge. */
  const uninstall = async (stage: Stage) => {
    const id = await stage.open();
    const account = await stage.account();
    await remove(stage);
    await nothingButWhatIsKept(stage);
    // The commands of the README. Helm applies the definitions of the upgrade once more.
    await stage.options.tools.shell(installCommands(values), folder);
    stage.forget();
    assert.deepEqual(await stage.account(), account);
    const { body } = await stage.sessions('GET', `/${id}`);
    const { status, closeReason, billedCredits } = body.session;
    assert.deepEqual([status, closeReason, billedCredits], ['closed', 'deleted', 1]);
    const [charged] = await chargesOf(stage, id);
    assert.deepEqual([charged?.times, charged?.charge?.credits], [1, 1]);
  };

  /** The commands of the README. */
  const removeAll = async (stage: Stage) => {
    await remove(stage);
    await nothingButWhatIsKept(stage);
    await stage.options.tools.shell(commands('What is left after an uninstall'), folder);
    await until('no volume is left', async () => (await leftIn(stage)).length === 0);
    await stage.kubectl('delete', 'namespace', stage.namespace, '--timeout=120s');
  };

  const first: Scenario[] = [
    { name: 'install', play: install, isNeeded: true },
    { name: 'helm test', play: test },
  ];
  const last: Scenario[] = [
    {
      name: 'upgrade with an open session, from the same chart under an earlier version, and once more',
      play: upgrade,
      isShort: true,
    },
    { name: 'rollback with an open session, then an upgrade', play: rollback },
    {
      name: 'uninstall closes and charges open sessions; an install under the same name finds them',
      play: uninstall,
      isShort: true,
    },
    { name: 'uninstall and the commands of the README leave nothing', play: removeAll },
  ];
  return { first, last };
};
