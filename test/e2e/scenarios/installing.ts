import assert from 'node:assert/strict';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { until } from '../../kit/until.js';
import { type Found, isReady, type Stage } from '../stage.js';
import type { Scenario } from './scenario.js';

/** Of this checkout. */
export const chart = fileURLToPath(new URL('../../../../charts/tintype', import.meta.url));

/** Nothing is released yet, so the chart before this one is this one under another number. */
const previousChart = (folder: string): string => {
  const target = join(folder, 'previous');
  cpSync(chart, target, { recursive: true });
  const file = join(target, 'Chart.yaml');
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^version: .*$/m, 'version: 0.0.1'));
  return target;
};

const allReady = async (stage: Stage) => {
  for (const component of ['api', 'operator', 'browser-node', 'nats']) {
    // Those of the version before are on their way out for a while, and say that they are not ready.
    const pods = (await stage.pods(component)).filter(({ metadata }) => !metadata.deletionTimestamp);
    assert.ok(pods.length > 0, `there are pods of ${component}`);
    assert.ok(pods.every(isReady), `all pods of ${component} are ready`);
  }
};

/** Everything of an installation, from its first second to its last. */
export const installing = (folder: string, values: readonly string[]) => {
  const given = [...values, '--wait', '--timeout', '300s'];

  const install = async (stage: Stage) => {
    await stage.helm('install', stage.release, previousChart(folder), '--create-namespace', ...given);
    await allReady(stage);
    await stage.kubectl('wait', 'bp/default', '--for=condition=Ready', '--timeout=120s');
  };

  const test = async (stage: Stage) => {
    assert.match(await stage.helm('test', stage.release, '--timeout', '120s'), /Phase: +Succeeded/);
  };

  const upgrade = async (stage: Stage) => {
    const id = await stage.open();
    await stage.helm('upgrade', stage.release, chart, ...given);
    await allReady(stage);
    const went = await stage.act(id, 'goto', { url: stage.pages.url('/page') });
    assert.equal(went.status, 200, JSON.stringify(went.body));
    const closed = await stage.sessions('DELETE', `/${id}`);
    assert.equal(closed.body.session?.status, 'closed');
    assert.match(await stage.helm('list', '-o', 'json'), /"tintype-0\.1\.0"/);
  };

  /** What the chart says that it keeps: keys, results and the books. */
  const isKept = ({ kind, metadata }: Found) =>
    metadata.annotations?.['helm.sh/resource-policy'] === 'keep' || kind === 'PersistentVolumeClaim';

  const kinds =
    'all,configmaps,secrets,serviceaccounts,roles,rolebindings,networkpolicies,poddisruptionbudgets,pvc,leases,bs,bp';

  const uninstall = async (stage: Stage) => {
    const id = await stage.open();
    await stage.helm('uninstall', stage.release, '--wait', '--timeout', '400s');
    assert.ok(id);
    const selector = `app.kubernetes.io/instance=${stage.release}`;
    await until('nothing is left', async () => (await stage.list(kinds, '-l', selector)).every(isKept));
    assert.deepEqual(await stage.list('bs,bp,pods'), []);
    const cluster = await stage.list('clusterroles,clusterrolebindings,priorityclasses', '-l', selector);
    assert.deepEqual(cluster, []);
    // With it goes what was kept.
    await stage.kubectl('delete', 'namespace', stage.namespace, '--timeout=120s');
  };

  const first: Scenario[] = [
    { name: 'install', play: install, isNeeded: true },
    { name: 'helm test', play: test },
  ];
  const last: Scenario[] = [
    { name: 'upgrade with a session open, from the same chart under an earlier version', play: upgrade },
    { name: 'uninstall leaves nothing', play: uninstall },
  ];
  return { first, last };
};
