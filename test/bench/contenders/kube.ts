import { readFileSync } from 'node:fs';
import { kubeconfigOf } from '../../kit/kube/access.js';
import type { KubeApiServer } from '../../kit/kube/api-server.js';
import type { Load } from '../load.js';
import type { KubePlan, KubeSetting } from '../programs/kube-acts.js';
import { startProgram } from './program.js';

export interface KubeContender {
  name: string;
  pid: number;
  run: (plan: KubePlan) => Promise<Load>;
  stop: () => Promise<void>;
}

/** Holds certificates and key inline: the bench's programs cannot read the server's files. */
export const kubeconfigWithin = ({ admin }: KubeApiServer): string => {
  const { clusters, users, ...rest } = kubeconfigOf(admin);
  const base64 = (file = '') => readFileSync(file).toString('base64');
  const pair = base64(admin.certificateFile);
  const cluster = { server: admin.server.origin, 'certificate-authority-data': base64(admin.caFile) };
  const user = { 'client-certificate-data': pair, 'client-key-data': pair };
  return JSON.stringify({
    ...rest,
    clusters: [{ ...clusters[0], cluster }],
    users: [{ ...users[0], user }],
  });
};

/** Starts a program of `programs/` in a namespace of its own. */
export const startKube = async (name: string, program: string, server: KubeApiServer): Promise<KubeContender> => {
  const { pid, ask, stop } = await startProgram(program, []);
  const setting: KubeSetting = { kubeconfig: kubeconfigWithin(server), namespace: await server.namespace() };
  await ask(JSON.stringify(setting));
  return { name, pid, stop, run: async (plan) => JSON.parse(await ask(JSON.stringify(plan))) as Load };
};
