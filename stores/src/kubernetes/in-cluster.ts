import { readFile } from 'node:fs/promises';
import { isIPv6 } from 'node:net';
import { join } from 'node:path';
import type { Account } from './account.js';

/**
 * The service account of the pod. The kubelet replaces its token about hourly.
 * https://kubernetes.io/docs/tasks/run-application/access-api-from-pod/
 */
export const inClusterAccount = async (pod: { host: string; port: string; folder: string }): Promise<Account> => ({
  server: `https://${isIPv6(pod.host) ? `[${pod.host}]` : pod.host}:${pod.port}`,
  skipVerification: false,
  ca: { file: join(pod.folder, 'ca.crt') },
  token: { file: join(pod.folder, 'token') },
  headers: {},
  namespace: (await readFile(join(pod.folder, 'namespace'), 'utf8')).trim(),
});
