import { existsSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import { run } from './run.js';

/** A file of each package that a cluster takes, by which we know that it is there; or that somebody else's is, on PATH. */
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

const isThere = (file: string): boolean => {
  const onPath = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, basename(file)));
  return [file, ...onPath].some((path) => existsSync(path));
};

/** Installs what is missing. */
export const installDebianPackages = async (): Promise<void> => {
  const missing = Object.entries(packages).filter(([, file]) => !isThere(file));
  if (missing.length === 0) return;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args: string[]) =>
    run('apt-get', ['-o', `DPkg::Lock::Timeout=${lockSeconds}`, '-q', ...args], { env });
  // A source that cannot be reached makes it fail, while the packages may come from another one.
  await apt('update').catch(() => undefined);
  await apt('install', '-y', '--no-install-recommends', '--no-remove', ...missing.map(([name]) => name));
};
