import { readFile } from 'node:fs/promises';
import { isIPv6 } from 'node:net';
import { join } from 'node:path';
import { ConfigError } from '@tintype/runtime';

/** A certificate, key or token: a file, which may be replaced at any time, or the text itself. */
export type Material = { file: string } | { text: string };

/** What a plugin that is asked for credentials answers. */
export interface ProvidedCredentials {
  headers: Record<string, string>;
  /** PEM. */
  cert?: string;
  key?: string;
}

/** Who the program is to which API server, before any certificate, key or token is read. */
export interface Account {
  /** Whose credentials these are and where they lie, as in `user "me" in /home/me/.kube/config`. */
  holder: string;
  server: string;
  /** Other than the name in `server`, in the server's certificate. */
  serverName?: string | undefined;
  skipVerification: boolean;
  proxyUrl?: string | undefined;
  /** Absent: the certificate authorities of the system. */
  ca?: Material | undefined;
  cert?: Material | undefined;
  key?: Material | undefined;
  token?: Material | undefined;
  headers: Record<string, string>;
  /** Absent: nobody has to be asked. Keeps what it was told until that expires. */
  provide?: (() => Promise<ProvidedCredentials>) | undefined;
  /** The namespace that the program is in. */
  namespace: string;
}

/** The files that the account's materials lie in. */
export const filesOf = ({ ca, cert, key, token }: Account): string[] =>
  [ca, cert, key, token].flatMap((material) => (material && 'file' in material ? material.file : []));

const namespaceIn = async (folder: string): Promise<string> => {
  const text = await readFile(join(folder, 'namespace'), 'utf8').catch((cause) => {
    throw new ConfigError(`The pod's service account is not mounted: ${cause.message}.`, { cause });
  });
  return text.trim();
};

/**
 * The service account of the pod. The kubelet replaces its token about hourly.
 * https://kubernetes.io/docs/tasks/run-application/access-api-from-pod/
 */
export const inClusterAccount = async (pod: { host: string; port: string; folder: string }): Promise<Account> => ({
  holder: `the pod's service account in ${pod.folder}`,
  server: `https://${isIPv6(pod.host) ? `[${pod.host}]` : pod.host}:${pod.port}`,
  skipVerification: false,
  ca: { file: join(pod.folder, 'ca.crt') },
  token: { file: join(pod.folder, 'token') },
  headers: {},
  namespace: await namespaceIn(pod.folder),
});
