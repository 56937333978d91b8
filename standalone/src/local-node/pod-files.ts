import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LeftProcess } from '../process/left-processes.js';
import { processState } from '../process/system-process.js';
import { MemoryGroup } from './memory-group.js';
import { Scratch } from './scratch.js';

/** As the kubelet keeps it: https://kubernetes.io/docs/tasks/debug/debug-application/determine-reason-pod-failure/ */
const mostMessageBytes = 4096;

/** What one pod has in files: its termination log, its process's mark, a folder for its browser's files, and its share of memory. */
export class PodFiles {
  readonly folder: string;
  readonly #scratch: Scratch;
  readonly memory: MemoryGroup;

  constructor(podsFolder: string, uid: string) {
    this.folder = join(podsFolder, uid);
    this.#scratch = Scratch.of(uid);
    this.memory = new MemoryGroup(uid);
  }

  /** Not in the data folder, which nobody but us may enter, and its browser may be another user. */
  get scratch(): string {
    return this.#scratch.folder;
  }

  get terminationLog(): string {
    return join(this.folder, 'termination-log');
  }

  /** Before its process is started. */
  async make(uid: number | undefined): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    await writeFile(this.terminationLog, '', { mode: 0o600 });
    await this.#scratch.make(uid);
  }

  /** Remembers its process for a later boot. */
  async note(pid: number): Promise<void> {
    const left: LeftProcess = { pid, mark: processState(pid)?.mark ?? '' };
    await writeFile(this.#process, JSON.stringify(left), { mode: 0o600 });
  }

  /** The process that was noted; undefined when the boot ended before there was one. */
  async noted(): Promise<LeftProcess | undefined> {
    try {
      return JSON.parse(await readFile(this.#process, 'utf8')) as LeftProcess;
    } catch {
      return undefined;
    }
  }

  /** The last words of its program; undefined when there are none. */
  async message(): Promise<string | undefined> {
    const said = await readFile(this.terminationLog).catch(() => Buffer.alloc(0));
    return said.subarray(-mostMessageBytes).toString() || undefined;
  }

  /** When its program wrote last, or was started. */
  async lastTime(): Promise<Date | undefined> {
    const times = await Promise.all(
      [this.terminationLog, this.#process].map((file) => stat(file).catch(() => undefined)),
    );
    const [log, started] = times;
    return (log?.size ? log : started)?.mtime;
  }

  /** Ends what its program has left: its browser, and with a cgroup whatever that has become. */
  async endLeftBrowser(): Promise<void> {
    await this.#scratch.endBrowser();
    await this.memory.kill();
  }

  /** What cannot be removed now is for the next boot, which finds it by the folder: false then. */
  async remove(): Promise<boolean> {
    const isRemoved = await this.memory.remove();
    // The one by which the others are found goes last.
    await this.#scratch.remove();
    if (isRemoved) await rm(this.folder, { recursive: true, force: true });
    return isRemoved;
  }

  get #process(): string {
    return join(this.folder, 'process');
  }
}

/** The uids of pods that have files. */
export const podsWithFiles = async (podsFolder: string): Promise<string[]> => {
  await mkdir(podsFolder, { recursive: true, mode: 0o700 });
  return readdir(podsFolder);
};
