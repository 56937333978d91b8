import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { KubeProcess } from '../../kit/kube/process.js';
import { run, succeeds } from '../machine/run.js';
import type { Sandbox } from '../machine/sandbox.js';
import { addresses } from './network.js';

export const containerdSocket = '/run/containerd/containerd.sock';

/** The image of the process that holds a pod's namespaces. */
export const pauseImage = 'localhost/pause:1';

const cri = 'plugins."io.containerd.grpc.v1.cri"';

/** The format of version 1.6, Debian's. */
const configuration = ({ folder }: Sandbox): string => `version = 2
root = "${folder}/containerd"
state = "/run/containerd"
disabled_plugins = [
  "io.containerd.snapshotter.v1.aufs",
  "io.containerd.snapshotter.v1.btrfs",
  "io.containerd.snapshotter.v1.devmapper",
  "io.containerd.snapshotter.v1.zfs",
  "io.containerd.internal.v1.opt",
]
[grpc]
  address = "${containerdSocket}"
[${cri}]
  sandbox_image = "${pauseImage}"
  # In a container or a small virtual machine we may not be allowed to lower OOM scores.
  restrict_oom_score_adj = true
  [${cri}.containerd]
    snapshotter = "overlayfs"
    default_runtime_name = "runc"
    [${cri}.containerd.runtimes.runc]
      runtime_type = "io.containerd.runc.v2"
  [${cri}.cni]
    bin_dir = "/usr/lib/cni"
    conf_dir = "${folder}/cni"
`;

/** Each pod has its own link, and the node routes: packets between pods pass kube-proxy's rules. */
const podNetwork = {
  cniVersion: '0.4.0',
  name: 'pods',
  plugins: [
    {
      type: 'ptp',
      ipMasq: false,
      ipam: {
        type: 'host-local',
        dataDir: '/run/cni-addresses',
        ranges: [[{ subnet: addresses.pods }]],
        routes: [{ dst: '0.0.0.0/0' }],
      },
    },
    { type: 'portmap', capabilities: { portMappings: true } },
  ],
};

const ctr = (...args: string[]) => ['--address', containerdSocket, '--namespace', 'k8s.io', ...args];

export const startContainerd = async (sandbox: Sandbox): Promise<KubeProcess> => {
  const path = (name: string) => join(sandbox.folder, name);
  mkdirSync(path('cni'));
  writeFileSync(path('cni/10-pods.conflist'), JSON.stringify(podNetwork));
  writeFileSync(path('containerd.toml'), configuration(sandbox));
  const containerd = new KubeProcess('/usr/bin/containerd');
  await containerd.start(['--config', path('containerd.toml')], () => succeeds('ctr', ctr('version')));
  return containerd;
};

export const importImages = async (folder: string): Promise<void> => {
  const script = 'folder=$1; shift; tar --directory="$folder" --create . | "$@"';
  await run('sh', ['-c', script, 'import', folder, 'ctr', ...ctr('images', 'import', '--all-platforms', '-')]);
};
