import { readFileSync } from 'node:fs';
import { succeeds } from './run.js';

const namespaces = ['--net', '--mount', '--pid', '--fork', '--mount-proc'];

const kernelHas = (fileSystem: string) => readFileSync('/proc/filesystems', 'utf8').split(/\s+/).includes(fileSystem);

/** Why no cluster can be brought up on this machine, before anything is installed; undefined when that can be tried. */
export const whyNoCluster = async (): Promise<string | undefined> => {
  if (process.platform !== 'linux') return 'it takes Linux';
  if (process.getuid?.() !== 0) return 'it takes root';
  if (!(await succeeds('unshare', [...namespaces, 'true']))) return 'this user may make no namespaces';
  if (!kernelHas('overlay')) return 'the kernel has no overlay file system';
  if (!(await succeeds('sh', ['-c', 'command -v apt-get && command -v go']))) return 'it takes apt-get and go';
  return undefined;
};

/** The same, of what takes programs to be tried. */
export const whyNoNetwork = async (): Promise<string | undefined> => {
  const inNamespace = (...command: string[]) => succeeds('unshare', [...namespaces, ...command]);
  if (!(await inNamespace('ip', 'link', 'add', 'probe0', 'type', 'veth')))
    return 'the kernel has no virtual network links';
  if (!(await inNamespace('nft', 'add', 'table', 'ip', 'probe'))) return 'the kernel has no packet filter';
  return undefined;
};
