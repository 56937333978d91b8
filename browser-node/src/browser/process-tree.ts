import { readdir, readFile } from 'node:fs/promises';

/** One process of a browser. `bytes` is the memory that is its own: neither the binary nor shared libraries count. */
export interface BrowserPart {
  pid: number;
  renderer: boolean;
  bytes: number;
}

const read = (pid: number, file: string) => readFile(`/proc/${pid}/${file}`, 'latin1').catch(() => '');

/** proc(5): the fields after the name, which stands in brackets and may hold anything. */
const parentOf = async (pid: number) => {
  const stat = await read(pid, 'stat');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
};

/** Resident memory but for files, in bytes. Readable for everybody, unlike PSS of a sandboxed process. */
const ownMemory = async (pid: number) => {
  const status = await read(pid, 'status');
  const kilobytes = [...status.matchAll(/^Rss(?:Anon|Shmem):\s+(\d+) kB$/gm)].map(([, value]) => Number(value));
  return kilobytes.reduce((sum, value) => sum + value, 0) * 1024;
};

const partOf = async (pid: number): Promise<BrowserPart> => {
  const [command, bytes] = await Promise.all([read(pid, 'cmdline'), ownMemory(pid)]);
  return { pid, renderer: command.includes('--type=renderer'), bytes };
};

const descendants = (root: number, children: ReadonlyMap<number, readonly number[]>): number[] => [
  root,
  ...(children.get(root) ?? []).flatMap((child) => descendants(child, children)),
];

/** A process and all that descend from it. Empty where there is no /proc to ask: then nothing is limited. */
export const readProcessTree = async (root: number): Promise<BrowserPart[]> => {
  const names = await readdir('/proc').catch(() => []);
  const pids = names.filter((name) => /^\d+$/.test(name)).map(Number);
  const parents = await Promise.all(pids.map(parentOf));
  const children = new Map<number, number[]>();
  for (const [index, pid] of pids.entries()) {
    const parent = parents[index] as number;
    children.set(parent, [...(children.get(parent) ?? []), pid]);
  }
  return pids.includes(root) ? Promise.all(descendants(root, children).map(partOf)) : [];
};
