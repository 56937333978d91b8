import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { unusedPort } from '../process/unused-port.js';
import { type ControlPlane, findControlPlane } from '../programs/control-plane.js';
import { until } from '../until.js';
import { callKube, callKubeOk, type KubeAccess, runKubectl, tlsOf, writeKubeconfig } from './access.js';
import { grantInKube, type KubeGrant, KubeServiceAccount } from './accounts.js';
import { KubeCertificates } from './certificates.js';
import { etcdFlags, etcdUrl, type KubePorts, kubeApiFlags, kubeHost } from './flags.js';
import { KubeProcess } from './process.js';

export interface KubeApiServerOptions {
  /** Flags such as `--min-request-timeout=10`; the last of equal flags counts. */
  flags?: readonly string[];
  /** Besides 127.0.0.1. */
  hosts?: readonly string[];
}

export interface KubeUserOptions {
  groups?: readonly string[];
  /** In one namespace or in all. */
  grant?: KubeGrant;
}

const installed = (): ControlPlane => {
  const found = findControlPlane();
  if (!found) throw new Error('There is no kube-apiserver: run node test/dist/kit/programs/install-control-plane.js');
  return found;
};

/**
 * A real kube-apiserver and etcd on 127.0.0.1, without controllers, scheduler and nodes. There is no garbage
 * collection, no removal of namespaces, no running pod. Starts in about 6 s. One serves all tests of a file, each in
 * its own namespace.
 */
export class KubeApiServer {
  readonly #programs = installed();
  readonly #etcd = new KubeProcess(this.#programs.etcd);
  readonly #api = new KubeProcess(this.#programs['kube-apiserver']);
  readonly #certificates = new KubeCertificates(this.#api.folder);
  readonly #flags: readonly string[];
  #ports: KubePorts = { etcd: 0, etcdPeers: 0, api: 0 };
  #admin: KubeAccess | undefined;
  #count = 0;

