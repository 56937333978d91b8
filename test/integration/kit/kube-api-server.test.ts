import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { callKube, type KubeAccess, tlsOf } from '../../kit/kube/access.js';
import { type KubeApiServer, startKubeApiServer } from '../../kit/kube/api-server.js';
import { until } from '../../kit/until.js';
import { faultProxyCases } from './kube-api-server/fault-proxy.js';

const whoIs = (access: KubeAccess) =>
  callKube(access, 'POST', '/apis/authentication.k8s.io/v1/selfsubjectreviews', {
    apiVersion: 'authentication.k8s.io/v1',
    kind: 'SelfSubjectReview',
  });

const answers = (access: KubeAccess) =>
  callKube(access, 'GET', '/version').then(
    () => true,
    () => false,
  );

const configMap = (name: string) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { a: 'b' } });

const pods = { apiGroups: [''], resources: ['pods'], verbs: ['list'] };

describe('the kit of the API server', { timeout: 600_000 }, () => {
  let server: KubeApiServer;
  before(async () => {
    server = await startKubeApiServer();
  });
  after(() => server.stop());

  const statusOf = async (access: KubeAccess, path: string) => (await callKube(access, 'GET', path)).status;

  it('is Kubernetes with a version, for kubectl too', async () => {
    const { minor } = await server.call('GET', '/version');
    const { clientVersion, serverVersion } = JSON.parse(await server.kubectl('version', '-o', 'json'));
    assert.equal(serverVersion.minor, minor);
    assert.equal(clientVersion.minor, minor);
    assert.ok(Number(minor) >= 34);
  });

  it('keeps its address and objects over an end in order and a crash', async () => {
    const path = `/api/v1/namespaces/${await server.namespace()}/configmaps`;
    const { href } = server.url;
    const made = await server.call('POST', path, configMap('kept'));
    const watch = request(new URL(`${path}?watch=1`, server.url), tlsOf(server.admin)).end();
    const [events] = (await once(watch, 'response')) as [IncomingMessage];
    const said = text(events);
    await server.restart();
    assert.match(await said, /"kept"/);
    await server.kill();
    assert.equal(await answers(server.admin), false);
    await server.restart();
    assert.equal(server.url.href, href);
    assert.deepEqual(await server.call('GET', `${path}/kept`), made);
  });

  it('lets users do what they were granted, where they were', async () => {
    const [here, there] = [await server.namespace(), await server.namespace()];
    const user = await server.user('alice', { groups: ['painters'], grant: { namespace: here, rules: [pods] } });
    const { userInfo } = (await whoIs(user)).body.status;
    assert.deepEqual([userInfo.username, userInfo.groups], ['alice', ['painters', 'system:authenticated']]);
    assert.equal(await statusOf(user, `/api/v1/namespaces/${here}/pods`), 200);
    assert.equal(await statusOf(user, `/api/v1/namespaces/${there}/pods`), 403);
    await assert.rejects(server.kubectl('--kubeconfig', user.kubeconfigFile, '-n', there, 'get', 'pods'), /Forbidden/);
  });

  it('gives service accounts tokens, renews and revokes them', async () => {
    const namespace = await server.namespace();
    const account = await server.serviceAccount(namespace, 'worker', { rules: [pods] });
    const token = () => readFileSync(account.access.tokenFile, 'utf8');
    assert.equal(
      (await whoIs(account.access)).body.status.userInfo.username,
      `system:serviceaccount:${namespace}:worker`,
    );
    assert.equal(await statusOf(account.access, '/api/v1/pods'), 200);
    const first = token();
    await account.revokeToken();
    await until('the token is refused', async () => (await statusOf(account.access, '/api/v1/pods')) === 401);
    await account.renewToken();
    assert.notEqual(token(), first);
    assert.equal(await statusOf(account.access, '/api/v1/pods'), 200);
  });

  it('admits pods, whose service account is there', async () => {
    const namespace = await server.namespace();
    const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p', namespace } };
    await server.apply([{ ...pod, spec: { containers: [{ name: 'c', image: 'none' }] } }]);
    const { status } = await server.call('GET', `/api/v1/namespaces/${namespace}/pods/p`);
    assert.equal(status.phase, 'Pending');
  });

  it('serves what a definition defines as soon as it is applied', async () => {
    const schema = { openAPIV3Schema: { type: 'object' } };
    const spec = {
      group: 'kit.test',
      names: { kind: 'Thing', plural: 'things' },
      scope: 'Namespaced',
      versions: [{ name: 'v1', served: true, storage: true, schema }],
    };
    const metadata = { name: 'things.kit.test' };
    await server.apply([{ apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata, spec }]);
    assert.deepEqual((await server.call('GET', '/apis/kit.test/v1/things')).items, []);
  });

  describe('behind the fault proxy', () => faultProxyCases(() => server));

  // Last, because the other cases' accesses end with the authority.
  describe('with certificates that it', () => {
    it('renews while it runs', async () => {
      const user = await server.user('bob');
      const before = readFileSync(user.certificateFile ?? '', 'utf8');
      await server.renewCertificates();
      assert.notEqual(readFileSync(user.certificateFile ?? '', 'utf8'), before);
      assert.equal((await whoIs(user)).body.status.userInfo.username, 'bob');
    });

    it('gets from another authority, and the old one counts no more', async () => {
      const user = await server.user('carol');
      const account = await server.serviceAccount(await server.namespace(), 'worker');
      const caFile = `${user.caFile}.old`;
      copyFileSync(user.caFile, caFile);
      await server.replaceAuthority();
      assert.equal((await whoIs(user)).body.status.userInfo.username, 'carol');
      assert.equal((await whoIs(account.access)).status, 201);
      await assert.rejects(whoIs({ ...user, caFile }), { code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' });
    });
  });
});

describe('the end of the API server', { timeout: 600_000 }, () => {
  it('comes with the test process, even one that is killed', async () => {
    const kit = JSON.stringify(new URL('../../kit/kube/api-server.js', import.meta.url));
    const script = `import { startKubeApiServer } from ${kit};
      const { url, folders } = await startKubeApiServer();
      console.log(JSON.stringify({ url, folders })); setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [said] = await once(child.stdout, 'data');
    const { url, folders }: { url: string; folders: string[] } = JSON.parse(String(said));
    assert.deepEqual(folders.map(existsSync), [true, true]);
    child.kill('SIGKILL');
    await until('both folders are gone', () => !folders.some(existsSync));
    const { port } = new URL(url);
    await assert.rejects(fetch(`http://127.0.0.1:${port}`), { name: 'TypeError', message: 'fetch failed' });
  });

  it('says why it did not start', async () => {
    await assert.rejects(startKubeApiServer({ flags: ['--nonsense'] }), /did not start[\s\S]*unknown flag: --nonsense/);
  });
});
