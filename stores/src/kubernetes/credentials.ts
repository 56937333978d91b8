import { type SpawnOptions, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import type { RequestOptions } from 'node:https';
import { dirname, resolve } from 'node:path';
import {
  type Cluster,
  type Context,
  newClusters,
  newContexts,
  newUsers,
  type User,
} from '@kubernetes/client-node/dist/config_types.js';
import { ExecAuth } from '@kubernetes/client-node/dist/exec_auth.js';
import { ConfigError } from '@tintype/runtime';
import { load } from 'js-yaml';
import type { Account, Material, ProvidedCredentials } from './account.js';

// The Kubernetes client by its parts, for what they load beside the rest of a program: the package 52 MB, its KubeConfig
// (dist/config.js, with the whole generated API) 51 MB, these two 2 MB. docs/decisions/0015-kubernetes-client.md

interface Authenticator {
  applyAuthentication: (user: User, options: RequestOptions) => Promise<void>;
}

/** Loaded when a kubeconfig names them: oidc_auth.js brings dist/config.js with it. */
const authProviders: Readonly<Record<string, () => Promise<Authenticator>>> = {
  oidc: async () => new (await import('@kubernetes/client-node/dist/oidc_auth.js')).OpenIDConnectAuth(),
  gcp: async () => new (await import('@kubernetes/client-node/dist/gcp_auth.js')).GoogleCloudPlatformAuth(),
  azure: async () => new (await import('@kubernetes/client-node/dist/azure_auth.js')).AzureAuth(),
};

interface NamedCluster {
  name: string;
  cluster: Cluster;
  ca: Material | undefined;
}

interface NamedUser {
  name: string;
  user: User;
  cert: Material | undefined;
  key: Material | undefined;
  token: Material | undefined;
}

interface Kubeconfig {
  clusters: NamedCluster[];
  users: NamedUser[];
  contexts: Context[];
  currentContext: string | undefined;
}

interface RawKubeconfig {
  'current-context'?: string;
  clusters?: unknown;
  contexts?: unknown;
  users?: { name: string; user?: { tokenFile?: string } }[];
}

/** A file wins over a text, and its path is relative to the kubeconfig's folder. */
const materialIn =
  (folder: string) =>
  (file: string | null | undefined, text: string | null | undefined): Material | undefined => {
    if (file) return { file: resolve(folder, file) };
    return text ? { text } : undefined;
  };

const decoded = (base64: string | null | undefined) => base64 && Buffer.from(base64, 'base64').toString();

const readKubeconfig = async (file: string): Promise<Kubeconfig> => {
  const raw = (load(await readFile(file, 'utf8')) ?? {}) as RawKubeconfig;
  const material = materialIn(dirname(file));
  // The client knows `token-file` alone, which is not its name, and reads it once.
  const tokenFiles = new Map(raw.users?.map(({ name, user }) => [name, user?.tokenFile]));
  return {
    clusters: newClusters(raw.clusters).map((cluster) => ({
      name: cluster.name,
      cluster,
      ca: material(cluster.caFile, decoded(cluster.caData)),
    })),
    users: newUsers(raw.users).map((user) => ({
      name: user.name,
      user,
      cert: material(user.certFile, decoded(user.certData)),
      key: material(user.keyFile, decoded(user.keyData)),
      token: material(tokenFiles.get(user.name), user.token),
    })),
    contexts: newContexts(raw.contexts),
    currentContext: raw['current-context'] || undefined,
  };
};

/** The first of this name in the files' order, as kubectl merges them. */
const named = <T extends { name: string }>(what: string, name: string | undefined, all: readonly T[]): T => {
  const found = all.find((each) => each.name === name);
  if (found) return found;
  throw new ConfigError(`The kubeconfig has no ${what} "${name ?? ''}".`);
};

/** https://kubernetes.io/docs/reference/config-api/client-authentication.v1/ */
const execInfo = ({ exec }: User, cluster: Cluster): string =>
  JSON.stringify({
    kind: 'ExecCredential',
    apiVersion: exec.apiVersion,
    spec: {
      interactive: false,
      cluster: exec.provideClusterInfo && {
        server: cluster.server,
        'tls-server-name': cluster.tlsServerName,
        'insecure-skip-tls-verify': cluster.skipTLSVerify,
        'certificate-authority-data': cluster.caData,
      },
    },
  });

/** The client does not tell plugins what they are asked for. */
const informed = (user: User, cluster: Cluster): User => {
  const env = [...(user.exec.env ?? []), { name: 'KUBERNETES_EXEC_INFO', value: execInfo(user, cluster) }];
  return { ...user, exec: { ...user.exec, env } };
};

/** So long may a plugin run: one that hangs is ended, and can be asked again. */
const pluginMs = 15_000;

/** The client waits for a plugin for ever. Its type does not show what starts one. */
const endingAuth = (): Authenticator => {
  const start = (command: string, args: readonly string[] = [], options: SpawnOptions = {}) =>
    spawn(command, args, { ...options, timeout: pluginMs, killSignal: 'SIGKILL' });
  const client: Authenticator = new ExecAuth();
  return Object.assign(client, { execFn: start });
};

const asking = (authenticator: Authenticator, user: User) => async (): Promise<ProvidedCredentials> => {
  const options: { headers: Record<string, string>; cert?: string; key?: string } = { headers: {} };
  await authenticator.applyAuthentication(user, options);
  const headers = Object.entries(options.headers).map(([name, value]) => [name.toLowerCase(), value]);
  return { ...options, headers: Object.fromEntries(headers) };
};

const providerOf = async (user: User, cluster: Cluster): Promise<Account['provide']> => {
  if (user.exec) return asking(endingAuth(), informed(user, cluster));
  if (!user.authProvider) return undefined;
  const make = authProviders[user.authProvider.name];
  if (!make) throw new ConfigError(`The kubeconfig has an unknown auth provider "${user.authProvider.name}".`);
  return asking(await make(), user);
};

const headersOf = ({ username, password, impersonateUser }: User): Record<string, string> => ({
  ...(username ? { authorization: `Basic ${Buffer.from(`${username}:${password ?? ''}`).toString('base64')}` } : {}),
  ...(impersonateUser ? { 'impersonate-user': impersonateUser } : {}),
});

const proxyOf = ({ proxyUrl }: Cluster): string | undefined => {
  if (!proxyUrl || /^https?:/.test(proxyUrl)) return proxyUrl || undefined;
  throw new ConfigError(`The kubeconfig has a proxy-url that is not http or https: ${proxyUrl.split(':')[0]}.`);
};

const nobody: NamedUser = { name: '', user: { name: '' }, cert: undefined, key: undefined, token: undefined };

/** The account that the current context of kubeconfig files names. Throws a ConfigError when they do not hold it. */
export const kubeconfigAccount = async (files: readonly string[]): Promise<Account> => {
  const configs = await Promise.all(files.map(readKubeconfig));
  const every = <T>(part: (config: Kubeconfig) => T[]) => configs.flatMap(part);
  const current = configs.find(({ currentContext }) => currentContext)?.currentContext;
  const context = named(
    'context',
    current,
    every(({ contexts }) => contexts),
  );
  const { cluster, ca } = named(
    'cluster',
    context.cluster,
    every(({ clusters }) => clusters),
  );
  const login = context.user
    ? named(
        'user',
        context.user,
        every(({ users }) => users),
      )
    : nobody;
  const { user, cert, key, token } = login;
  return {
    server: cluster.server,
    serverName: cluster.tlsServerName,
    skipVerification: cluster.skipTLSVerify,
    proxyUrl: proxyOf(cluster),
    ca,
    cert,
    key,
    token,
    headers: headersOf(user),
    provide: await providerOf(user, cluster),
    namespace: context.namespace ?? 'default',
  };
};
