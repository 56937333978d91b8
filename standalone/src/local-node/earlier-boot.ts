import type { Pod } from '@tintype/crds';
import { endLeftProcess } from '../process/left-processes.js';
import { PodFiles, podsWithFiles } from './pod-files.js';
import { type EndFacts, endedStatus } from './pod-status.js';
import type { PodWriter } from './pod-writer.js';
import { removeLeftScratch } from './scratch.js';

/** Nobody saw how it ended. https://pubs.opengroup.org/onlinepubs/9799919799/utilities/V3_chap02.html#tag_19_08_02 */
const killed = 137;

const ofPod = { reason: 'NodeRestarted', message: 'The node was started anew while it ran.' };

/** Pods of a boot that ended before they did. */
export class EarlierBoot {
  readonly #podsFolder: string;
  #uids: string[] = [];

  constructor(podsFolder: string) {
    this.#podsFolder = podsFolder;
  }

  /** Resolves once nothing of them runs any more. */
  async end(): Promise<void> {
    this.#uids = await podsWithFiles(this.#podsFolder);
    const noted = await Promise.all(this.#uids.map((uid) => this.#files(uid).noted()));
    await Promise.all(noted.map((process) => process && endLeftProcess(process)));
    await Promise.all(this.#uids.map((uid) => this.#files(uid).endLeftBrowser()));
    await removeLeftScratch();
  }

  /** Says of one that was bound then how it ended, as far as its files know. */
  async settle(pod: Pod, writer: PodWriter): Promise<void> {
    const { uid, creationTimestamp, deletionTimestamp, deletionGracePeriodSeconds } = pod.metadata;
    const files = this.#files(uid);
    const lastTime = await files.lastTime();
    const end: EndFacts = {
      startTime: pod.status?.startTime,
      exitCode: killed,
      finishedAt: lastTime?.toISOString() ?? pod.status?.startTime ?? creationTimestamp,
      reason: 'Error',
      message: await files.message(),
      ofPod,
    };
    await writer.tell(pod, endedStatus(pod, end));
    if (deletionTimestamp && deletionGracePeriodSeconds !== 0) await writer.release(pod);
    await files.remove();
  }

  /** Removes the files of those that need no settling. */
  async clear(unsettled: ReadonlySet<string>): Promise<void> {
    const left = this.#uids.filter((uid) => !unsettled.has(uid));
    await Promise.all(left.map((uid) => this.#files(uid).remove()));
  }

  #files(uid: string): PodFiles {
    return new PodFiles(this.#podsFolder, uid);
  }
}
