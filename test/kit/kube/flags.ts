import { join } from 'node:path';

export interface KubePorts {
  etcd: number;
  etcdPeers: number;
  api: number;
}

export const kubeHost = '127.0.0.1';

export const etcdUrl = ({ etcd }: KubePorts): string => `http://${kubeHost}:${etcd}`;

export const etcdFlags = (ports: KubePorts, folder: string): string[] => {
  const peers = `http://${kubeHost}:${ports.etcdPeers}`;
  return [
    `--data-dir=${join(folder, 'data')}`,
    `--listen-client-urls=${etcdUrl(ports)}`,
    `--advertise-client-urls=${etcdUrl(ports)}`,
    `--listen-peer-urls=${peers}`,
    `--initial-advertise-peer-urls=${peers}`,
    `--initial-cluster=default=${peers}`,
    // A crash of the machine loses nothing here.
    '--unsafe-no-fsync',
    '--log-level=warn',
  ];
};

export interface KubeApiFiles {
  clientAuthorities: string;
  /** Certificate and key. */
  serving: string;
  /** Certificate and key for calls to kubelets. */
  kubeletClient: string;
  serviceAccountsPublic: string;
  serviceAccountsPrivate: string;
}

export const kubeApiFlags = (ports: KubePorts, files: KubeApiFiles): string[] => [
  `--etcd-servers=${etcdUrl(ports)}`,
  `--bind-address=${kubeHost}`,
  `--secure-port=${ports.api}`,
  `--tls-cert-file=${files.serving}`,
  `--tls-private-key-file=${files.serving}`,
  `--client-ca-file=${files.clientAuthorities}`,
  `--kubelet-client-certificate=${files.kubeletClient}`,
  `--kubelet-client-key=${files.kubeletClient}`,
  `--service-account-key-file=${files.serviceAccountsPublic}`,
  `--service-account-signing-key-file=${files.serviceAccountsPrivate}`,
  '--service-account-issuer=https://kubernetes.default.svc.cluster.local',
  '--service-cluster-ip-range=10.96.0.0/16',
  '--authorization-mode=Node,RBAC',
  '--enable-admission-plugins=NodeRestriction',
  // Otherwise an orderly end waits a minute for clients to close their watches.
  '--shutdown-watch-termination-grace-period=2s',
  // No client uses the "kubernetes" service, which refuses loopback addresses.
  '--advertise-address=192.0.2.1',
  '--endpoint-reconciler-type=none',
];
