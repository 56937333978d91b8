import { hasEnded, keyText, type Pod, type ResourceStore, shutDownReason } from '@tintype/crds';
import { ifInTime, type Logger } from '@tintype/runtime';
import { Informer } from '@tintype/stores';
import type { Command } from '../process/child.js';
import { EarlierBoot } from './earlier-boot.js';
import { byTurn, isForSession, type PodAllocation, type PodAllocator, podsToEvict } from './pod-allocator.js';
import { PodFiles } from './pod-files.js';
import { PodRun } from './pod-run.js';
import { waitingStatus } from './pod-status.js';
import { nodeName, PodWriter } from './pod-writer.js';

export interface LocalNodeOptions {
  store: ResourceStore;
  namespace: string;
  folder: string;
  places: PodAllocator;
  /** A pod without a session starts only while fewer than this number of pods are starting. */
  maxStarting: number;
  command: (pod: Pod, place: PodAllocation, files: PodFiles) => Command;
  onLine: (pod: string, line: string) => void;
  log: Pick<Logger, 'debug' | 'warn' | 'error'>;
}

const isWaiting = (pod: Pod): boolean => !pod.spec.nodeName && !pod.metadata.deletionTimestamp && !hasEnded(pod);

const isDeletedHere = ({ spec, metadata }: Pod): boolean =>
  spec.nodeName === nodeName && !!metadata.deletionTimestamp && metadata.deletionGracePeriodSeconds !== 0;

/** In a drain, each program gets 8 s to end: longer than a browser takes on a busy machine. */
const drainGraceMs = 8000;
/** How long to wait until the ends of the pods are written: NATS may be away for a moment. */
const lastWritesMs = 5000;

const shutDown = { reason: shutDownReason, message: 'This machine shut down.' };

/** How long to wait until the pods without a session are deleted. */
const deleteMs = 1000;

/** The most that {@link LocalNode.drain} takes. */
export const drainMs = deleteMs + drainGraceMs + lastWritesMs;

/**
 * Plays kubelet and scheduler on one machine. Each pod is a process, and its status follows the process.
 * All pods end with this process; the next start writes how they ended.
 */
export class LocalNode {
  readonly #options: LocalNodeOptions;
  readonly #pods: Informer<'Pod'>;
  readonly #stopping = new AbortController();
  readonly #writer: PodWriter;
  readonly #earlier: EarlierBoot;
  /** Keyed by uid, until the object is gone. */
  readonly #runs = new Map<string, PodRun>();
  /** The runs whose pod has not ended, each with the promise of its end. */
  readonly #alive = new Map<PodRun, Promise<void>>();
  readonly #evicting = new Set<string>();
  readonly #reportedWaiting = new Set<string>();
  #isDraining = false;
  #hasWarnedNoLimit = false;

  constructor(options: LocalNodeOptions) {
    const { store, namespace, folder, log } = options;
    this.#options = options;
    this.#writer = new PodWriter(store, this.#stopping.signal);
    this.#earlier = new EarlierBoot(folder);
    this.#pods = new Informer({ store, kind: 'Pod', selector: { namespace }, log });
  }

  get podCount(): number {
    return this.#alive.size;
  }

  get isReady(): boolean {
    return this.#pods.isReady && !this.#isDraining;
  }

