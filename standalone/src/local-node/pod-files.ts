import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LeftProcess } from '../process/left-processes.js';
import { processState } from '../process/system-process.js';
import { MemoryGroup } from './memory-group.js';
import { Scratch } from './scratch.js';

/** The kubelet's limit: https://kubernetes.io/docs/tasks/debug/debug-application/determine-reason-pod-failure/ */
const maxMessageBytes = 4096;

/** The files of one pod: its termination log, the mark of its process, its browser's folder, its cgroup. */
export class PodFiles {
  readonly folder: string;
  readonly #scratch: Scratch;
  readonly memory: MemoryGroup;

  constructor(podsFolder: string, uid: string) {
    this.folder = join(podsFolder, uid);
    this.#scratch = Scratch.of(uid);
    this.memory = new MemoryGroup(uid);
  }

  /** Outside of the data folder, which only our user may enter: the browser may run as another user. */
  get scratch(): string {
    return this.#scratch.folder;
  }

  get terminationLog(): string {
    return join(this.folder, 'termination-log');
  }

  /** Creates the files. `userId` is the browser's user; undefined: our user. */
  async make(userId: number | undefined): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    await writeFile(this.terminationLog, '', { mode: 0o600 });
    await this.#scratch.make(userId);
  }

  /** Records the process for the next start. */
  async recordProcess(pid: number): Promise<void> {
    const left: LeftProcess = { pid, mark: processState(pid)?.mark ?? '' };
    await writeFile(this.#processFile, JSON.stringify(left), { mode: 0o600 });
  }

  /** The recorded process; undefined if the run ended before there was one. */
  async recordedProcess(): Promise<LeftProcess | undefined> {
    try {
      return JSON.parse(await readFile(this.#processFile, 'utf8')) as LeftProcess;
    } catch {
      return undefined;
    }
  }

  async message(): Promise<string | undefined> {
    const log = await readFile(this.terminationLog).catch(() => Buffer.alloc(0));
    return log.subarray(-maxMessageBytes).toString() || undefined;
  }

  /** When the program last wrote its termination log, or started. */
  async lastTime(): Promise<Date | undefined> {
    const times = await Promise.all(
      [this.terminationLog, this.#processFile].map((file) => stat(file).catch(() => undefined)),
    );
    const [log, started] = times;
    return (log?.size ? log : started)?.mtime;
  }

  /** Ends the browser that the program left, and all processes of the cgroup. */
  async endLeftBrowser(): Promise<void> {
    await this.#scratch.endBrowser();
    await this.memory.kill();
  }

  /** False if a process is left; the next start finds it by the folder. */
  async remove(): Promise<boolean> {
    const isRemoved = await this.memory.remove();
    // Remove the folder last: the next start finds the rest by it.
    await this.#scratch.remove();
    if (isRemoved) await rm(this.folder, { recursive: true, force: true });
    return isRemoved;
  }

  get #processFile(): string {
    return join(this.folder, 'process');
  }
}

/** The uids of the pods that have a folder. */
export const podsWithFiles = async (podsFolder: string): Promise<string[]> => {
  await mkdir(podsFolder, { recursive: true, mode: 0o700 });
  return readdir(podsFolder);
};
