import { readlinkSync } from 'node:fs';
import { chown, lstat, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endProcessesNaming, type LeftProcess } from '../process/left-processes.js';
import { processState } from '../process/system-process.js';
import { MemoryGroup } from './memory-group.js';

/** The system may hold files for a moment. Ten more tries wait 200 ms longer each: 11 s in all. */
const patience = { maxRetries: 10, retryDelay: 200 };

/**
 * The longest path of a temporary folder, in characters, such as `/var/tmp`. A socket's path has at most 107 bytes
 * (https://man7.org/linux/man-pages/man7/unix.7.html). A browser creates one four names deep, and the
 * folder's own name has two groups of a uid.
 */
const longestBase = 8;
const uidLetters = 13;

const baseFolder = tmpdir().length > longestBase ? '/tmp' : tmpdir();
const markName = /^tintype-([\da-f-]{13})\.owner$/;

/** The process that made the folder. Processes of another PID namespace are invisible to us. */
interface Owner extends LeftProcess {
  namespace: string;
}

/** Other systems than Linux have one namespace. */
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
  return !state || state.isDead || state.mark !== mark;
};

/** The temporary folder of one pod's browser, with a file beside it that names the owner. */
export class Scratch {
  readonly folder: string;

  /** @param letters the first 13 letters of the pod's uid */
  constructor(letters: string) {
    this.folder = join(baseFolder, `tintype-${letters}`);
  }

  static of(podUid: string): Scratch {
    return new Scratch(podUid.slice(0, uidLetters));
  }

  /** Only the user `uid` may enter; undefined: our user. */
  async make(uid: number | undefined): Promise<void> {
    const { pid } = process;
    const owner: Owner = { pid, mark: processState(pid)?.mark ?? '', namespace: ourNamespace() };
    await writeFile(this.#mark, JSON.stringify(owner), { mode: 0o600, flag: 'wx' });
    await mkdir(this.folder, { mode: 0o700 });
    if (uid !== undefined) await chown(this.folder, uid, uid);
  }

  /**
   * Kills a browser that outlived its program. The browser leads its own process group and ends only when it finds its
   * pipe closed. Until then it writes files, and even creates removed folders again.
   */
  endBrowser(): Promise<void> {
    return endProcessesNaming(`${this.folder}/`);
  }

  /** Removes the folder, and the mark last: the next start finds the folder by its mark. */
  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true, ...patience });
    await rm(this.#mark, { force: true });
  }

  /** Whether the owner was killed and left the folder. False for marks of other users, and for unreadable ones. */
  async isOrphaned(): Promise<boolean> {
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

/** Removes the leftovers of killed runs whose data folder is gone. Only their marks still name them. */
export const removeLeftScratch = async (): Promise<void> => {
  for (const name of await readdir(baseFolder)) {
    const [, letters] = markName.exec(name) ?? [];
    const scratch = new Scratch(letters ?? '');
    if (letters === undefined || !(await scratch.isOrphaned())) continue;
    await scratch.endBrowser();
    const groups = await MemoryGroup.withUidPrefix(letters);
    await Promise.all(groups.map((group) => group.kill()));
    const removed = await Promise.all(groups.map((group) => group.remove()));
    // The next start tries again.
    if (removed.every(Boolean)) await scratch.remove().catch(() => undefined);
  }
};
