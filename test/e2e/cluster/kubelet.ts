import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { KubeAccess } from '../../kit/kube/access.js';
import { KubeProcess } from '../../kit/kube/process.js';
import type { Sandbox } from '../machine/sandbox.js';
import { containerdSocket } from './containerd.js';
import { addresses, clusterDomain, kubeletPort, nodeName } from './network.js';

/** https://kubernetes.io/docs/reference/config-api/kubelet-config.v1beta1/ */
const configuration = ({ folder, cgroup }: Sandbox, { caFile }: KubeAccess) => ({
  apiVersion: 'kubelet.config.k8s.io/v1beta1',
  kind: 'KubeletConfiguration',
  authentication: { anonymous: { enabled: false }, webhook: { enabled: true }, x509: { clientCAFile: caFile } },
  authorization: { mode: 'Webhook' },
  port: kubeletPort,
  containerRuntimeEndpoint: `unix://${containerdSocket}`,
  cgroupDriver: 'cgroupfs',
  cgroupRoot: `/${cgroup}`,
  // Machines with the old control groups are good enough for tests.
  failCgroupV1: false,
  failSwapOn: false,
  oomScoreAdj: 0,
  clusterDomain,
  clusterDNS: [addresses.node],
  // The machine's name servers are unreachable from here.
  resolvConf: '',
  podLogsDir: join(folder, 'pod-logs'),
  // A full machine must not evict pods.
  evictionHard: { 'memory.available': '0%', 'nodefs.available': '0%', 'imagefs.available': '0%' },
  imageGCHighThresholdPercent: 100,
  serializeImagePulls: false,
});

/** Its folder `seccomp` has the profiles of type Localhost. */
export const kubeletRoot = ({ folder }: Sandbox): string => join(folder, 'kubelet');

export const startKubelet = async (program: string, sandbox: Sandbox, access: KubeAccess): Promise<KubeProcess> => {
  const root = kubeletRoot(sandbox);
  mkdirSync(root);
  const file = join(sandbox.folder, 'kubelet.json');
  writeFileSync(file, JSON.stringify(configuration(sandbox, access)));
  const kubelet = new KubeProcess(program);
  const flags = [
    `--config=${file}`,
    `--kubeconfig=${access.kubeconfigFile}`,
    `--root-dir=${root}`,
    `--cert-dir=${join(root, 'pki')}`,
    `--hostname-override=${nodeName}`,
    `--node-ip=${addresses.node}`,
  ];
  await kubelet.start(flags, async () => true);
  return kubelet;
};
