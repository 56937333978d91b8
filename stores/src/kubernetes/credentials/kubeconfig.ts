import { readFile } from 'node:fs/promises';
import type { RequestOptions } from 'node:https';
import { dirname, resolve } from 'node:path';
import { type Cluster, type Context, KubeConfig, type User } from '@kubernetes/client-node';
import { ConfigError } from '@tintype/runtime';
import { CORE_SCHEMA, load, mergeTag, YAMLException } from 'js-yaml';
import type { Account, Material, ProvidedCredentials } from './account.js';
import { execPlugin } from './exec-plugin.js';

// Import this file only when a kubeconfig is given: the Kubernetes client costs 90 MB and one second.
// docs/decisions/0015-kubernetes-client.md

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

/** A parsed kubeconfig. Its fields are not checked yet. */
interface RawKubeconfig {
  users?: unknown;
}

/** A file wins over inline text. */
const materialOf = (file: string | null | undefined, text: string | null | undefined): Material | undefined => {
  if (file) return { file };
  return text ? { text } : undefined;
};

/** Throws for text that is not base64: Node.js would silently skip the wrong characters. */
const decodedBase64 = (field: string, name: string, base64: string | null | undefined): string | undefined => {
  if (!base64) return undefined;
  if (!/^[A-Za-z0-9+/\s]+={0,2}\s*$/.test(base64))
    throw new Error(`${field} of "${name}" is not base64; write the PEM there in base64, or name its file`);
  return Buffer.from(base64, 'base64').toString();
};

/**
 * The paths of token files, keyed by user. kubectl reads the field `tokenFile`. `@kubernetes/client-node` reads only
 * `token-file`, and only once.
 */
const tokenFilesIn = (folder: string, { users }: RawKubeconfig): Map<string, string> => {
  const namedUsers: { name: string; user?: { tokenFile?: string } | null }[] = Array.isArray(users) ? users : [];
  return new Map(
    namedUsers.flatMap(({ name, user }) => (user?.tokenFile ? [[name, resolve(folder, user.tokenFile)] as const] : [])),
  );
};

/** Resolves paths from the kubeconfig's folder. */
const kubeconfigIn = (file: string, raw: RawKubeconfig): Kubeconfig => {
  const folder = resolve(dirname(file));
  const config = new KubeConfig();
  config.loadFromString(JSON.stringify(raw));
  config.makePathsAbsolute(folder);
  const tokenFiles = tokenFilesIn(folder, raw);
  return {
    clusters: config.clusters.map((cluster) => ({
      name: cluster.name,
      file,
      cluster,
      ca: materialOf(cluster.caFile, decodedBase64('certificate-authority-data', cluster.name, cluster.caData)),
    })),
    users: config.users.map((user) => ({
      name: user.name,
      file,
      user,
      cert: materialOf(user.certFile, decodedBase64('client-certificate-data', user.name, user.certData)),
      key: materialOf(user.keyFile, decodedBase64('client-key-data', user.name, user.keyData)),
      token: materialOf(tokenFiles.get(user.name), user.token),
    })),
    contexts: config.contexts,
    currentContext: config.currentContext || undefined,
  };
};

const reasonOf = (error: unknown): string => {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'EISDIR') return 'it is a folder; name a file in it';
  if (error instanceof YAMLException) return `it is not YAML: ${error.reason} in line ${(error.mark?.line ?? 0) + 1}`;
  return message;
};

/** Throws a ConfigError with the file's name, in one sentence. */
const readKubeconfig = async (file: string): Promise<Kubeconfig> => {
  try {
    const text = await readFile(file, 'utf8');
    if (text.trim() === '') throw new Error('it is empty; write a kubeconfig there, or name another file');
    const raw: unknown = load(text, { schema: CORE_SCHEMA.withTags(mergeTag) });
    if (typeof raw !== 'object' || raw === null || Array.isArray(raw))
      throw new Error('it is not a map of clusters, users and contexts');
    return kubeconfigIn(file, raw);
  } catch (error) {
    throw new ConfigError(`The kubeconfig ${file} cannot be used: ${reasonOf(error)}.`, { cause: error });
  }
};

/**
 * Returns a function that finds the first entry of a name, as kubectl does. It throws a ConfigError if there is none.
 */
const entryFinder =
  (files: readonly string[]) =>
  <T extends { name: string }>(entryKind: string, name: string | undefined, all: readonly T[]): T => {
    const found = all.find((each) => each.name === name);
    if (found) return found;
    const text = name ? `no ${entryKind} "${name}"` : `no current ${entryKind}`;
    throw new ConfigError(`The kubeconfig ${files.join(' with ')} cannot be used: it has ${text}.`);
  };

