import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { kill } from '../process/system-process.js';

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

const prefix = 'tintype-';

/** A process that has been killed is of its group until the system has collected it. */
const patienceMs = 10_000;
const tryEveryMs = 20;

/**
 * What a pod takes of this machine's memory, by a cgroup of its own: as the kubelet does it, where the kernel has cgroups and
 * lets us make them, which takes root. Where it is short, the kernel ends one of the pod's processes, a page's own before others,
 * since Chromium offers them first.
 */
export class MemoryGroup {
  readonly #hierarchy: Hierarchy | undefined;
  /** Where it is, or would be; undefined where there are no cgroups. */
  readonly folder: string | undefined;

  /** @param uid of the pod */
  constructor(uid: string) {
    this.#hierarchy = findHierarchy();
    this.folder = this.#hierarchy && join(this.#hierarchy.folder, `${prefix}${uid}`);
  }

  /** Those that are there, of pods whose uid begins so. */
  static async beginning(letters: string): Promise<MemoryGroup[]> {
    const folder = findHierarchy()?.folder;
    const names = folder === undefined ? [] : await readdir(folder);
    const found = names.filter((name) => name.startsWith(`${prefix}${letters}`));
    return found.map((name) => new MemoryGroup(name.slice(prefix.length)));
  }

  /** Holds a process, and what it starts from now on, to so many bytes together; false where that cannot be done. */
  async hold(pid: number, bytes: number): Promise<boolean> {
    if (!this.#hierarchy || this.folder === undefined) return false;
    const { limit, swap } = this.#hierarchy;
    try {
      await mkdir(this.folder);
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
    if (!this.#hierarchy || this.folder === undefined) return 0;
    const events = await readFile(join(this.folder, this.#hierarchy.events), 'utf8').catch(() => '');
    return Number(/^oom_kill (\d+)$/m.exec(events)?.[1] ?? 0);
  }

  /** Kills all that is in it, also what has left the groups and sessions that it was started in; waits a while until it has gone. */
  async kill(): Promise<void> {
    // Only the second kind of cgroups kills them at once; of the first, one may start another meanwhile.
    await this.#write('cgroup.kill', 1).catch(() => undefined);
    const end = performance.now() + patienceMs;
    for (let left = await this.#members(); left.length > 0; left = await this.#members()) {
      for (const pid of left) kill(pid);
      if (performance.now() > end) return;
      await sleep(tryEveryMs);
    }
  }

  /** Waits for the last of its processes, though not for ever; false when one is left, and so the group. */
  async remove(): Promise<boolean> {
    const end = performance.now() + patienceMs;
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
    // Or it would be a file of the folder that we are in.
    if (this.folder === undefined) throw new Error('There are no cgroups.');
    await writeFile(join(this.folder, file), String(value));
  }
}
