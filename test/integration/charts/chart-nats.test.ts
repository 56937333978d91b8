import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { buckets, streams } from '@tintype/contracts';
import { connectNats, createLog, type Nats } from '@tintype/runtime';
import { type Login, logins, maxPayload } from '@tintype/standalone/testing';
import { chartFolder, helm, type Manifest, manifestsIn, releaseName, renderChart } from '../../kit/charts/chart.js';
import { findNatsServer, type NatsServer, startNatsServer } from '../../kit/nats/server.js';

const text = (secret: Manifest, key: string) => Buffer.from(secret.data[key], 'base64').toString();

const serverOf = (manifests: Manifest[]): Manifest => manifests.find(({ kind }) => kind === 'StatefulSet');

/** A container's environment as a kubelet reads it from the chart's Secret, with the pod's name. */
const environmentOf = (manifests: Manifest[], { spec }: Manifest, pod = ''): Record<string, string> => {
  const secret = manifests.find(({ kind, metadata }) => kind === 'Secret' && metadata.name === 'tintype-nats-logins');
  const known: Record<string, string> = {};
  for (const { name, value, valueFrom } of spec.template.spec.containers[0].env as Manifest[]) {
    const { name: from, key } = valueFrom?.secretKeyRef ?? {};
    const referred = from === 'tintype-nats-logins' ? text(secret, key) : pod;
    known[name] =
      value?.replaceAll(/\$\((\w+)\)/g, (whole: string, other: string) => known[other] ?? whole) ?? referred;
  }
  return known;
};

const users: Record<Login, (manifest: Manifest) => boolean> = {
  api: ({ kind, metadata }) => kind === 'Deployment' && metadata.name === 'tintype-api',
  operator: ({ kind, metadata }) => kind === 'Deployment' && metadata.name === 'tintype-operator',
  node: ({ kind, metadata }) => kind === 'Deployment' && metadata.name === 'tintype-browser-node',
  admin: ({ kind, metadata }) => kind === 'Job' && metadata.name.startsWith('tintype-setup-'),
};

/** Drops the paths of a container, for which the test's server has its own. */
const configurationOf = (manifests: Manifest[]): string => {
  const config = manifests.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === 'tintype-nats');
  return (config.data['nats.conf'] as string)
    .replace(/^(port|http_port|pid_file|max_payload):.*$/gm, '')
    .replace(/^jetstream \{[^}]*\}$/m, '');
};

