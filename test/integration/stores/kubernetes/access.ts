import assert from 'node:assert/strict';
import { copyFileSync, writeFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import { Forbidden, manifests, NotFound, StoreUnavailable } from '@tintype/crds';
import { Registry } from '@tintype/runtime';
import { startConnectProxy } from '../../../kit/egress/connect-proxy.js';
import { callKube, type KubeAccess, kubeconfigOf } from '../../../kit/kube/access.js';
import type { KubeApiServer } from '../../../kit/kube/api-server.js';
import { busyWith, followingLeases, leaseOf } from '../../../kit/kube/load.js';
import { storeOpener } from '../../../kit/kube/store.js';
import { until } from '../../../kit/until.js';

const leases = { apiGroups: ['coordination.k8s.io'], resources: ['leases'], verbs: ['*'] };

/** Accounts, certificates, pages and limits of the Kubernetes store. */
export const accessCases = (serverOf: () => KubeApiServer): void => {
  let server: KubeApiServer;
  const open = storeOpener();
  before(async () => {
    server = serverOf();
  });

  describe('in a pod', () => {
    const inPod = async () => {
      const account = await server.serviceAccount(await server.namespace(), 'worker', { rules: [leases] });
      const { hostname: host, port } = server.url;
      const store = await open(server.admin, { source: { inCluster: { host, port, folder: account.folder } } });
      return { account, store };
    };

    it('knows its namespace, and is let in by its service account', async () => {
      const { account, store } = await inPod();
      assert.equal(store.namespace, account.subject.namespace);
      const { metadata } = await store.create('Lease', leaseOf(store.namespace, 'a'));
      assert.equal(metadata.name, 'a');
      await assert.rejects(store.list('Pod'), (error) => error instanceof Forbidden && /worker/.test(error.message));
    });

    it('continues when its token is replaced and the old one expires', async (t) => {
      const { account, store } = await inPod();
      const old = { ...account.access, tokenFile: `${account.access.tokenFile}.old` };
      copyFileSync(account.access.tokenFile, old.tokenFile);
      const calls = busyWith(t, () => store.list('Lease', { namespace: store.namespace }));
      // The kit's tokens end with their secrets.
      const secrets = `/api/v1/namespaces/${store.namespace}/secrets`;
      const { items } = await server.call('GET', secrets);
      await account.renewToken();
      for (const { metadata } of items) await server.call('DELETE', `${secrets}/${metadata.name}`);
      await until('the old token is refused', async () => (await callKube(old, 'GET', '/api')).status === 401);
      const before = calls.done();
      await until('calls go on', () => calls.done() > before + 100);
      await calls.stop();
    });
  });

  it('continues calls and watches while all certificates and their authority are replaced', async (t) => {
    const namespace = await server.namespace();
    const user = await server.user('rotated', { grant: { rules: [leases] } });
    const replacements: unknown[] = [];
    const log = { info: (said: unknown) => replacements.push(said), warn: () => undefined };
    const store = await open(user, { log });
    const followed = followingLeases(t, store, namespace);
    let count = 0;
    const calls = busyWith(t, () => store.create('Lease', leaseOf(namespace, `lease-${++count}`)));
    await until('calls are made', () => calls.done() > 20);
    await server.replaceAuthority();
    await until('the store has new certificates', () => replacements.length > 0);
    const before = calls.done();
    await until('calls go on', () => calls.done() > before + 20);
    await calls.stop();
    await until('the watch has delivered everything', () => followed.names.size === count);
    await followed.stop();
  });

  it('keeps its certificate while the new one has no key yet', async () => {
    const [first, second] = [await server.user('first', { grant: { rules: [leases] } }), await server.user('second')];
    const kubeconfigFile = `${first.kubeconfigFile}.pair`;
    const { users, ...rest } = kubeconfigOf(first);
    const [cert, key] = [`${kubeconfigFile}.crt`, `${kubeconfigFile}.key`];
    const user = { 'client-certificate': cert, 'client-key': key };
    writeFileSync(kubeconfigFile, JSON.stringify({ ...rest, users: [{ ...users[0], user }] }));
    const put = (file: string, { certificateFile = '' }: KubeAccess) => copyFileSync(certificateFile, file);
    put(cert, first);
    put(key, first);
    const warnings: unknown[] = [];
    const log = { info: () => undefined, warn: (said: unknown) => warnings.push(said) };
    const store = await open({ ...first, kubeconfigFile }, { log });
    put(cert, second);
    await until('the store has seen half of it', async () => {
      await store.list('Lease');
      return warnings.length > 0;
    });
    put(key, second);
    await until('the store is somebody else', () =>
      store.list('Lease').then(
        () => false,
        (error) => error instanceof Forbidden && error.message.includes('"second"'),
      ),
    );
  });

  it('refuses by name what somebody may not do', async () => {
    const namespace = await server.namespace();
    const store = await open(await server.user('nobody'));
    const key = { namespace, name: 'a' };
    const { signal } = new AbortController();
    const lease = {
      ...leaseOf(namespace, 'a'),
      metadata: { ...key, uid: 'x', resourceVersion: '1', creationTimestamp: '2026-01-01T00:00:00Z' },
    };
    const calls: Record<string, () => Promise<unknown>> = {
      get: () => store.get('Lease', key),
      list: () => store.list('Lease'),
      create: () => store.create('Lease', leaseOf(namespace, 'a')),
      update: () => store.update('Lease', lease),
      delete: () => store.delete('Lease', key),
      watch: async () => {
        for await (const _ of store.watch('Lease', { resourceVersion: '1', signal })) return;
      },
    };
    for (const [verb, call] of Object.entries(calls))
      await assert.rejects(call(), (error) => {
        assert.ok(error instanceof Forbidden, `${verb}: ${error}`);
        assert.match(
          error.message,
          new RegExp(`^The ${verb} of Lease.*User "nobody" cannot ${verb} resource "leases"`),
        );
        return true;
      });
  });

  it('lists more than a page', async () => {
    const namespace = await server.namespace();
    const registry = new Registry();
    const store = await open(server.admin, { registry });
    const names = Array.from({ length: 1200 }, (_, index) => `lease-${index}`);
    // All at once would wait for each other longer than a call may take.
    for (let at = 0; at < names.length; at += 100)
      await Promise.all(names.slice(at, at + 100).map((name) => store.create('Lease', leaseOf(namespace, name))));
    const { items } = await store.list('Lease', { namespace });
    assert.deepEqual(new Set(items.map(({ metadata }) => metadata.name)), new Set(names));
    assert.equal(items.length, names.length);
    assert.match(await registry.metrics(), /requests_total\{verb="list",kind="Lease",code="200"\} 3\n/);
  });

  it('has as many calls in flight as it may, and no more connections', async () => {
    const namespace = await server.namespace();
    const store = await open(server.admin, { limits: { calls: 5 } });
    const sockets = () => process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length;
    const before = sockets();
    let most = 0;
    const look = () => {
      most = Math.max(most, sockets() - before);
    };
    await Promise.all(Array.from({ length: 300 }, () => store.list('Lease', { namespace }).then(look)));
    assert.ok(most > 1 && most <= 5, `${most} connections`);
  });

  it('leaves it to the server who wrote which field', async () => {
    const namespace = await server.namespace();
    const store = await open(server.admin);
    const made = await store.create('Lease', leaseOf(namespace, 'a'));
    assert.ok(!('managedFields' in made.metadata));
    await store.update('Lease', { ...made, spec: { holderIdentity: 'b' } });
    const path = `/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases/a`;
    const { managedFields } = (await server.call('GET', path)).metadata;
    assert.deepEqual(
      managedFields.map(({ manager }: { manager: string }) => manager),
      ['tintype-test'],
    );
  });

  it('does not take a server without our kinds for one without our objects', async (t) => {
    t.after(() => server.apply(Object.values(manifests)));
    await server.kubectl('delete', 'customresourcedefinition', 'browserpools.tintype.dev');
    const store = await open(server.admin);
    await until('the kind is gone', () =>
      store.list('BrowserPool').then(
        () => false,
        () => true,
      ),
    );
    await assert.rejects(store.get('BrowserPool', { namespace: 'default', name: 'a' }), (error) => {
      assert.ok(error instanceof StoreUnavailable);
      assert.match(error.message, /^The get of BrowserPool default\/a failed: .*custom resource definitions/);
      return true;
    });
  });

  it('says what to do when the namespace of a new object is not there', async () => {
    const store = await open(server.admin);
    await assert.rejects(store.create('Lease', leaseOf('nowhere', 'a')), (error) => {
      assert.ok(error instanceof NotFound);
      const text = 'The create of Lease nowhere/a was refused: there is no namespace "nowhere". Create it first.';
      assert.equal(error.message, text);
      return true;
    });
  });

  it('uses the proxy of the kubeconfig', async (t) => {
    const proxy = await startConnectProxy();
    t.after(() => proxy.close());
    const { clusters, ...rest } = kubeconfigOf(server.admin);
    const kubeconfigFile = `${server.admin.kubeconfigFile}.proxied`;
    const cluster = { ...clusters[0]?.cluster, 'proxy-url': proxy.url };
    writeFileSync(kubeconfigFile, JSON.stringify({ ...rest, clusters: [{ ...clusters[0], cluster }] }));
    const store = await open({ ...server.admin, kubeconfigFile }, { limits: { calls: 3 } });
    await Promise.all(Array.from({ length: 30 }, () => store.list('Lease')));
    assert.deepEqual(new Set(proxy.tunnels), new Set([server.url.host]));
    assert.ok(proxy.tunnels.length <= 3, `${proxy.tunnels.length} tunnels`);
    await store.close();
  });

  it('says why it does not trust a server', async () => {
    const stranger = await server.user('stranger');
    const store = await open({ ...stranger, kubeconfigFile: strangerConfig(stranger) });
    await assert.rejects(store.list('Lease'), (error) => {
      assert.ok(error instanceof StoreUnavailable);
      assert.match(error.message, /list of Lease failed: .*certificate/);
      return error.effect === 'none';
    });
  });
};

/** A kubeconfig that trusts only the system's authorities. */
const strangerConfig = (access: KubeAccess): string => {
  const { clusters, ...rest } = kubeconfigOf(access);
  const kubeconfigFile = `${access.kubeconfigFile}.stranger`;
  const cluster = { server: access.server.origin };
  writeFileSync(kubeconfigFile, JSON.stringify({ ...rest, clusters: [{ ...clusters[0], cluster }] }));
  return kubeconfigFile;
};
