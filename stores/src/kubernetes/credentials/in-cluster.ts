import { readFile } from 'node:fs/promises';
import { isIPv6 } from 'node:net';
import { join } from 'node:path';
import { ConfigError } from '@tintype/runtime';
import type { Account } from './account.js';

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