describe("the chart's NATS", { timeout: 600_000 }, () => {
  const servers: NatsServer[] = [];
  const clients: Nats[] = [];
  let manifests: Manifest[];

  before(async () => {
    manifests = await renderChart('default');
  });
  after(async () => {
    await Promise.all(clients.map((client) => client.close()));
    await Promise.all(servers.map((server) => server.stop()));
  });

  const start = async (rendered: Manifest[]) => {
    const environment = environmentOf(rendered, serverOf(rendered), 'tintype-nats-0');
    const server = await startNatsServer({ config: configurationOf(rendered), environment });
    servers.push(server);
    return server;
  };

  const logIn = async (server: NatsServer, login: Login): Promise<Nats> => {
    const user = manifests.find(users[login]) ?? assert.fail(`nobody logs in as ${login}`);
    const url = new URL(environmentOf(manifests, user).TINTYPE_NATS_URL ?? assert.fail());
    assert.equal(url.hostname, 'tintype-nats');
    url.host = server.url.host;
    const log = createLog('chart', 'silent');
    const client = await connectNats({ url, name: login, log, signal: AbortSignal.timeout(10_000) });
    clients.push(client);
    return client;
  };

  it('takes its configuration and each login, and lets each do what it may', async () => {
    const server = await start(manifests);
    const open = {} as Record<Login, Nats>;
    for (const login of logins) open[login] = await logIn(server, login);
    await open.admin.manager.streams.add({ name: streams.renders, subjects: ['render.>'] });
    await open.admin.makeKv(buckets.accounts, {});
    await (await open.api.kv(buckets.accounts)).put('acme', 'x');
    await assert.rejects(open.node.manager.streams.info(streams.renders));
    await assert.rejects(open.operator.manager.streams.delete(streams.renders));
  });

  it('takes its passwords from a Secret that is there, and makes none then', async () => {
    const rendered = await renderChart('ha', 'shots', '--set', 'nats.loginsSecret=ours');
    const logins = rendered.filter(({ kind, data }) => kind === 'Secret' && data['api-password']);
    assert.deepEqual(logins, []);
    const env = rendered.flatMap(({ spec }) => spec?.template?.spec?.containers?.[0].env ?? []) as Manifest[];
    const keys = env.filter(({ valueFrom }) => valueFrom?.secretKeyRef?.name === 'ours');
    const used = new Set(keys.map(({ valueFrom }) => valueFrom.secretKeyRef.key));
    const named = ['admin-password', 'api-password', 'node-password', 'operator-password', 'route-password'];
    assert.deepEqual([...used].sort(), named);
  });

  for (const interval of ['2m', 'always'])
    it(`takes all of it, with syncInterval ${interval}`, async () => {
      const folder = mkdtempSync(join(tmpdir(), 'tintype-chart-'));
      try {
        const rendered = await renderChart('ha', 'shots', '--set', `nats.persistence.syncInterval=${interval}`);
        const config = rendered.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === 'tintype-nats');
        const file = join(folder, 'nats.conf');
        writeFileSync(file, config.data['nats.conf']);
        const env = environmentOf(rendered, serverOf(rendered), 'tintype-nats-0');
        await promisify(execFile)(findNatsServer(), ['-t', '-c', file], { env });
      } finally {
        rmSync(folder, { recursive: true });
      }
    });

  it('takes announcements as large as they may be', () => {
    const config = manifests.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === 'tintype-nats');
    assert.match(config.data['nats.conf'], new RegExp(`^max_payload: ${maxPayload}$`, 'm'));
  });

  it('knows the routes to the other servers of a cluster', async () => {
    const cluster = await renderChart('ha');
    const { NATS_ROUTES: routes = '[]' } = environmentOf(cluster, serverOf(cluster), 'tintype-nats-0');
    assert.deepEqual(
      (JSON.parse(routes) as string[]).map((route) => new URL(route).hostname),
      [0, 1, 2].map((at) => `tintype-nats-${at}.tintype-nats-peers`),
    );
  });

  it('looks for streams where no server of another number does, which would delete them', async () => {
    const config = (rendered: Manifest[]): string =>
      rendered.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === 'tintype-nats').data['nats.conf'];
    const rendered = await Promise.all(
      ['1', '3', '5'].map((servers) => renderChart('default', 'shots', '--set', `nats.replicas=${servers}`)),
    );
    const folders = rendered.map((each) => /store_dir: (.*)/.exec(config(each))?.[1]);
    assert.deepEqual(folders, ['/data/servers-1', '/data/servers-3', '/data/servers-5']);
  });

  it('is not started anew by another version of the chart, but by another configuration', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tintype-chart-'));
    try {
      cpSync(chartFolder, folder, { recursive: true });
      const file = join(folder, 'Chart.yaml');
      writeFileSync(file, readFileSync(file, 'utf8').replace(/^(version|appVersion): .*$/gm, '$1: "9.9.9"'));
      const later = manifestsIn(await helm(['template', releaseName, folder, '--namespace', 'shots']));
      assert.match(JSON.stringify(later), /tintype\/api:9\.9\.9/);
      assert.deepEqual(serverOf(later).spec, serverOf(manifests).spec);
    } finally {
      rmSync(folder, { recursive: true });
    }
    const checksum = (rendered: Manifest[]) => serverOf(rendered).spec.template.metadata.annotations['checksum/nats'];
    assert.notEqual(checksum(await renderChart('ha')), checksum(manifests));
  });

  for (const [set, replicas] of [
    ['default', '1'],
    ['ha', '3'],
    ['existing', '5'],
  ] as const)
    it(`keeps each stream on ${replicas}, with "${set}"`, async () => {
      const jobs = (await renderChart(set)).filter(({ kind }) => kind === 'Job' || kind === 'CronJob');
      const env = jobs
        .map(({ spec }) => spec.jobTemplate?.spec.template ?? spec.template)
        .flatMap(({ spec }) => spec.containers[0].env as Manifest[]);
      const counts = env.filter(({ name }) => name === 'TINTYPE_NATS_REPLICAS').map(({ value }) => value);
      assert.deepEqual(counts, [replicas, replicas, replicas]);
    });
});