const authProviders = ['oidc', 'gcp', 'azure'];

/** Auth providers only set headers, so any cluster works. */
const anyCluster: Cluster = { name: 'any', server: 'https://any.example', skipTLSVerify: false };

/** Returns a function that asks the user's auth provider for headers. */
const askAuthProvider = ({ name, authProvider }: User): (() => Promise<ProvidedCredentials>) => {
  const config = new KubeConfig();
  config.loadFromClusterAndUser(anyCluster, { name, authProvider });
  return async () => {
    const options: RequestOptions = {};
    await config.applyToHTTPSOptions(options);
    const headers = Object.entries(options.headers ?? {}).map(([key, value]) => [key.toLowerCase(), String(value)]);
    return { headers: Object.fromEntries(headers) };
  };
};

const providerOf = ({ user, file }: NamedUser, cluster: Cluster, pluginMs: number): Account['provide'] => {
  if (user.exec) return execPlugin(user.exec, cluster, pluginMs);
  if (!user.authProvider) return undefined;
  const { name, config } = user.authProvider;
  if (!authProviders.includes(name))
    throw new ConfigError(`The kubeconfig ${file} cannot be used: its auth provider "${name}" is unknown.`);
  if (!config)
    throw new ConfigError(
      `The kubeconfig ${file} cannot be used: its auth provider "${name}" has no config. Log in again with the tool that wrote it.`,
    );
  return askAuthProvider(user);
};

/** Refuses a user name or a password: an API server would treat requests with them as anonymous. */
const checkNoPassword = ({ name, file, user }: NamedUser): void => {
  if (user.username || user.password)
    throw new ConfigError(
      `The kubeconfig ${file} cannot be used: user "${name}" has a username or a password, which Kubernetes refuses since 1.19. Give it a token, a client certificate or a plugin.`,
    );
};

const impersonationHeaders = ({ impersonateUser }: User): Record<string, string> =>
  impersonateUser ? { 'impersonate-user': impersonateUser } : {};

const isHttp = (text: string) => /^https?:/.test(text) && URL.canParse(text);

const addressesOf = ({ name, file, cluster }: NamedCluster): Pick<Account, 'server' | 'proxyUrl'> => {
  const { server, proxyUrl } = cluster;
  const refuse = (what: string) => {
    throw new ConfigError(
      `The kubeconfig ${file} cannot be used: ${what} of "${name}" is not an http or https address.`,
    );
  };
  if (!isHttp(server)) refuse('the server');
  if (proxyUrl && !isHttp(proxyUrl)) refuse('the proxy-url');
  return { server, proxyUrl: proxyUrl || undefined };
};

const anonymousUser: NamedUser = {
  name: '',
  file: '',
  user: { name: '' },
  cert: undefined,
  key: undefined,
  token: undefined,
};

const holderOf = ({ name, file }: NamedUser, files: readonly string[]): string =>
  name ? `user "${name}" in ${file}` : `an anonymous client: ${files.join(' with ')} names no user`;

/**
 * The account of the current context. A plugin may run for `pluginMs`. Throws a ConfigError if a file cannot be used,
 * or an entry is missing.
 */
export const kubeconfigAccount = async (files: readonly string[], pluginMs: number): Promise<Account> => {
  const find = entryFinder(files);
  const configs = await Promise.all(files.map(readKubeconfig));
  const allOf = <T>(part: (config: Kubeconfig) => T[]) => configs.flatMap(part);
  const current = configs.find(({ currentContext }) => currentContext)?.currentContext;
  const context = find(
    'context',
    current,
    allOf(({ contexts }) => contexts),
  );
  const namedCluster = find(
    'cluster',
    context.cluster,
    allOf(({ clusters }) => clusters),
  );
  const namedUser = context.user
    ? find(
        'user',
        context.user,
        allOf(({ users }) => users),
      )
    : anonymousUser;
  checkNoPassword(namedUser);
  const { user, cert, key, token } = namedUser;
  const { cluster, ca } = namedCluster;
  return {
    holder: holderOf(namedUser, files),
    ...addressesOf(namedCluster),
    serverName: cluster.tlsServerName,
    skipVerification: cluster.skipTLSVerify,
    ca,
    cert,
    key,
    token,
    headers: impersonationHeaders(user),
    provide: providerOf(namedUser, cluster, pluginMs),
    namespace: context.namespace ?? 'default',
  };
};
