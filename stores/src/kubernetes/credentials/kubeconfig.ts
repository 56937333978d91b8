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
import type { Account, Material, ProvidedCredentials } from './account.js';
import { readKubeconfigFile } from './kubeconfig-file.js';
import { pluginAnswer } from './plugin-answer.js';
import { startPlugin } from './plugin-process.js';

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
  file: string;
  cluster: Cluster;
  ca: Material | undefined;
}

interface NamedUser {
  name: string;
  file: string;
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
  users?: unknown;
}

/** A file wins over a text, and its path is relative to the kubeconfig's folder. */
const materialIn =
  (folder: string) =>
  (file: string | null | undefined, text: string | null | undefined): Material | undefined => {
    if (file) return { file: resolve(folder, file) };
    return text ? { text } : undefined;
  };

/** What is no base64 in a text, Node.js leaves out in silence. */
const decoded = (field: string, name: string, base64: string | null | undefined): string | undefined => {
  if (!base64) return undefined;
  if (!/^[A-Za-z0-9+/\s]+={0,2}\s*$/.test(base64))
    throw new Error(`${field} of "${name}" is not base64; write the PEM there in base64, or name its file`);
  return Buffer.from(base64, 'base64').toString();
};

const kubeconfigIn = (file: string, raw: RawKubeconfig): Kubeconfig => {
  const material = materialIn(dirname(file));
  // The client knows `token-file` alone, which is not its name, and reads it once.
  const users = newUsers(raw.users);
  const named: { name: string; user?: { tokenFile?: string } }[] = Array.isArray(raw.users) ? raw.users : [];
  const tokenFiles = new Map(named.map(({ name, user }) => [name, user?.tokenFile]));
  return {
    clusters: newClusters(raw.clusters).map((cluster) => ({
      name: cluster.name,
      file,
      cluster,
      ca: material(cluster.caFile, decoded('certificate-authority-data', cluster.name, cluster.caData)),
    })),
    users: users.map((user) => ({
      name: user.name,
      file,
      user,
      cert: material(user.certFile, decoded('client-certificate-data', user.name, user.certData)),
      key: material(user.keyFile, decoded('client-key-data', user.name, user.keyData)),
      token: material(tokenFiles.get(user.name), user.token),
    })),
    contexts: newContexts(raw.contexts),
    currentContext: raw['current-context'] || undefined,
  };
};

const readKubeconfig = (file: string): Promise<Kubeconfig> =>
  readKubeconfigFile(file, (raw) => kubeconfigIn(file, raw as RawKubeconfig));

/** The first of this name in the files' order, as kubectl merges them. */
const firstOf =
  (files: readonly string[]) =>
  <T extends { name: string }>(what: string, name: string | undefined, all: readonly T[]): T => {
    const found = all.find((each) => each.name === name);
    if (found) return found;
    const text = name ? `no ${what} "${name}"` : `no current ${what}`;
    throw new ConfigError(`The kubeconfig ${files.join(' with ')} cannot be used: it has ${text}.`);
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

/** The client waits for a plugin for ever. Its type does not show what starts one. */
const endingAuth = (milliseconds: number): Authenticator => {
  const client: Authenticator = new ExecAuth();
  return Object.assign(client, { execFn: startPlugin(milliseconds) });
};

const asking = (authenticator: Authenticator, user: User) => async (): Promise<ProvidedCredentials> => {
  const options: { headers: Record<string, string>; cert?: string; key?: string } = { headers: {} };
  await authenticator.applyAuthentication(user, options);
  const headers = Object.entries(options.headers).map(([name, value]) => [name.toLowerCase(), value]);
  return { ...options, headers: Object.fromEntries(headers) };
};

const providerOf = async (
  { user, file }: NamedUser,
  cluster: Cluster,
  pluginMs: number,
): Promise<Account['provide']> => {
  if (user.exec) {
    const ask = asking(endingAuth(pluginMs), informed(user, cluster));
    return () => pluginAnswer(user.exec, ask);
  }
  if (!user.authProvider) return undefined;
  const { name } = user.authProvider;
  const make = authProviders[name];
  if (!make) throw new ConfigError(`The kubeconfig ${file} cannot be used: its auth provider "${name}" is unknown.`);
  if (!user.authProvider.config)
    throw new ConfigError(
      `The kubeconfig ${file} cannot be used: its auth provider "${name}" has no config; log in again with what wrote it.`,
    );
  return asking(await make(), user);
};

/** An API server would take the requests for nobody's. */
const demandNoPassword = ({ name, file, user }: NamedUser): void => {
  if (user.username || user.password)
    throw new ConfigError(
      `The kubeconfig ${file} cannot be used: user "${name}" has a username or a password, which API servers do not take since Kubernetes 1.19; give it a token, a client certificate or a plugin.`,
    );
};

const headersOf = ({ impersonateUser }: User): Record<string, string> =>
  impersonateUser ? { 'impersonate-user': impersonateUser } : {};

const isHttp = (text: string) => /^https?:/.test(text) && URL.canParse(text);

/** The addresses of the cluster and of the proxy before it. */
const addressesOf = ({ name, file, cluster }: NamedCluster): Pick<Account, 'server' | 'proxyUrl'> => {
  const { server, proxyUrl } = cluster;
  const refuse = (what: string) => {
    throw new ConfigError(`The kubeconfig ${file} cannot be used: ${what} of "${name}" is no http or https address.`);
  };
  if (!isHttp(server)) refuse('the server');
  if (proxyUrl && !isHttp(proxyUrl)) refuse('the proxy-url');
  return { server, proxyUrl: proxyUrl || undefined };
};

const nobody: NamedUser = { name: '', file: '', user: { name: '' }, cert: undefined, key: undefined, token: undefined };

const holderOf = ({ name, file }: NamedUser, files: readonly string[]): string =>
  name ? `user "${name}" in ${file}` : `nobody, as no user is named in ${files.join(' with ')}`;

/**
 * The account that the current context of kubeconfig files names; a plugin of it may run for so long. Throws a ConfigError
 * when they do not hold it.
 */
export const kubeconfigAccount = async (files: readonly string[], pluginMs: number): Promise<Account> => {
  const named = firstOf(files);
  const configs = await Promise.all(files.map(readKubeconfig));
  const every = <T>(part: (config: Kubeconfig) => T[]) => configs.flatMap(part);
  const current = configs.find(({ currentContext }) => currentContext)?.currentContext;
  const context = named(
    'context',
    current,
    every(({ contexts }) => contexts),
  );
  const place = named(
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
  demandNoPassword(login);
  const { user, cert, key, token } = login;
  const { cluster, ca } = place;
  return {
    holder: holderOf(login, files),
    ...addressesOf(place),
    serverName: cluster.tlsServerName,
    skipVerification: cluster.skipTLSVerify,
    ca,
    cert,
    key,
    token,
    headers: headersOf(user),
    provide: await providerOf(login, cluster, pluginMs),
    namespace: context.namespace ?? 'default',
  };
};
