import { setTimeout as sleep } from 'node:timers/promises';
import { hasEnded, keyText, type Pod, type ResourceStore, shutDownReason } from '@tintype/crds';
import type { Logger } from '@tintype/runtime';
import { Informer } from '@tintype/stores';
import type { Command } from '../process/child.js';
import { EarlierBoot } from './earlier-boot.js';
import { byTurn, givingWay, isForSession, type Place, type Places } from './places.js';
import { PodFiles } from './pod-files.js';
import { PodRun } from './pod-run.js';
import { waitingStatus } from './pod-status.js';
import { nodeName, PodWriter } from './pod-writer.js';

export interface LocalNodeOptions {
  store: ResourceStore;
  namespace: string;
  /** Keeps what a pod's process leaves behind. */
  folder: string;
  places: Places;
  /** Pods that no session waits for start one after the other, so many at once. */
  mostWarming: number;
  /** What runs in a pod. */
  command: (pod: Pod, place: Place, files: PodFiles) => Command;
  /** Hears what the programs say. */
  onLine: (pod: string, line: string) => void;
  log: Pick<Logger, 'debug' | 'warn' | 'error'>;
}

const isWaiting = (pod: Pod): boolean => !pod.spec.nodeName && !pod.metadata.deletionTimestamp && !hasEnded(pod);

const isLetGo = ({ spec, metadata }: Pod): boolean =>
  spec.nodeName === nodeName && !!metadata.deletionTimestamp && metadata.deletionGracePeriodSeconds !== 0;

/** For the programs to end, when all of them do: longer than a browser takes on a busy machine. */
const drainGraceMs = 8000;
/** And for that to be written down, which takes longer while NATS is away. */
const lastWritesMs = 5000;

const shutDown = { reason: shutDownReason, message: 'All of this machine was stopped in order.' };

/** For it to be written down that pods which nobody has taken are to end. */
const tellMs = 1000;

/** The most that {@link LocalNode.drain} takes. */
export const drainMs = tellMs + drainGraceMs + lastWritesMs;

/**
 * Plays the kubelet on one machine, and the scheduler: pods are processes, and what becomes of one is written to the other.
 * A pod's process ends with this one, and the next one says how those of this boot ended.
 */
export class LocalNode {
  readonly #options: LocalNodeOptions;
  readonly #pods: Informer<'Pod'>;
  readonly #stopping = new AbortController();
  readonly #writer: PodWriter;
  readonly #earlier: EarlierBoot;
  /** By uid, until the object is gone. */
  readonly #runs = new Map<string, PodRun>();
  /** Those whose process may still run. */
  readonly #alive = new Map<PodRun, Promise<void>>();
  /** Those that make room for others, by uid. */
  readonly #givingWay = new Set<string>();
  /** Pods that have been told that they wait. */
  readonly #told = new Set<string>();
  #draining = false;
  #isUnheldTold = false;

  constructor(options: LocalNodeOptions) {
    const { store, namespace, folder, log } = options;
    this.#options = options;
    this.#writer = new PodWriter(store, this.#stopping.signal);
    this.#earlier = new EarlierBoot(folder);
    this.#pods = new Informer({ store, kind: 'Pod', selector: { namespace }, log });
  }

  /** Pods that run, or are about to. */
  get running(): number {
    return this.#alive.size;
  }

  get ready(): boolean {
    return this.#pods.ready && !this.#draining;
  }

