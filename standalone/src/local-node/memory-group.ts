import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readFile, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Where a kernel has groups of processes that share a limit, and what the files in one of them are called. */
interface Hierarchy {
  folder: string;
  /** Takes bytes. */
  limit: string;
  /** Not there where the kernel counts no swap; and what it is to hold, so that swap adds nothing. */
  swap: { file: string; bytes: (limit: number) => number };
  /** Says `oom_kill <count>`. */
  events: string;
}

/** https://docs.kernel.org/admin-guide/cgroup-v2.html#memory-interface-files */
const second: Hierarchy = {
  folder: '/sys/fs/cgroup',
  limit: 'memory.max',
  swap: { file: 'memory.swap.max', bytes: () => 0 },
  events: 'memory.events',
};
/** https://docs.kernel.org/admin-guide/cgroup-v1/memory.html: its limit of swap is one of memory and swap together. */
const first: Hierarchy = {
  folder: '/sys/fs/cgroup/memory',
  limit: 'memory.limit_in_bytes',
  swap: { file: 'memory.memsw.limit_in_bytes', bytes: (limit) => limit },
  events: 'memory.oom_control',
};

const hasMemory = (file: string) => existsSync(file) && readFileSync(file, 'utf8').split(/\s/).includes('memory');

const findHierarchy = (): Hierarchy | undefined => {
  if (hasMemory(join(second.folder, 'cgroup.subtree_control'))) return second;
  return existsSync(join(first.folder, first.limit)) ? first : undefined;
};

/**
 * What a pod takes of this machine's memory, by a cgroup of its own: as the kubelet does it, where the kernel has cgroups and
 * lets us make them, which takes root. Where it is short, the kernel ends one of the pod's processes, a page's own before others,
 * since Chromium offers them first.
 */
export class MemoryGroup {
  readonly #hierarchy: Hierarchy | undefined;
  readonly #folder: string;

  /** @param uid of the pod */
  constructor(uid: string) {
    this.#hierarchy = findHierarchy();
    this.#folder = join(this.#hierarchy?.folder ?? '', `tintype-${uid}`);
  }

  /** Holds a process, and what it starts from now on, to so many bytes together; false where that cannot be done. */
  async hold(pid: number, bytes: number): Promise<boolean> {
    if (!this.#hierarchy) return false;
    const { limit, swap } = this.#hierarchy;
    try {
      await mkdir(this.#folder);
      await this.#write(limit, bytes);
      await this.#write('cgroup.procs', pid);
    } catch {
      return false;
    }
    await this.#write(swap.file, swap.bytes(bytes)).catch(() => undefined);
    return true;
  }

  /** How many of its processes the kernel has ended for lack of memory. */
  async killed(): Promise<number> {
    if (!this.#hierarchy) return 0;
    const events = await readFile(join(this.#folder, this.#hierarchy.events), 'utf8').catch(() => '');
    return Number(/^oom_kill (\d+)$/m.exec(events)?.[1] ?? 0);
  }

  /** Once none of its processes is left. */
  async remove(): Promise<void> {
    if (this.#hierarchy) await rmdir(this.#folder).catch(() => undefined);
  }

  #write(file: string, value: number): Promise<void> {
    return writeFile(join(this.#folder, file), String(value));
  }
}
