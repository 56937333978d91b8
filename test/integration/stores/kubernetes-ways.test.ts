import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import { StoreUnavailable } from '@tintype/crds';
import { type KubernetesStore, openKubernetesStore } from '@tintype/stores';
import { PlayedApiServer } from '../../kit/kube/played-api-server.js';
import { unusedPort } from '../../kit/process/unused-port.js';

const nothing = () => undefined;
const key = { namespace: 'web', name: 'a' };

describe('an unreachable API server', () => {
  let server: PlayedApiServer;
  let folder: string;
  let store: KubernetesStore | undefined;
  before(async () => {
    server = await PlayedApiServer.start();
    folder = mkdtempSync(join(tmpdir(), 'tintype-ways-'));
  });
  afterEach(async () => {
    await store?.close();
    store = undefined;
  });
  after(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });

  /** The error of a get with these cluster settings. */
  const failure = async (cluster: object): Promise<string> => {
    const kubeconfig = join(folder, 'kubeconfig');
    const { clusters, users, ...rest } = JSON.parse(readFileSync(server.kubeconfig, 'utf8'));
    const other = [{ ...clusters[0], cluster: { ...clusters[0].cluster, ...cluster } }];
    const user = [{ name: users[0].name, user: { token: 'a' } }];
    writeFileSync(kubeconfig, JSON.stringify({ ...rest, clusters: other, users: user }));
    const options = { program: 'test', log: { info: nothing, warn: nothing }, limits: { deadlineMs: 2000 } };
    store = await openKubernetesStore({ source: { kubeconfig: [kubeconfig] }, ...options });
    const error = await store.get('Lease', key).catch((thrown) => thrown);
    assert.ok(error instanceof StoreUnavailable, String(error));
    assert.equal(error.effect, 'none');
    assert.ok(error.message.includes(kubeconfig), error.message);
    return error.message;
  };

  it('is reported with its proxy when the proxy does not answer', async () => {
    const proxy = `http://127.0.0.1:${await unusedPort()}`;
    const message = await failure({ 'proxy-url': proxy });
    assert.ok(message.includes(`the proxy at ${proxy}, the proxy-url of user`), message);
    assert.match(message, /ECONNREFUSED/);
  });

  it('is reported with https when the request used http', async () => {
    server.play = ({ response }) => response.writeHead(400).end('Client sent an HTTP request to an HTTPS server.\n');
    assert.match(await failure({}), /speaks https\. Use https:\/\/ in the server address/);
  });
});
