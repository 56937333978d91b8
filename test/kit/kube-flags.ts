import { join } from 'node:path';

export interface KubePorts {
  etcd: number;
  etcdPeers: number;
  api: number;
}

/** All of a cluster's servers are on this address. */
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
    // What a crash of the machine would lose is nobody's loss here.
    '--unsafe-no-fsync',
    '--log-level=warn',
  ];
};

export interface KubeApiFiles {
  clientAuthorities: string;
  /** Certificate and key. */
  serving: string;
  /** By which it asks kubelets for logs, certificate and key. */
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
  // Without it an end in order waits a minute for every watch to be closed by its client.
  '--shutdown-watch-termination-grace-period=2s',
  // Nobody reaches it through the service "kubernetes", which would need an address other than loopback.
  '--advertise-address=192.0.2.1',
  '--endpoint-reconciler-type=none',
];
