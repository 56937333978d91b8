import type { Pod } from '@tintype/crds';
import { endLeftProcess } from '../process/left-processes.js';
import { PodFiles, podsWithFiles } from './pod-files.js';
import { type EndFacts, endedStatus } from './pod-status.js';
import type { PodWriter } from './pod-writer.js';
import { removeLeftScratch } from './scratch.js';

/**
 * The exit code of a process that SIGKILL ended. It stands for the real code, which no process saw.
 * https://pubs.opengroup.org/onlinepubs/9799919799/utilities/V3_chap02.html#tag_19_08_02
 */
const killedExitCode = 137;

const podFailure = { reason: 'NodeRestarted', message: 'The node restarted while the pod ran.' };

/** Pods that an earlier run of this node left: ends their processes and writes their ends. */
export class EarlierBoot {
  readonly #podsFolder: string;
  #uids: string[] = [];

  constructor(podsFolder: string) {
    this.#podsFolder = podsFolder;
  }

  async endProcesses(): Promise<void> {
    this.#uids = await podsWithFiles(this.#podsFolder);
    const recorded = await Promise.all(this.#uids.map((uid) => this.#files(uid).recordedProcess()));
    await Promise.all(recorded.map((process) => process && endLeftProcess(process)));
    await Promise.all(this.#uids.map((uid) => this.#files(uid).endLeftBrowser()));
    await removeLeftScratch();
  }

  /** Writes how a pod ended, as far as its files tell; removes its files. */
  async reportEnd(pod: Pod, writer: PodWriter): Promise<void> {
    const { uid, creationTimestamp, deletionTimestamp, deletionGracePeriodSeconds } = pod.metadata;
    const files = this.#files(uid);
    const lastTime = await files.lastTime();
    const end: EndFacts = {
      startTime: pod.status?.startTime,
      exitCode: killedExitCode,
      finishedAt: lastTime?.toISOString() ?? pod.status?.startTime ?? creationTimestamp,
      reason: 'Error',
      message: await files.message(),
      podFailure,
    };
    await writer.writeStatus(pod, endedStatus(pod, end));
    if (deletionTimestamp && deletionGracePeriodSeconds !== 0) await writer.release(pod);
    await files.remove();
  }

  /** Removes the files of all pods except those whose end must still be written. */
  async removeFilesExcept(unreported: ReadonlySet<string>): Promise<void> {
    const left = this.#uids.filter((uid) => !unreported.has(uid));
    await Promise.all(left.map((uid) => this.#files(uid).remove()));
  }

  #files(uid: string): PodFiles {
    return new PodFiles(this.#podsFolder, uid);
  }
}
