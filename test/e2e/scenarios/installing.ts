import assert from 'node:assert/strict';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { until } from '../../kit/until.js';
import type { Found, Stage } from '../stage.js';
import type { Scenario } from './scenario.js';

const chart = fileURLToPath(new URL('../../../../charts/tintype', import.meta.url));

/** As small as it may be on a machine of two cores, and what lies elsewhere on this one. */
export interface Installing {
  folder: string;
  kubeletDir: string;
  natsImage: { registry: string; repository: string; tag: string };
  storageClass: string;
}

const values = (stage: Stage, { kubeletDir, natsImage, storageClass }: Installing) => ({
  image: { pullPolicy: 'Never' },
  egressAllow: [stage.pages.allowed],
  api: { resources: { requests: { cpu: '50m', memory: '128Mi' } } },
  operator: { resources: { requests: { cpu: '50m', memory: '128Mi' } } },
  browserNode: { replicas: 1, slots: 2, resources: { requests: { cpu: '100m', memory: '512Mi' } } },
  pool: { resources: { requests: { cpu: '50m', memory: '256Mi' }, limits: { memory: '2Gi' } } },
  seccomp: { installer: { kubeletDir } },
  nats: {
    image: { ...natsImage, pullPolicy: 'Never' },
    persistence: { size: '1Gi', storageClass },
    resources: { requests: { cpu: '50m', memory: '128Mi' } },
  },
  tests: { url: stage.pages.url('/page') },
});

/** The chart as it was one version before: nothing is released yet, so it is today's under another number. */
const previousChart = (folder: string): string => {
  const target = join(folder, 'previous');
  cpSync(chart, target, { recursive: true });
  const file = join(target, 'Chart.yaml');
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^version: .*$/m, 'version: 0.0.1'));
  return target;
};

const allReady = async (stage: Stage) => {
  for (const component of ['api', 'operator', 'browser-node', 'nats']) {
    const pods = await stage.pods(component);
    assert.ok(pods.length > 0, `there are pods of ${component}`);
    const ready = ({ status }: Found) =>
      status.conditions.some(({ type, status: is }: Found) => type === 'Ready' && is === 'True');
    assert.ok(pods.every(ready), `all pods of ${component} are ready`);
  }
};

/** Everything of an installation, from its first second to its last. */
export const installing = (options: Installing) => {
  const { folder } = options;
  const valuesFile = join(folder, 'values.json');

  const install = async (stage: Stage) => {
    writeFileSync(valuesFile, JSON.stringify(values(stage, options)));
    const given = ['--values', valuesFile, '--wait', '--timeout', '300s'];
    await stage.helm('install', stage.release, previousChart(folder), '--create-namespace', ...given);
    await allReady(stage);
    await stage.poolReady();
  };

  const test = async (stage: Stage) => {
    assert.match(await stage.helm('test', stage.release, '--timeout', '120s'), /Phase: +Succeeded/);
  };

  const upgrade = async (stage: Stage) => {
    const id = await stage.open();
    await stage.helm('upgrade', stage.release, chart, '--values', valuesFile, '--wait', '--timeout', '300s');
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
    { name: 'upgrade from the previous chart with a session open', play: upgrade },
    { name: 'uninstall leaves nothing', play: uninstall },
  ];
  return { first, last };
};
