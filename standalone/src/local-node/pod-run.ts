import { constants } from 'node:os';
import { nanos, type Pod, type PodStatus } from '@tintype/crds';
import { type Child, type Command, type Exit, startChild } from '../process/child.js';
import type { Place } from './places.js';
import type { PodFiles } from './pod-files.js';
import { type EndFacts, endedStatus, runningStatus } from './pod-status.js';
import type { PodWriter } from './pod-writer.js';
import { followReadiness } from './readiness.js';

export interface PodRunOptions {
  pod: Pod;
  place: Place;
  files: PodFiles;
  writer: PodWriter;
  /** Throws when nothing can be started. */
  command: () => Command;
  onLine: (line: string) => void;
  /** Told that nothing holds it to its memory limit but its program. */
  onUnheld: () => void;
  /** Told of a write that failed for good. */
  onTrouble: (error: unknown) => void;
}

/** Kubernetes' own, where a pod says nothing. */
const usualGraceSeconds = 30;
/** For a pod whose object was taken away by force: long enough for its last words in the log. */
const forcedGraceMs = 2000;
/** A timer of more ends at once. */
const longestTimerMs = 2 ** 31 - 1;

/** As shells say it of a program that cannot be run. */
const neverStarted = 126;

const now = () => new Date().toISOString();

const exitCodeOf = ({ code, signal }: Exit): number => code ?? 128 + (signal ? constants.signals[signal] : 0);

/** As kubelets say it of a container. */
const reasonOf = ({ code, signal }: Exit, outOfMemory: number): string => {
  if (code === 0) return 'Completed';
  return signal === 'SIGKILL' && outOfMemory > 0 ? 'OOMKilled' : 'Error';
};

/** What the pod may take of the machine's memory; undefined where it does not say. */
const memoryBytesOf = ({ spec }: Pod): number | undefined => {
  const limit = spec.containers[0]?.resources?.limits?.memory;
  return limit === undefined ? undefined : Number(nanos(limit) / 1_000_000_000n);
};

const graceMsOf = ({ metadata, spec }: Pod): number =>
  1000 * (metadata.deletionGracePeriodSeconds ?? spec.terminationGracePeriodSeconds ?? usualGraceSeconds);

/** One pod on this machine: its process from the start to the end, and all that is said of it. */
export class PodRun {
  readonly #options: PodRunOptions;
  readonly #over = new AbortController();
  /** The last state of the object that was seen; undefined when it is gone. */
  #seen: Pod | undefined;
  #child: Child | undefined;
  #startTime: string | undefined;
  #deadline: NodeJS.Timeout | undefined;
  #killing: { timer: NodeJS.Timeout; at: number } | undefined;
  #because: EndFacts['ofPod'];
  #isTold = false;
  #wasReady = false;
  #telling: Promise<void> = Promise.resolve();

  constructor(options: PodRunOptions) {
    this.#options = options;
    this.#seen = options.pod;
  }

  /** As it was when it was begun. */
  get pod(): Pod {
    return this.#options.pod;
  }

  get uid(): string {
    return this.pod.metadata.uid;
  }

  /** Its program has not been ready yet, and may get so. */
  get isStarting(): boolean {
    return !this.#wasReady && !this.isEnding;
  }

  /** It ends, or has been asked to. */
  get isEnding(): boolean {
    return this.#over.signal.aborted;
  }

