import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readFile, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Where a kernel has groups of processes that share a limit, and what the files in one of them are called. */
interface Hierarchy {
  folder: string;
  /** Each takes bytes; the first one has to. */
  limits: readonly [string, ...string[]];
  /** Says `oom_kill <count>`. */
  events: string;
}

/** https://docs.kernel.org/admin-guide/cgroup-v2.html#memory-interface-files */
const second: Hierarchy = { folder: '/sys/fs/cgroup', limits: ['memory.max'], events: 'memory.events' };
/** https://docs.kernel.org/admin-guide/cgroup-v1/memory.html; the second limit counts swap as well. */
const first: Hierarchy = {
  folder: '/sys/fs/cgroup/memory',
  limits: ['memory.limit_in_bytes', 'memory.memsw.limit_in_bytes'],
  events: 'memory.oom_control',
};

const hasMemory = (file: string) => existsSync(file) && readFileSync(file, 'utf8').split(/\s/).includes('memory');

const findHierarchy = (): Hierarchy | undefined => {
  if (hasMemory(join(second.folder, 'cgroup.subtree_control'))) return second;
  return existsSync(join(first.folder, first.limits[0])) ? first : undefined;
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
    const [limit, ...others] = this.#hierarchy.limits;
    try {
      await mkdir(this.#folder);
      await this.#write(limit, bytes);
      await this.#write('cgroup.procs', pid);
    } catch {
      return false;
    }
    for (const other of others) await this.#write(other, bytes).catch(() => undefined);
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
