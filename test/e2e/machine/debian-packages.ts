import { existsSync } from 'node:fs';
import { run } from './run.js';

/** A file of each package that a cluster takes, by which we know that it is there. */
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

/** Docker's own package of containerd has it beside that, and cannot be there together with Debian's. */
const isRuncThere = () => existsSync('/usr/bin/runc');

const isThere = ([name, file]: [string, string]): boolean => existsSync(file) || (name === 'runc' && isRuncThere());

/** Installs what is missing. */
export const installDebianPackages = async (): Promise<void> => {
  const missing = Object.entries(packages).filter((each) => !isThere(each));
  if (missing.length === 0) return;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args: string[]) =>
    run('apt-get', ['-o', `DPkg::Lock::Timeout=${lockSeconds}`, '-q', ...args], { env });
  // A source that cannot be reached makes it fail, while the packages may come from another one.
  await apt('update').catch(() => undefined);
  await apt('install', '-y', '--no-install-recommends', '--no-remove', ...missing.map(([name]) => name));
};
