import { chown, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endProcessesNaming } from '../process/end-processes.js';
import type { LeftProcess } from '../process/left-process.js';
import { processState } from '../process/process-state.js';
import { MemoryGroup } from './memory-group.js';

/** As the kubelet keeps it: https://kubernetes.io/docs/tasks/debug/debug-application/determine-reason-pod-failure/ */
const mostMessageBytes = 4096;

/** Should the system still be at it. Each time 200 ms longer: 11 s in all. */
const patience = { maxRetries: 10, retryDelay: 200 };

/**
 * A browser puts a socket four names deep, and a socket's path has 107 bytes at most
 * (https://man7.org/linux/man-pages/man7/unix.7.html): there is room for `/var/tmp`, and for two groups of a uid.
 */
const longestTemporary = 8;
const uidLetters = 13;

/** What one pod has in files: its termination log, its process's mark, a folder for its browser's files, and its share of memory. */
export class PodFiles {
  readonly folder: string;
  /** Not in the data folder, which nobody but us may enter, and its browser may be another user. */
  readonly scratch: string;
  readonly memory: MemoryGroup;

  constructor(podsFolder: string, uid: string) {
    this.folder = join(podsFolder, uid);
    this.scratch = join(tmpdir().length > longestTemporary ? '/tmp' : tmpdir(), `tintype-${uid.slice(0, uidLetters)}`);
    this.memory = new MemoryGroup(uid);
  }

  get terminationLog(): string {
    return join(this.folder, 'termination-log');
  }

  /** Before its process is started. */
  async make(uid: number | undefined): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    await writeFile(this.terminationLog, '', { mode: 0o600 });
    await mkdir(this.scratch, { mode: 0o700 });
    if (uid !== undefined) await chown(this.scratch, uid, uid);
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

  /**
   * Ends what its program has left. A browser leads a group of its own: where its program was killed, it ends only once it
   * finds the pipe closed, and writes until then what it keeps; it even makes folders anew that are gone.
   */
  endLeftBrowser(): Promise<void> {
    return endProcessesNaming(`${this.scratch}/`);
  }

  async remove(): Promise<void> {
    await this.memory.remove();
    // The one by which the other is found goes last.
    await rm(this.scratch, { recursive: true, force: true, ...patience });
    await rm(this.folder, { recursive: true, force: true });
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
