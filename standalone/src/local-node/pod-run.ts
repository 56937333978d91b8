import { constants } from 'node:os';
import { type Pod, type PodStatus, quantityNanos } from '@tintype/crds';
import { type Child, type Command, type Exit, startChild } from '../process/child.js';
import type { PodAllocation } from './pod-allocator.js';
import type { PodFiles } from './pod-files.js';
import { type EndFacts, endedStatus, runningStatus } from './pod-status.js';
import type { PodWriter } from './pod-writer.js';
import { followReadiness, ProbeWait } from './readiness.js';

export interface PodRunOptions {
  pod: Pod;
  place: PodAllocation;
  files: PodFiles;
  writer: PodWriter;
  command: () => Command;
  onLine: (line: string) => void;
  /** Called if the machine cannot enforce the pod's memory limit. */
  onNoMemoryLimit: () => void;
  /** Called for a write that failed for good. */
  onError: (error: unknown) => void;
}

/** The default of Kubernetes. */
const defaultGraceSeconds = 30;
/** For a pod whose object was removed by force: long enough for its last log lines. */
const forcedGraceMs = 2000;
/** A longer timer fires at once. */
const longestTimerMs = 2 ** 31 - 1;

/** The exit code of shells for a program that cannot run. */
const neverStartedCode = 126;

const now = () => new Date().toISOString();

const exitCodeOf = ({ code, signal }: Exit): number => code ?? 128 + (signal ? constants.signals[signal] : 0);

const reasonOf = ({ code, signal }: Exit, outOfMemory: number): string => {
  if (code === 0) return 'Completed';
  return signal === 'SIGKILL' && outOfMemory > 0 ? 'OOMKilled' : 'Error';
};

const memoryBytesOf = ({ spec }: Pod): number | undefined => {
  const limit = spec.containers[0]?.resources?.limits?.memory;
  return limit === undefined ? undefined : Number(quantityNanos(limit) / 1_000_000_000n);
};

const graceMsOf = ({ metadata, spec }: Pod): number =>
  1000 * (metadata.deletionGracePeriodSeconds ?? spec.terminationGracePeriodSeconds ?? defaultGraceSeconds);

/** One pod on this machine: its process from start to end, and the status of its object. */
export class PodRun {
  readonly #options: PodRunOptions;
  readonly #ending = new AbortController();
  /** The object as last seen; undefined once it is gone. */
  #seen: Pod | undefined;
  #child: Child | undefined;
  #startTime: string | undefined;
  #deadline: NodeJS.Timeout | undefined;
  #killing: { timer: NodeJS.Timeout; at: number } | undefined;
  #endReason: EndFacts['podFailure'];
  #isEndWritten = false;
  #wasReady = false;
  #writing: Promise<void> = Promise.resolve();

  constructor(options: PodRunOptions) {
    this.#options = options;
    this.#seen = options.pod;
  }

  get pod(): Pod {
    return this.#options.pod;
  }

  get uid(): string {
    return this.pod.metadata.uid;
  }

  get isStarting(): boolean {
    return !this.#wasReady && !this.isEnding;
  }

  get isEnding(): boolean {
    return this.#ending.signal.aborted;
  }

