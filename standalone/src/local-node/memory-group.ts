import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { kill } from '../process/system-process.js';

/** Where a kernel has memory cgroups, and the names of their files. */
interface Hierarchy {
  folder: string;
  limitFile: string;
  swap: { file: string; bytes: (limit: number) => number };
  eventsFile: string;
}

/** https://docs.kernel.org/admin-guide/cgroup-v2.html#memory-interface-files */
const cgroupV2: Hierarchy = {
  folder: '/sys/fs/cgroup',
  limitFile: 'memory.max',
  swap: { file: 'memory.swap.max', bytes: () => 0 },
  eventsFile: 'memory.events',
};
/** https://docs.kernel.org/admin-guide/cgroup-v1/memory.html: the swap limit counts memory and swap together. */
const cgroupV1: Hierarchy = {
  folder: '/sys/fs/cgroup/memory',
  limitFile: 'memory.limit_in_bytes',
  swap: { file: 'memory.memsw.limit_in_bytes', bytes: (limit) => limit },
  eventsFile: 'memory.oom_control',
};

const hasMemory = (file: string) => existsSync(file) && readFileSync(file, 'utf8').split(/\s/).includes('memory');

const findHierarchy = (): Hierarchy | undefined => {
  if (hasMemory(join(cgroupV2.folder, 'cgroup.subtree_control'))) return cgroupV2;
  return existsSync(join(cgroupV1.folder, cgroupV1.limitFile)) ? cgroupV1 : undefined;
};

const prefix = 'tintype-';

/** A killed process stays in its cgroup until the system has collected it. */
const endTimeoutMs = 10_000;
const tryEveryMs = 20;

/**
 * The cgroup that limits a pod's memory, such as a kubelet makes. It needs a kernel with cgroups, and root. If memory
 * is short, the kernel kills a process of the pod. Chromium offers the processes of pages first.
 */
export class MemoryGroup {
  readonly #hierarchy: Hierarchy | undefined;
  /** Undefined if the kernel has no cgroups. */
  readonly folder: string | undefined;

  constructor(podUid: string) {
    this.#hierarchy = findHierarchy();
    this.folder = this.#hierarchy && join(this.#hierarchy.folder, `${prefix}${podUid}`);
  }

  /** The existing groups of pods whose uid begins with `letters`. */
  static async withUidPrefix(letters: string): Promise<MemoryGroup[]> {
    const folder = findHierarchy()?.folder;
    const names = folder === undefined ? [] : await readdir(folder);
    const found = names.filter((name) => name.startsWith(`${prefix}${letters}`));
    return found.map((name) => new MemoryGroup(name.slice(prefix.length)));
  }

  /** Limits a process and all that it starts later to `bytes` together; false if the machine cannot. */
  async limit(pid: number, bytes: number): Promise<boolean> {
    if (!this.#hierarchy || this.folder === undefined) return false;
    const { limitFile, swap } = this.#hierarchy;
    try {
      await mkdir(this.folder);
      await this.#write(limitFile, bytes);
      await this.#write('cgroup.procs', pid);
    } catch {
      return false;
    }
    await this.#write(swap.file, swap.bytes(bytes)).catch(() => undefined);
    return true;
  }

  /** The number of processes that the kernel killed because memory was short. */
  async killed(): Promise<number> {
    if (!this.#hierarchy || this.folder === undefined) return 0;
    const events = await readFile(join(this.folder, this.#hierarchy.eventsFile), 'utf8').catch(() => '');
    return Number(/^oom_kill (\d+)$/m.exec(events)?.[1] ?? 0);
  }

  /** Kills all processes of the cgroup, in any process group or session. Waits up to 10 s for their end. */
  async kill(): Promise<void> {
    // Version 2 kills all processes at once. Version 1 has no such file, and a process may start another one meanwhile.
    await this.#write('cgroup.kill', 1).catch(() => undefined);
    const end = performance.now() + endTimeoutMs;
    for (let left = await this.#members(); left.length > 0; left = await this.#members()) {
      for (const pid of left) kill(pid);
      if (performance.now() > end) return;
      await sleep(tryEveryMs);
    }
  }

  /** Removes the cgroup. Waits up to 10 s for its last process; false if one is left. */
  async remove(): Promise<boolean> {
    const end = performance.now() + endTimeoutMs;
    while (!(await this.#isRemoved())) {
      if (performance.now() > end) return false;
      await sleep(tryEveryMs);
    }
    return true;
  }

  async #isRemoved(): Promise<boolean> {
    if (this.folder === undefined) return true;
    return rmdir(this.folder).then(
      () => true,
      (error: NodeJS.ErrnoException) => error.code === 'ENOENT',
    );
  }

  async #members(): Promise<number[]> {
    if (this.folder === undefined) return [];
    const listed = await readFile(join(this.folder, 'cgroup.procs'), 'utf8').catch(() => '');
    return listed.split('\n').filter(Boolean).map(Number);
  }

  async #write(file: string, value: number): Promise<void> {
    // A relative path would name a file in our working directory.
    if (this.folder === undefined) throw new Error('There are no cgroups.');
    await writeFile(join(this.folder, file), String(value));
  }
}
