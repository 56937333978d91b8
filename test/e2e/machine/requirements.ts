import { existsSync, readFileSync } from 'node:fs';
import { run, succeeds } from './run.js';

/** The packages that a cluster needs, each with a file that proves it is installed. */
const packages = {
  buildah: '/usr/bin/buildah',
  conntrack: '/usr/sbin/conntrack',
  containerd: '/usr/bin/containerd',
  'containernetworking-plugins': '/usr/lib/cni/ptp',
  iproute2: '/usr/sbin/ip',
  iptables: '/usr/sbin/iptables',
  mmdebstrap: '/usr/bin/mmdebstrap',
  nftables: '/usr/sbin/nft',
  runc: '/usr/sbin/runc',
};

const lockSeconds = 180;

/** Docker's package containerd.io contains runc and conflicts with Debian's. */
const isRuncThere = () => existsSync('/usr/bin/runc');

const isThere = ([name, file]: [string, string]): boolean => existsSync(file) || (name === 'runc' && isRuncThere());

export const installDebianPackages = async (): Promise<void> => {
  const missing = Object.entries(packages).filter((each) => !isThere(each));
  if (missing.length === 0) return;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args: string[]) =>
    run('apt-get', ['-o', `DPkg::Lock::Timeout=${lockSeconds}`, '-q', ...args], { env });
  // An unreachable source fails the update, although another source may have the packages.
  await apt('update').catch(() => undefined);
  await apt('install', '-y', '--no-install-recommends', '--no-remove', ...missing.map(([name]) => name));
};

const namespaces = ['--net', '--mount', '--pid', '--fork', '--mount-proc'];

const kernelHas = (fileSystem: string) => readFileSync('/proc/filesystems', 'utf8').split(/\s+/).includes(fileSystem);

/** Why this machine cannot have a cluster, checked before anything is installed; undefined if it may. */
export const whyNoCluster = async (): Promise<string | undefined> => {
  if (process.platform !== 'linux') return 'it needs Linux';
  if (process.getuid?.() !== 0) return 'it needs root';
  if (!(await succeeds('unshare', [...namespaces, 'true']))) return 'this user may not create namespaces';
  if (!kernelHas('overlay')) return 'the kernel has no overlay file system';
  if (!(await succeeds('sh', ['-c', 'command -v apt-get && command -v go']))) return 'it needs apt-get and go';
  return undefined;
};

/** Why the machine cannot have networks of its own. The checks need the packages. */
export const whyNoNetwork = async (): Promise<string | undefined> => {
  const inNamespace = (...command: string[]) => succeeds('unshare', [...namespaces, ...command]);
  if (!(await inNamespace('ip', 'link', 'add', 'probe0', 'type', 'veth')))
    return 'the kernel has no virtual network links';
  if (!(await inNamespace('nft', 'add', 'table', 'ip', 'probe'))) return 'the kernel has no packet filter';
  return undefined;
};
