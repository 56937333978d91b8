import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { buckets, streams } from '@tintype/contracts';
import { connectNats, createLog, type Nats } from '@tintype/runtime';
import { type Login, logins, maxPayload } from '@tintype/standalone';
import { type Manifest, renderChart } from '../kit/chart.js';
import { type NatsServer, startNatsServer } from '../kit/nats-server.js';

const text = (secret: Manifest, key: string) => Buffer.from(secret.data[key], 'base64').toString();

/** The environment of a server's container, by the chart's own Secret. */
const environmentOf = (manifests: Manifest[], pod: string): Record<string, string> => {
  const secret = manifests.find(({ kind, metadata }) => kind === 'Secret' && metadata.name === 'tintype-nats-logins');
  const server = manifests.find(({ kind }) => kind === 'StatefulSet');
  const env = server.spec.template.spec.containers[0].env as Manifest[];
  return Object.fromEntries(
    env.map(({ name, valueFrom: { secretKeyRef } }) => [name, secretKeyRef ? text(secret, secretKeyRef.key) : pod]),
  );
};

/** Without the places of a container: what the server of a test has chosen itself. */
const configurationOf = (manifests: Manifest[]): string => {
  const config = manifests.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === 'tintype-nats');
  return (config.data['nats.conf'] as string)
    .replace(/^(port|http_port|pid_file|max_payload):.*$/gm, '')
    .replace(/^jetstream \{[^}]*\}$/m, '');
};

describe("the chart's NATS", { timeout: 120_000 }, () => {
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
    const environment = environmentOf(rendered, 'tintype-nats-0');
    const server = await startNatsServer({ config: configurationOf(rendered), environment });
    servers.push(server);
    return server;
  };

  const logIn = async (server: NatsServer, login: Login): Promise<Nats> => {
    const secret = manifests.find(({ kind, metadata }) => kind === 'Secret' && metadata.name === 'tintype-nats-logins');
    const url = new URL(text(secret, `${login}-url`));
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

  it('takes announcements as large as they may be', () => {
    const config = manifests.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === 'tintype-nats');
    assert.match(config.data['nats.conf'], new RegExp(`^max_payload: ${maxPayload}$`, 'm'));
  });

  it('knows the routes to the other servers of a cluster', async () => {
    const cluster = await renderChart('ha');
    const { NATS_ROUTES: routes = '[]' } = environmentOf(cluster, 'tintype-nats-0');
    assert.deepEqual(
      (JSON.parse(routes) as string[]).map((route) => new URL(route).hostname),
      [0, 1, 2].map((at) => `tintype-nats-${at}.tintype-nats-peers`),
    );
  });
});