  /** Resolves once the pods of an earlier boot are settled. */
  async start(): Promise<void> {
    await this.#earlier.end();
    this.#pods.start();
    await this.#pods.whenSynced(this.#stopping.signal);
    const unsettled = this.#pods.cache.list().filter((pod) => pod.spec.nodeName === nodeName && !hasEnded(pod));
    await this.#earlier.clear(new Set(unsettled.map(({ metadata }) => metadata.uid)));
    await Promise.all(unsettled.map((pod) => this.#earlier.settle(pod, this.#writer)));
    for (const pod of this.#pods.cache.list()) this.#letGo(pod);
    this.#pods.onChange((previous, current) => this.#notice(previous, current));
  }

  /**
   * Ends every pod, as a kubelet does whose machine is shut down, and begins no other. Resolves once they have ended and that is
   * written down; what cannot be in time is for the next boot to do. Pods that nobody has taken are deleted.
   */
  async drain(): Promise<void> {
    this.#draining = true;
    const idle = [...this.#alive.keys()].filter((run) => !this.#isForSession(run));
    const deleting = idle.map((run) => this.#writer.delete(this.#latest(run)));
    await Promise.race([Promise.allSettled(deleting), sleep(tellMs, undefined, { ref: false })]);
    for (const run of this.#alive.keys()) run.end(drainGraceMs, shutDown);
    const ended = Promise.all(this.#alive.values());
    await Promise.race([ended, sleep(drainGraceMs + lastWritesMs, undefined, { ref: false })]);
  }

  async stop(): Promise<void> {
    await this.drain();
    this.#stopping.abort();
    await this.#pods.stop();
  }

  /** Ends every process at once. */
  kill(): void {
    for (const run of this.#alive.keys()) run.kill();
  }

  #notice(previous: Pod | undefined, current: Pod | undefined): void {
    const { uid } = (current ?? previous)?.metadata ?? { uid: '' };
    const run = this.#runs.get(uid);
    run?.see(current);
    if (current && !run) this.#letGo(current);
    if (!current) {
      this.#runs.delete(uid);
      this.#told.delete(uid);
      this.#givingWay.delete(uid);
    }
    this.#startWaiting();
  }

  /** Of one that it does not run, nothing runs: its deletion waits for nobody, as when it came back with a server's disk. */
  #letGo(pod: Pod): void {
    if (isLetGo(pod)) this.#writer.release(pod).catch((error) => this.#trouble(pod, error));
  }

  #startWaiting(): void {
    if (this.#draining) return;
    const waiting = this.#pods.cache.list().filter((pod) => isWaiting(pod) && !this.#runs.has(pod.metadata.uid));
    const left = waiting.sort(byTurn).filter((pod) => !this.#startIfItMay(pod));
    this.#makeRoomFor(left.filter(isForSession).length);
  }

  #startIfItMay(pod: Pod): boolean {
    const { places, mostWarming } = this.#options;
    const warming = [...this.#alive.keys()].filter((run) => run.isStarting && !this.#isForSession(run)).length;
    if (!isForSession(pod) && warming >= mostWarming) return false;
    const place = places.take();
    if (place) this.#begin(pod, place);
    else this.#tellWaiting(pod);
    return place !== undefined;
  }

  /** One that somebody waits for is not to wait for one that nobody does. */
  #makeRoomFor(count: number): void {
    if (count === 0) return;
    const running = [...this.#alive.keys()].map((run) => ({
      pod: this.#latest(run),
      isStarting: run.isStarting,
      isEnding: run.isEnding || this.#givingWay.has(run.uid),
    }));
    for (const pod of givingWay(running, count)) {
      this.#givingWay.add(pod.metadata.uid);
      this.#writer
        .evict(pod)
        .catch((error) => this.#trouble(pod, error))
        // A session may have taken it meanwhile.
        .finally(() => this.#givingWay.delete(pod.metadata.uid));
    }
  }

  #latest({ pod }: PodRun): Pod {
    const cached = this.#pods.cache.get(keyText(pod.metadata));
    return cached?.metadata.uid === pod.metadata.uid ? cached : pod;
  }

  #isForSession(run: PodRun): boolean {
    return isForSession(this.#latest(run));
  }

  #begin(pod: Pod, place: Place): void {
    const { folder, places, command, onLine } = this.#options;
    const files = new PodFiles(folder, pod.metadata.uid);
    const run = new PodRun({
      pod,
      place,
      files,
      writer: this.#writer,
      command: () => command(pod, place, files),
      onLine: (line) => onLine(pod.metadata.name, line),
      onUnheld: () => this.#tellUnheld(),
      onTrouble: (error) => this.#trouble(pod, error),
    });
    this.#runs.set(run.uid, run);
    this.#alive.set(
      run,
      run
        .run()
        .catch((error) => this.#trouble(pod, error))
        .finally(() => {
          this.#alive.delete(run);
          places.giveBack(place);
          this.#startWaiting();
        }),
    );
  }

  /** Once: whoever waits is started as soon as there is room. */
  #tellWaiting(pod: Pod): void {
    const { uid } = pod.metadata;
    if (this.#told.has(uid)) return;
    this.#told.add(uid);
    const message = `${this.#options.places.size} pods run on this machine, and that is all that it takes.`;
    this.#writer
      .tellWaiting(pod, waitingStatus(message, new Date().toISOString()))
      .catch((error) => this.#trouble(pod, error));
  }

  /** Once, and to nobody who could not have it otherwise. */
  #tellUnheld(): void {
    if (this.#isUnheldTold || process.getuid?.() !== 0) return;
    this.#isUnheldTold = true;
    this.#options.log.warn({}, 'no cgroup can be made: what a pod takes of memory is limited by its program alone');
  }

  #trouble({ metadata }: Pod, error: unknown): void {
    if (this.#stopping.signal.aborted) return;
    this.#options.log.error({ err: error, pod: keyText(metadata) }, 'the node lost track of a pod');
  }
}