  /** Resolves when its process has ended, that is written down, and nothing is left on disk. */
  async run(): Promise<void> {
    const { pod, place, writer, files } = this.#options;
    const bound = await writer.bind(pod, place.port);
    if (!bound) return;
    this.#seen = bound;
    const end = await this.#live(bound);
    this.#over.abort();
    clearTimeout(this.#deadline);
    clearTimeout(this.#killing?.timer);
    await this.#telling;
    await writer.tell(this.#seen ?? bound, endedStatus(bound, end));
    this.#isTold = true;
    if (this.#seen) await this.#releaseIfDeleted(this.#seen);
    if (!(await files.remove())) throw new Error('A process of it is left that the system does not end.');
  }

  /** The object as it is now; undefined when it was taken away. */
  see(pod: Pod | undefined): void {
    this.#seen = pod;
    if (this.#isTold) {
      if (pod) this.#releaseIfDeleted(pod).catch(this.#options.onTrouble);
    } else if (!pod) {
      this.end(forcedGraceMs);
    } else if (pod.metadata.deletionTimestamp) {
      this.end(graceMsOf(pod));
    } else {
      this.#armDeadline(pod);
    }
  }

  /**
   * Asks its program to end, and kills it when it has not within the time; a shorter time later on counts. Why is said of one
   * that nothing else has ended.
   */
  end(withinMs = graceMsOf(this.#options.pod), because?: EndFacts['ofPod']): void {
    if (!this.isEnding) this.#because ??= because;
    this.#over.abort();
    if (!this.#child) return;
    // Once: a program that is asked again cuts its end short.
    if (!this.#killing) this.#child.ask();
    const at = Date.now() + withinMs;
    if (this.#killing && this.#killing.at <= at) return;
    clearTimeout(this.#killing?.timer);
    this.#killing = { at, timer: setTimeout(() => this.kill(), withinMs) };
  }

  /** Ends it and all that it started, at once. */
  kill(): void {
    this.#child?.kill();
  }

  async #live(pod: Pod): Promise<EndFacts> {
    try {
      return await this.#toTheEnd(pod);
    } catch (error) {
      this.kill();
      await this.#child?.exited;
      await this.#options.files.endLeftBrowser();
      const ofPod = { reason: 'StartError', message: error instanceof Error ? error.message : String(error) };
      return { startTime: this.#startTime, exitCode: neverStarted, finishedAt: now(), reason: ofPod.reason, ofPod };
    }
  }

  async #toTheEnd(pod: Pod): Promise<EndFacts> {
    const { command, onLine, files, place } = this.#options;
    await files.make(place.uid);
    if (this.#over.signal.aborted) throw new Error('It was to end before it was started.');
    const child = startChild(command(), onLine);
    this.#child = child;
    this.#startTime = now();
    const bytes = memoryBytesOf(pod);
    if (bytes !== undefined && !(await files.memory.hold(child.pid, bytes))) this.#options.onUnheld();
    await files.note(child.pid);
    if (this.#over.signal.aborted) this.end();
    if (this.#seen) this.see(this.#seen);
    void followReadiness(pod, place.port, (ready) => this.#tellReady(pod, ready), this.#over.signal);
    const exit = await child.exited;
    await files.endLeftBrowser();
    return this.#endFacts(exit);
  }

  #tellReady(pod: Pod, ready: boolean): void {
    this.#wasReady ||= ready;
    this.#tell(runningStatus(pod, { startTime: this.#startTime ?? now(), ready, since: now() }));
  }

  /** One after the other, so that the last is what stands. */
  #tell(status: PodStatus): void {
    const { writer, pod } = this.#options;
    this.#telling = this.#telling.then(() => writer.tell(this.#seen ?? pod, status)).catch(this.#options.onTrouble);
  }

  /** Counts from the start, and can be lowered. */
  #armDeadline({ spec }: Pod): void {
    const seconds = spec.activeDeadlineSeconds;
    if (seconds === undefined || !this.#startTime) return;
    clearTimeout(this.#deadline);
    const waitMs = Date.parse(this.#startTime) + seconds * 1000 - Date.now();
    this.#deadline = setTimeout(
      () => {
        this.#because = { reason: 'DeadlineExceeded', message: `It ran for ${seconds} seconds.` };
        this.end();
      },
      Math.min(Math.max(0, waitMs), longestTimerMs),
    );
  }

  async #endFacts(exit: Exit): Promise<EndFacts> {
    const exitCode = exitCodeOf(exit);
    const { files } = this.#options;
    return {
      startTime: this.#startTime,
      exitCode,
      finishedAt: now(),
      reason: reasonOf(exit, await files.memory.killed()),
      message: await files.message(),
      ofPod: this.#because,
    };
  }

  async #releaseIfDeleted(pod: Pod): Promise<void> {
    const { deletionTimestamp, deletionGracePeriodSeconds } = pod.metadata;
    if (deletionTimestamp && deletionGracePeriodSeconds !== 0) await this.#options.writer.release(pod);
  }
}
