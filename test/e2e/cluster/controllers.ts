import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { KubeAccess } from '../../kit/kube/access.js';
import type { KubeApiServer } from '../../kit/kube/api-server.js';
import { KubeProcess } from '../../kit/kube/process.js';
import type { NodePrograms } from '../../kit/programs/control-plane.js';
import type { Sandbox } from '../machine/sandbox.js';
import { addresses, clusterDomain, nodeName } from './network.js';

const answers = (url: string) => async () => {
  const answer = await fetch(url).catch(() => undefined);
  await answer?.arrayBuffer();
  return answer?.ok === true;
};

/** Both serve with self-signed certificates, which we do not check. */
const ports = { 'kube-controller-manager': 10_257, 'kube-scheduler': 10_259 };

const identified = ({ kubeconfigFile }: KubeAccess) => [
  `--kubeconfig=${kubeconfigFile}`,
  `--authentication-kubeconfig=${kubeconfigFile}`,
  `--authorization-kubeconfig=${kubeconfigFile}`,
  '--bind-address=127.0.0.1',
  '--leader-elect=false',
];

const start = async (program: string, flags: readonly string[], isReady: () => Promise<boolean>) => {
  const started = new KubeProcess(program);
  await started.start(flags, isReady);
  return started;
};

const startControllerManager = async (programs: NodePrograms, api: KubeApiServer, { folder }: Sandbox) => {
  const access = await api.user('system:kube-controller-manager');
  const flags = [
    ...identified(access),
    `--secure-port=${ports['kube-controller-manager']}`,
    `--cert-dir=${join(folder, 'controller-manager')}`,
    `--service-account-private-key-file=${api.serviceAccountKeyFile}`,
    `--root-ca-file=${access.caFile}`,
    '--use-service-account-credentials=true',
  ];
  return start(programs['kube-controller-manager'], flags, async () => true);
};

const startScheduler = async (programs: NodePrograms, api: KubeApiServer, { folder }: Sandbox) => {
  const access = await api.user('system:kube-scheduler');
  const flags = [
    ...identified(access),
    `--secure-port=${ports['kube-scheduler']}`,
    `--cert-dir=${join(folder, 'scheduler')}`,
  ];
  return start(programs['kube-scheduler'], flags, async () => true);
};

const startProxy = async (programs: NodePrograms, api: KubeApiServer, { folder }: Sandbox) => {
  const { kubeconfigFile } = await api.user('system:kube-proxy');
  const file = join(folder, 'kube-proxy.json');
  const configuration = {
    apiVersion: 'kubeproxy.config.k8s.io/v1alpha1',
    kind: 'KubeProxyConfiguration',
    clientConnection: { kubeconfig: kubeconfigFile },
    mode: 'nftables',
    clusterCIDR: addresses.pods,
    hostnameOverride: nodeName,
    healthzBindAddress: '127.0.0.1:10256',
    // These are settings of the whole machine.
    conntrack: { maxPerCore: 0, min: 0, tcpEstablishedTimeout: '0s', tcpCloseWaitTimeout: '0s' },
  };
  writeFileSync(file, JSON.stringify(configuration));
  return start(programs['kube-proxy'], [`--config=${file}`], answers('http://127.0.0.1:10256/livez'));
};

const startNameServer = async (programs: NodePrograms, api: KubeApiServer, { folder }: Sandbox) => {
  const file = join(folder, 'Corefile');
  const kubernetes = `kubernetes ${clusterDomain} in-addr.arpa {
    kubeconfig ${api.admin.kubeconfigFile}
    ttl 1
  }`;
  writeFileSync(file, `. {\n  errors\n  ready 127.0.0.1:8181\n  ${kubernetes}\n  cache 1\n}\n`);
  return start(programs.coredns, ['-conf', file], answers('http://127.0.0.1:8181/ready'));
};

/** What makes a cluster of an API server and a node, each as a process on the node. */
export const startControllers = (
  programs: NodePrograms,
  api: KubeApiServer,
  sandbox: Sandbox,
): Promise<KubeProcess[]> =>
  Promise.all([
    startControllerManager(programs, api, sandbox),
    startScheduler(programs, api, sandbox),
    startProxy(programs, api, sandbox),
    startNameServer(programs, api, sandbox),
  ]);