  async start(): Promise<void> {
    await this.#earlier.endProcesses();
    this.#pods.start();
    await this.#pods.whenSynced(this.#stopping.signal);
    const unreported = this.#pods.cache.list().filter((pod) => pod.spec.nodeName === nodeName && !hasEnded(pod));
    await this.#earlier.removeFilesExcept(new Set(unreported.map(({ metadata }) => metadata.uid)));
    await Promise.all(unreported.map((pod) => this.#earlier.reportEnd(pod, this.#writer)));
    for (const pod of this.#pods.cache.list()) this.#releaseIfDeleted(pod);
    this.#pods.onChange((previous, current) => this.#notice(previous, current));
  }

  /**
   * Ends every pod as a kubelet does at shutdown, and starts no other. Deletes the pods without a session.
   * Resolves once all ends are written, or after {@link drainMs}; the next start writes the rest.
   */
  async drain(): Promise<void> {
    this.#isDraining = true;
    const idle = [...this.#alive.keys()].filter((run) => !this.#isForSession(run));
    const deleting = idle.map((run) => this.#writer.delete(this.#latest(run)));
    await ifInTime(Promise.allSettled(deleting), deleteMs);
    for (const run of this.#alive.keys()) run.end(drainGraceMs, shutDown);
    await ifInTime(Promise.all(this.#alive.values()), drainGraceMs + lastWritesMs);
  }

  async stop(): Promise<void> {
    await this.drain();
    this.#stopping.abort();
    await this.#pods.stop();
  }

  kill(): void {
    for (const run of this.#alive.keys()) run.kill();
  }

  #notice(previous: Pod | undefined, current: Pod | undefined): void {
    const { uid } = (current ?? previous)?.metadata ?? { uid: '' };
    const run = this.#runs.get(uid);
    run?.observe(current);
    if (current && !run) this.#releaseIfDeleted(current);
    if (!current) {
      this.#runs.delete(uid);
      this.#reportedWaiting.delete(uid);
      this.#evicting.delete(uid);
    }
    this.#startWaiting();
  }

  /** Releases a pod that is deleted and has no process here. It may come from a restored disk of the server. */
  #releaseIfDeleted(pod: Pod): void {
    if (isDeletedHere(pod)) this.#writer.release(pod).catch((error) => this.#logError(pod, error));
  }

  #startWaiting(): void {
    if (this.#isDraining) return;
    const waiting = this.#pods.cache.list().filter((pod) => isWaiting(pod) && !this.#runs.has(pod.metadata.uid));
    const notStarted = waiting.sort(byTurn).filter((pod) => !this.#tryStart(pod));
    this.#evictFor(notStarted.filter(isForSession).length);
  }

  #tryStart(pod: Pod): boolean {
    const { places, maxStarting } = this.#options;
    const starting = [...this.#alive.keys()].filter((run) => run.isStarting).length;
    if (!isForSession(pod) && starting >= maxStarting) return false;
    const place = places.take();
    if (place) this.#begin(pod, place);
    else this.#reportWaiting(pod);
    return place !== undefined;
  }

  /** Evicts pods without a session, so that pods of sessions can start. */
  #evictFor(count: number): void {
    if (count === 0) return;
    const running = [...this.#alive.keys()].map((run) => ({
      pod: this.#latest(run),
      isStarting: run.isStarting,
      isEnding: run.isEnding || this.#evicting.has(run.uid),
    }));
    for (const pod of podsToEvict(running, count)) {
      this.#evicting.add(pod.metadata.uid);
      this.#writer
        .evict(pod)
        .catch((error) => this.#logError(pod, error))
        // The eviction does nothing if a session has claimed the pod meanwhile.
        .finally(() => this.#evicting.delete(pod.metadata.uid));
    }
  }

  #latest({ pod }: PodRun): Pod {
    const cached = this.#pods.cache.get(keyText(pod.metadata));
    return cached?.metadata.uid === pod.metadata.uid ? cached : pod;
  }

  #isForSession(run: PodRun): boolean {
    return isForSession(this.#latest(run));
  }

  #begin(pod: Pod, place: PodAllocation): void {
    const { folder, places, command, onLine } = this.#options;
    const files = new PodFiles(folder, pod.metadata.uid);
    const run = new PodRun({
      pod,
      place,
      files,
      writer: this.#writer,
      command: () => command(pod, place, files),
      onLine: (line) => onLine(pod.metadata.name, line),
      onNoMemoryLimit: () => this.#warnNoLimit(),
      onError: (error) => this.#logError(pod, error),
    });
    this.#runs.set(run.uid, run);
    this.#alive.set(
      run,
      run
        .run()
        .catch((error) => this.#logError(pod, error))
        .finally(() => {
          this.#alive.delete(run);
          places.release(place);
          this.#startWaiting();
        }),
    );
  }

  /** Writes once into each waiting pod why it waits. The pod starts as soon as another one ends. */
  #reportWaiting(pod: Pod): void {
    const { uid } = pod.metadata;
    if (this.#reportedWaiting.has(uid)) return;
    this.#reportedWaiting.add(uid);
    const message = `This machine has reached its limit of pods: ${this.#options.places.size} (TINTYPE_SESSION_PODS).`;
    this.#writer
      .writeWaiting(pod, waitingStatus(message, new Date().toISOString()))
      .catch((error) => this.#logError(pod, error));
  }

  /** Warns once, and only as root: other users cannot create cgroups anyway. */
  #warnNoLimit(): void {
    if (this.#hasWarnedNoLimit || process.getuid?.() !== 0) return;
    this.#hasWarnedNoLimit = true;
    this.#options.log.warn({}, 'cannot create a cgroup: only the program of a pod limits its memory');
  }

  #logError({ metadata }: Pod, error: unknown): void {
    if (this.#stopping.signal.aborted) return;
    this.#options.log.error({ err: error, pod: keyText(metadata) }, 'cannot run a pod or write its status');
  }
}
