import { readlinkSync } from 'node:fs';
import { chown, lstat, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endProcessesNaming, type LeftProcess } from '../process/left-processes.js';
import { processState } from '../process/system-process.js';
import { MemoryGroup } from './memory-group.js';

/** Should the system still be at it. Each time 200 ms longer: 11 s in all. */
const patience = { maxRetries: 10, retryDelay: 200 };

/**
 * A browser puts a socket four names deep, and a socket's path has 107 bytes at most
 * (https://man7.org/linux/man-pages/man7/unix.7.html): there is room for `/var/tmp`, and for two groups of a uid.
 */
const longestTemporary = 8;
const uidLetters = 13;

const base = tmpdir().length > longestTemporary ? '/tmp' : tmpdir();
const markName = /^tintype-([\da-f-]{13})\.owner$/;

/** Whose folder it is. Of processes in another namespace nobody here knows whether they run. */
interface Owner extends LeftProcess {
  namespace: string;
}

/** Elsewhere than on Linux there is one. */
const ourNamespace = (): string => {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
};

const isGone = ({ pid, mark, namespace }: Owner): boolean => {
  if (namespace !== ourNamespace()) return false;
  const state = processState(pid);
  return !state || state.dead || state.mark !== mark;
};

/** A folder for what the browser of one pod keeps for a while, with a mark beside it that says whose it is. */
export class Scratch {
  readonly folder: string;

  /** @param letters with which the uid of its pod begins */
  constructor(letters: string) {
    this.folder = join(base, `tintype-${letters}`);
  }

  static of(podUid: string): Scratch {
    return new Scratch(podUid.slice(0, uidLetters));
  }

  /** For this user alone; undefined: us. */
  async make(uid: number | undefined): Promise<void> {
    const { pid } = process;
    const owner: Owner = { pid, mark: processState(pid)?.mark ?? '', namespace: ourNamespace() };
    await writeFile(this.#mark, JSON.stringify(owner), { mode: 0o600, flag: 'wx' });
    await mkdir(this.folder, { mode: 0o700 });
    if (uid !== undefined) await chown(this.folder, uid, uid);
  }

  /**
   * Ends what has been left of a browser. It leads a group of its own: where its program was killed, it ends only once it
   * finds the pipe closed, and writes until then what it keeps; it even makes folders anew that are gone.
   */
  endBrowser(): Promise<void> {
    return endProcessesNaming(`${this.folder}/`);
  }

  /** The mark, by which the folder is found, goes last. */
  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true, ...patience });
    await rm(this.#mark, { force: true });
  }

  /** Whether its owner was killed and nobody has cleared up after it. Others' marks, and what says nothing, are left alone. */
  async isLeft(): Promise<boolean> {
    try {
      const { uid } = await lstat(this.#mark);
      return uid === process.getuid?.() && isGone(JSON.parse(await readFile(this.#mark, 'utf8')));
    } catch {
      return false;
    }
  }

  get #mark(): string {
    return `${this.folder}.owner`;
  }
}

/** Clears up after those that were killed and whose data folder has gone, which would have told of these. */
export const removeLeftScratch = async (): Promise<void> => {
  for (const name of await readdir(base)) {
    const [, letters] = markName.exec(name) ?? [];
    const scratch = new Scratch(letters ?? '');
    if (letters === undefined || !(await scratch.isLeft())) continue;
    await scratch.endBrowser();
    const groups = await MemoryGroup.beginning(letters);
    await Promise.all(groups.map((group) => group.kill()));
    const removed = await Promise.all(groups.map((group) => group.remove()));
    // What cannot be removed now is tried at the next start.
    if (removed.every(Boolean)) await scratch.remove().catch(() => undefined);
  }
};