  /** Resolves once the pod's process has ended, its end is written, and its files are removed. */
  async run(): Promise<void> {
    const { pod, place, writer, files } = this.#options;
    const bound = await writer.bind(pod, place.port);
    if (!bound) return;
    this.#seen = bound;
    const end = await this.#runProcess(bound);
    this.#ending.abort();
    clearTimeout(this.#deadline);
    clearTimeout(this.#killing?.timer);
    await this.#writing;
    await writer.writeStatus(this.#seen ?? bound, endedStatus(bound, end));
    this.#isEndWritten = true;
    if (this.#seen) await this.#releaseIfDeleted(this.#seen);
    if (!(await files.remove())) throw new Error('the system does not end a process of the pod');
  }

  observe(pod: Pod | undefined): void {
    this.#seen = pod;
    if (this.#isEndWritten) {
      if (pod) this.#releaseIfDeleted(pod).catch(this.#options.onError);
    } else if (!pod) {
      this.end(forcedGraceMs);
    } else if (pod.metadata.deletionTimestamp) {
      this.end(graceMsOf(pod));
    } else {
      this.#armDeadline(pod);
    }
  }

  /**
   * Asks the program to end, and kills it after `withinMs`. A later call can shorten the time. `reason` counts only if
   * the pod is not ending already.
   */
  end(withinMs = graceMsOf(this.#options.pod), reason?: EndFacts['podFailure']): void {
    if (!this.isEnding) this.#endReason ??= reason;
    this.#ending.abort();
    if (!this.#child) return;
    // Ask once only: a second SIGTERM cuts the program's drain short.
    if (!this.#killing) this.#child.askToEnd();
    const at = Date.now() + withinMs;
    if (this.#killing && this.#killing.at <= at) return;
    clearTimeout(this.#killing?.timer);
    this.#killing = { at, timer: setTimeout(() => this.kill(), withinMs) };
  }

  kill(): void {
    this.#child?.kill();
  }

  async #runProcess(pod: Pod): Promise<EndFacts> {
    try {
      return await this.#startAndWait(pod);
    } catch (error) {
      this.kill();
      await this.#child?.exited;
      await this.#options.files.endLeftBrowser();
      const podFailure = { reason: 'StartError', message: error instanceof Error ? error.message : String(error) };
      const { reason } = podFailure;
      return { startTime: this.#startTime, exitCode: neverStartedCode, finishedAt: now(), reason, podFailure };
    }
  }

  async #startAndWait(pod: Pod): Promise<EndFacts> {
    const { command, onLine, files, place } = this.#options;
    await files.make(place.uid);
    if (this.#ending.signal.aborted) throw new Error('The pod was ended before its program started.');
    const untilReady = new ProbeWait();
    const child = startChild(command(), (line) => {
      untilReady.end();
      onLine(line);
    });
    this.#child = child;
    this.#startTime = now();
    const bytes = memoryBytesOf(pod);
    if (bytes !== undefined && !(await files.memory.limit(child.pid, bytes))) this.#options.onNoMemoryLimit();
    await files.recordProcess(child.pid);
    if (this.#ending.signal.aborted) this.end();
    if (this.#seen) this.observe(this.#seen);
    const onChange = (isReady: boolean) => this.#writeReady(pod, isReady);
    void followReadiness(pod, { port: place.port, onChange, untilReady }, this.#ending.signal);
    const exit = await child.exited;
    await files.endLeftBrowser();
    return this.#endFacts(exit);
  }

  #writeReady(pod: Pod, isReady: boolean): void {
    this.#wasReady ||= isReady;
    this.#write(runningStatus(pod, { startTime: this.#startTime ?? now(), isReady, since: now() }));
  }

  /** Writes one status at a time, so that the last one stands. */
  #write(status: PodStatus): void {
    const { writer, pod } = this.#options;
    this.#writing = this.#writing
      .then(() => writer.writeStatus(this.#seen ?? pod, status))
      .catch(this.#options.onError);
  }

  /** The deadline counts from the start of the program. A later update of the pod can lower it. */
  #armDeadline({ spec }: Pod): void {
    const seconds = spec.activeDeadlineSeconds;
    if (seconds === undefined || !this.#startTime) return;
    clearTimeout(this.#deadline);
    const waitMs = Date.parse(this.#startTime) + seconds * 1000 - Date.now();
    this.#deadline = setTimeout(
      () => {
        this.#endReason = {
          reason: 'DeadlineExceeded',
          message: `The pod ran for its limit of ${seconds} s (activeDeadlineSeconds).`,
        };
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
      podFailure: this.#endReason,
    };
  }

  async #releaseIfDeleted(pod: Pod): Promise<void> {
    const { deletionTimestamp, deletionGracePeriodSeconds } = pod.metadata;
    if (deletionTimestamp && deletionGracePeriodSeconds !== 0) await this.#options.writer.release(pod);
  }
}
