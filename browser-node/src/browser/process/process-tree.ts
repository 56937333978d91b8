import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** One process of a browser. */
export interface BrowserPart {
  pid: number;
  renderer: boolean;
  /** All that it has in memory but for files: neither the binary nor shared libraries count. */
  bytes: number;
  /** As much of that is in memory which processes may share. */
  shareable: number;
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

/** Of `/proc/<pid>/status` or `smaps_rollup`, in bytes. */
const field = (text: string, name: string): number =>
  1024 * Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(text)?.[1] ?? 0);

const partOf = (pid: number): BrowserPart => {
  const status = read(pid, 'status');
  const shareable = field(status, 'RssShmem');
  return {
    pid,
    renderer: read(pid, 'cmdline').includes('--type=renderer'),
    bytes: field(status, 'RssAnon') + shareable,
    shareable,
  };
};

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

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0);

/** Every process in full: what several have counts for each of them. Never too little. */
export const atMost = (parts: readonly BrowserPart[]): number => sumOf(parts.map(({ bytes }) => bytes));

/** Its part of what it shares, and all of the rest; undefined where we may not ask, or the kernel does not say. */
const proportional = async ({ pid }: BrowserPart): Promise<number | undefined> => {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'latin1').catch(() => '');
  return text.includes('Pss_Shmem:') ? field(text, 'Pss_Anon') + field(text, 'Pss_Shmem') : undefined;
};

/**
 * Bytes of all together, with what they share counted once: a picture that one draws for another lies in both. The kernel looks
 * at each page for that, which takes it 10 to 40 ms a process. Where it may not be asked, the one that has most of what can be
 * shared is taken to share with every other: it puts together what they draw.
 */
export const together = async (parts: readonly BrowserPart[]): Promise<number> => {
  const shares = await Promise.all(parts.map(proportional));
  if (shares.every((share) => share !== undefined)) return sumOf(shares);
  const own = sumOf(parts.map(({ bytes, shareable }) => bytes - shareable));
  return own + Math.max(0, ...parts.map(({ shareable }) => shareable));
};
