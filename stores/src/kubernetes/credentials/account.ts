import { readFile } from 'node:fs/promises';
import { isIPv6 } from 'node:net';
import { join } from 'node:path';
import { ConfigError } from '@tintype/runtime';

/** A certificate, key or token. The file may be replaced at any time. */
export type Material = { file: string } | { text: string };

/** The answer of a plugin or an auth provider. `cert` and `key` are PEM. */
export interface ProvidedCredentials {
  headers: Record<string, string>;
  cert?: string;
  key?: string;
}

/** A server, and who the program is there. Certificates, keys and tokens are not read yet. */
export interface Account {
  /** Names user and file in messages: `user "me" in /home/me/.kube/config`. */
  holder: string;
  server: string;
  /** The name in the server's certificate, if it differs from `server`. */
  serverName?: string | undefined;
  /** Accepts any certificate of the server. */
  skipVerification: boolean;
  proxyUrl?: string | undefined;
  /** Absent: the system's certificate authorities. */
  ca?: Material | undefined;
  cert?: Material | undefined;
  key?: Material | undefined;
  token?: Material | undefined;
  headers: Record<string, string>;
  /** Asks a plugin or auth provider, and keeps its answer until it expires. */
  provide?: (() => Promise<ProvidedCredentials>) | undefined;
  /** The program's own namespace. */
  namespace: string;
}

export const filesOf = ({ ca, cert, key, token }: Account): string[] =>
  [ca, cert, key, token].flatMap((material) => (material && 'file' in material ? material.file : []));

interface ServiceAccount {
  /** `host` and `port` are the API server's. */
  host: string;
  port: string;
  /** Contains `token`, `ca.crt` and `namespace`. */
  folder: string;
}

const namespaceIn = async (folder: string): Promise<string> => {
  const text = await readFile(join(folder, 'namespace'), 'utf8').catch((cause) => {
    throw new ConfigError(`The pod's service account is not mounted: ${cause.message}.`, { cause });
  });
  return text.trim();
};

/**
 * The pod's service account. The kubelet replaces its token about hourly. Throws a ConfigError if `folder` is not
 * mounted.
 * https://kubernetes.io/docs/tasks/run-application/access-api-from-pod/
 */
export const inClusterAccount = async ({ host, port, folder }: ServiceAccount): Promise<Account> => ({
  holder: `the pod's service account in ${folder}`,
  server: `https://${isIPv6(host) ? `[${host}]` : host}:${port}`,
  skipVerification: false,
  ca: { file: join(folder, 'ca.crt') },
  token: { file: join(folder, 'token') },
  headers: {},
  namespace: await namespaceIn(folder),
});