  constructor({ flags = [], hosts = [] }: KubeApiServerOptions) {
    this.#flags = flags;
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    writeFileSync(this.#path('service-accounts.pub'), publicKey.export({ type: 'spki', format: 'pem' }));
    const privateText = privateKey.export({ type: 'pkcs8', format: 'pem' });
    writeFileSync(this.#path('service-accounts.key'), privateText, { mode: 0o600 });
    this.#certificates.issue('serving.pem', { commonName: 'kube-apiserver' }, [kubeHost, 'localhost', ...hosts]);
    this.#certificates.issue('kubelet-client.pem', { commonName: 'apiserver', organisations: ['system:masters'] });
  }

  get admin(): KubeAccess {
    if (!this.#admin) throw new Error('the API server has not been started');
    return this.#admin;
  }

  /** Signs the tokens of service accounts. */
  get serviceAccountKeyFile(): string {
    return this.#path('service-accounts.key');
  }

  get url(): URL {
    return this.admin.server;
  }

  get log(): string {
    return `${this.#api.log}\n${this.#etcd.log}`;
  }

  /** Removed at `stop`. */
  get folders(): string[] {
    return [this.#api.folder, this.#etcd.folder];
  }

  async start(): Promise<void> {
    if (!this.#admin) await this.#choosePorts();
    await this.#startEtcd();
    await this.#startApi();
  }

  /** SIGKILL to kube-apiserver, as in a crash; etcd stays. */
  kill(): Promise<void> {
    return this.#api.end('SIGKILL');
  }

  /** An orderly restart: same port and objects, no watch cache. */
  async restart(): Promise<void> {
    await this.#api.end('SIGTERM');
    await this.#startApi();
  }

  /** Keeps connections and answers nothing until `resume`. */
  pause(): Promise<void> {
    return this.#api.pause();
  }

  resume(): void {
    this.#api.resume();
  }

  /** kube-apiserver answers; calls that need etcd hang or fail until `resumeEtcd`. */
  pauseEtcd(): Promise<void> {
    return this.#etcd.pause();
  }

  resumeEtcd(): void {
    this.#etcd.resume();
  }

  /** Also removes their data. */
  async stop(): Promise<void> {
    await this.#api.end('SIGKILL');
    await this.#etcd.end('SIGKILL');
    await Promise.all([this.#api.remove(), this.#etcd.remove()]);
  }

  /** A call as admin, past clients under test; PATCH is a merge patch. Throws when refused. Returns the body. */
  async call(method: string, path: string, body?: unknown) {
    return callKubeOk(this.admin, method, path, body);
  }

  /** Makes a namespace with its default service account, which pods need. Returns its name. */
  async namespace(prefix = 'test'): Promise<string> {
    const name = `${prefix}-${++this.#count}`;
    await this.call('POST', '/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
    await this.#makeServiceAccount(name, 'default');
    return name;
  }

  async user(name: string, { groups = [], grant }: KubeUserOptions = {}): Promise<KubeAccess> {
    const certificateFile = this.#certificates.issue(`user-${name}.pem`, { commonName: name, organisations: groups });
    const access = { ...this.admin, certificateFile, kubeconfigFile: this.#path(`user-${name}.kubeconfig`) };
    writeKubeconfig(access);
    if (grant) await grantInKube(this.admin, { kind: 'User', name }, grant);
    return access;
  }

  async serviceAccount(namespace: string, name: string, grant?: KubeGrant): Promise<KubeServiceAccount> {
    await this.#makeServiceAccount(namespace, name);
    const folder = this.#path(`service-account-${namespace}-${name}`);
    const account = new KubeServiceAccount(this.admin, { namespace, name, folder });
    await account.renewToken();
    if (grant) await grantInKube(this.admin, account.subject, grant);
    return account;
  }

  /** A certificate and key in one file, for another server that trusts `admin.caFile`. */
  servingCertificate(name: string): string {
    return this.#certificates.issue(`${name}.pem`, { commonName: name }, [kubeHost, 'localhost']);
  }

  /** Objects, or a file or folder of manifests. Waits until new definitions are served. */
  async apply(manifests: string | readonly object[]): Promise<void> {
    const isPath = typeof manifests === 'string';
    const list = isPath ? '' : JSON.stringify({ apiVersion: 'v1', kind: 'List', items: manifests });
    const options = ['--server-side', '--force-conflicts', '-o', 'name', '-f', isPath ? manifests : '-'];
    const applied = await this.#kubectl(['apply', ...options], list);
    const definitions = applied.split('\n').filter((name) => name.startsWith('customresourcedefinition.'));
    for (const definition of definitions) await this.#served(definition.slice(definition.indexOf('/') + 1));
  }

  /** Runs kubectl as admin, unless `--kubeconfig` names another. Returns the output; rejects with the error output. */
  kubectl(...args: string[]): Promise<string> {
    return this.#kubectl(args, '');
  }

  /** Reissues all certificates with the same authority. Resolves once kube-apiserver shows its new one. */
  async renewCertificates(): Promise<void> {
    this.#certificates.renew();
    await until('kube-apiserver shows its new certificate', () => this.#showsItsCertificate());
  }

  /** Replaces the authority in steps, so that no client that rereads its files is refused. */
  async replaceAuthority(): Promise<void> {
    this.#certificates.addAuthority();
    const probe = { ...this.admin, certificateFile: this.#certificates.issue('probe.pem', { commonName: 'probe' }) };
    await until('kube-apiserver trusts the new authority', () => this.#knows(probe));
    const old = this.#path('old-authority.pem');
    writeFileSync(old, readFileSync(this.#path('admin.pem')));
    await this.renewCertificates();
    this.#certificates.dropOldAuthorities();
    const before = { ...this.admin, certificateFile: old };
    await until('kube-apiserver trusts the old authority no more', async () => !(await this.#knows(before)));
  }

  #path(name: string): string {
    return join(this.#api.folder, name);
  }

  async #choosePorts(): Promise<void> {
    this.#ports = { etcd: await unusedPort(), etcdPeers: await unusedPort(), api: await unusedPort() };
    this.#admin = {
      server: new URL(`https://${kubeHost}:${this.#ports.api}`),
      caFile: this.#certificates.caFile,
      certificateFile: this.#certificates.issue('admin.pem', {
        commonName: 'admin',
        organisations: ['system:masters'],
      }),
      kubeconfigFile: this.#path('admin.kubeconfig'),
    };
    writeKubeconfig(this.#admin);
  }

  async #startEtcd(): Promise<void> {
    await this.#etcd.start(etcdFlags(this.#ports, this.#etcd.folder), async () => {
      const answer = await fetch(`${etcdUrl(this.#ports)}/readyz`).catch(() => undefined);
      await answer?.arrayBuffer();
      return answer?.ok === true;
    });
  }

  async #startApi(): Promise<void> {
    const flags = kubeApiFlags(this.#ports, {
      clientAuthorities: this.#certificates.caFile,
      serving: this.#path('serving.pem'),
      kubeletClient: this.#path('kubelet-client.pem'),
      serviceAccountsPublic: this.#path('service-accounts.pub'),
      serviceAccountsPrivate: this.#path('service-accounts.key'),
    });
    await this.#api.start([...flags, ...this.#flags], () => this.#isReady());
    await this.#makeServiceAccount('default', 'default');
  }

  async #isReady(): Promise<boolean> {
    const answer = await callKube(this.admin, 'GET', '/readyz').catch(() => undefined);
    return answer?.status === 200;
  }

  async #makeServiceAccount(namespace: string, name: string): Promise<void> {
    const account = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name } };
    const { status } = await callKube(this.admin, 'POST', `/api/v1/namespaces/${namespace}/serviceaccounts`, account);
    // 409: it exists since a restart, or with its namespace.
    if (status !== 201 && status !== 409) throw new Error(`no service account ${name}: ${status}`);
  }

  /** The resource is unknown at first. */
  async #served(definition: string): Promise<void> {
    const { spec } = await this.call('GET', `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${definition}`);
    const path = `/apis/${spec.group}/${spec.versions[0].name}/${spec.names.plural}`;
    await until(`${path} is served`, async () => (await callKube(this.admin, 'GET', path)).status === 200);
  }

  #kubectl(args: readonly string[], input: string): Promise<string> {
    const { kubeconfigFile } = this.admin;
    return runKubectl({ program: this.#programs.kubectl, kubeconfigFile, args, input });
  }

  /** Whether the server accepts the certificate. */
  async #knows(access: KubeAccess): Promise<boolean> {
    return (await callKube(access, 'GET', '/version')).status !== 401;
  }

  async #showsItsCertificate(): Promise<boolean> {
    const socket = connect({ host: kubeHost, port: this.#ports.api, ...tlsOf(this.admin) });
    try {
      await once(socket, 'secureConnect');
      const { fingerprint256 } = new X509Certificate(readFileSync(this.#path('serving.pem')));
      return socket.getPeerX509Certificate()?.fingerprint256 === fingerprint256;
    } finally {
      socket.destroy();
    }
  }
}

/** `stop`, or the end of this process, ends it and removes its data. */
export const startKubeApiServer = async (options: KubeApiServerOptions = {}): Promise<KubeApiServer> => {
  const server = new KubeApiServer(options);
  try {
    await server.start();
  } catch (error) {
    await server.stop();
    throw error;
  }
  return server;
};
