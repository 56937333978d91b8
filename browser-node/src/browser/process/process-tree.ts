import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

export interface BrowserPart {
  pid: number;
  renderer: boolean;
  /** Memory without files: neither the binary nor shared libraries count. */
  bytes: number;
  /** The part of `bytes` that processes may share. */
  shareable: number;
}

/** Synchronous: /proc has no disk behind it, and the thread pool would triple the time. */
const read = (pid: number, file: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    // The process has ended.
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

/** proc(5): the fields follow the name, which is in brackets and may contain anything. */
const parentOf = (pid: number) => {
  const stat = read(pid, 'stat');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
};

/** A field of `status` or `smaps_rollup`, in bytes. */
const field = (text: string, name: string): number =>
  1024 * Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(text)?.[1] ?? 0);

/** A process and its parent. The parent is undefined if the process has ended. */
const readPart = (pid: number): { part: BrowserPart; parent: number | undefined } => {
  const status = read(pid, 'status');
  const shareable = field(status, 'RssShmem');
  const [, parent] = /^PPid:\s+(\d+)$/m.exec(status) ?? [];
  const renderer = read(pid, 'cmdline').includes('--type=renderer');
  const part = { pid, renderer, bytes: field(status, 'RssAnon') + shareable, shareable };
  return { part, parent: parent === undefined ? undefined : Number(parent) };
};

/**
 * A new process of the tree may have the number of an earlier process outside the tree. Every tenth read notices that:
 * it asks all processes for their parents.
 */
const readsUntilAll = 10;

/** Reads the processes of browsers again and again. A read asks only new processes of the machine for their parent. */
export class ProcessTree {
  #parents = new Map<number, number>();
  #reads = 0;

  /** The process and its descendants; empty without /proc: then no limit of memory applies. */
  read(root: number): BrowserPart[] {
    const pids = allPids();
    if (!pids.includes(root)) return [];
    const knownParents = this.#reads % readsUntilAll === 0 ? new Map<number, number>() : this.#parents;
    this.#reads += 1;
    const parents = parentsOf(pids, knownParents);
    this.#parents = parents;
    const children = Map.groupBy(pids, (pid) => parents.get(pid) ?? 0);
    const partsFrom = (pid: number): BrowserPart[] => {
      const { part, parent } = readPart(pid);
      if (pid !== root && parent !== undefined && parent !== parents.get(pid)) {
        // Another process got its number. The next read asks for its parent.
        parents.delete(pid);
        return [];
      }
      return [part, ...(children.get(pid) ?? []).flatMap(partsFrom)];
    };
    return partsFrom(root);
  }
}

/**
 * Reads the parents that are not known. A known parent that lives is still right: a process gets another parent only
 * when its parent ends.
 */
const parentsOf = (pids: readonly number[], knownParents: ReadonlyMap<number, number>): Map<number, number> => {
  const living = new Set(pids);
  return new Map(
    pids.map((pid) => {
      const parent = knownParents.get(pid);
      return [pid, parent !== undefined && living.has(parent) ? parent : parentOf(pid)];
    }),
  );
};

/** One read of a {@link ProcessTree}. */
export const readProcessTree = (root: number): BrowserPart[] => new ProcessTree().read(root);

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0);

/** An upper bound: counts shared memory once per process. */
export const summedBytes = (parts: readonly BrowserPart[]): number => sumOf(parts.map(({ bytes }) => bytes));

/** The process's own memory plus its share of shared memory. Undefined if the kernel does not report it. */
const proportionalBytes = async ({ pid }: BrowserPart): Promise<number | undefined> => {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'latin1').catch(() => '');
  return text.includes('Pss_Shmem:') ? field(text, 'Pss_Anon') + field(text, 'Pss_Shmem') : undefined;
};

/**
 * Counts shared memory once: an image that one process draws for another is in the memory of both. The kernel needs 10
 * to 40 ms per process. Without its report, the process with most shared memory counts as sharing it with all others:
 * it composites their images.
 */
export const combinedBytes = async (parts: readonly BrowserPart[]): Promise<number> => {
  const shares = await Promise.all(parts.map(proportionalBytes));
  if (shares.every((share) => share !== undefined)) return sumOf(shares);
  const own = sumOf(parts.map(({ bytes, shareable }) => bytes - shareable));
  return own + Math.max(0, ...parts.map(({ shareable }) => shareable));
};
