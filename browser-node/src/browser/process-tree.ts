import { readdirSync, readFileSync } from 'node:fs';

/** One process of a browser. `bytes` is the memory that is its own: neither the binary nor shared libraries count. */
export interface BrowserPart {
  pid: number;
  renderer: boolean;
  bytes: number;
}

/** Not through the thread pool: no disk is behind it, and so it takes a third of the time. */
const read = (pid: number, file: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    // It has ended meanwhile.
    return '';
  }
};

const allPids = (): number[] => {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
};

/** proc(5): the fields after the name, which stands in brackets and may hold anything. */
const parentOf = (pid: number) => {
  const stat = read(pid, 'stat');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
};

/** Resident memory but for files, in bytes. Readable for everybody, unlike PSS of a sandboxed process. */
const ownMemory = (pid: number) => {
  const kilobytes = [...read(pid, 'status').matchAll(/^Rss(?:Anon|Shmem):\s+(\d+) kB$/gm)].map(([, value]) =>
    Number(value),
  );
  return kilobytes.reduce((sum, value) => sum + value, 0) * 1024;
};

const partOf = (pid: number): BrowserPart => ({
  pid,
  renderer: read(pid, 'cmdline').includes('--type=renderer'),
  bytes: ownMemory(pid),
});

const descendants = (root: number, children: ReadonlyMap<number, readonly number[]>): number[] => [
  root,
  ...(children.get(root) ?? []).flatMap((child) => descendants(child, children)),
];

/** A process and all that descend from it. Empty where there is no /proc to ask: then nothing is limited. */
export const readProcessTree = (root: number): BrowserPart[] => {
  const pids = allPids();
  if (!pids.includes(root)) return [];
  return descendants(root, Map.groupBy(pids, parentOf)).map(partOf);
};
