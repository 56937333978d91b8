import { setTimeout as sleep } from 'node:timers/promises';
import { Backoff, exitConfig, pause, systemClock } from '@tintype/runtime';
import { type Child, type Command, type Exit, startChild } from './child.js';
import type { PartLog } from './part-log.js';

interface HangWatchOptions {
  /** Whether the process answers at all, however it is; asked again and again. */
  alive: () => Promise<boolean>;
  everyMs: number;
  /** Questions in a row without an answer after which it counts as hung. */
  patience: number;
}

/** A busy machine keeps a healthy process from answering for some seconds, too. */
export const usualHangWatch = { everyMs: 2000, patience: 10 };

/** Resolves with true once the process has hung, or with false at the signal. */
const hangs = async ({ alive, everyMs, patience }: HangWatchOptions, signal: AbortSignal): Promise<boolean> => {
  for (let unanswered = 0; unanswered < patience; ) {
    await pause(systemClock, everyMs, signal);
    if (signal.aborted) return false;
    unanswered = (await alive().catch(() => false)) ? 0 : unanswered + 1;
  }
  return true;
};

export interface PartOptions {
  name: string;
  /** Asked for each of its processes. */
  command: () => Command;
  /** One of them is gone, and another is going to be started. */
  onEnd?: () => void;
  /** Whether it can serve now; asked only while its process runs. */
  probe: () => Promise<boolean>;
  /** How to tell a process that hangs, which is killed; without it, none is. */
  hangWatch?: HangWatchOptions;
  log: PartLog;
  /** What a person at the terminal should know. */
  report: (text: string) => void;
  /** How long its drain may take. */
  stopMs: number;
  /** How long it may take to be ready for the first time. */
  startMs?: number;
  backoff?: { firstMs: number; maxMs: number };
}

/** A part does not come up, and trying again is of no use. */
export class StartFailure extends Error {
  override name = 'StartFailure';
}

const probeEveryMs = 40;
/** A part that was ready for so long has recovered: the next restart comes quickly again. */
const settledMs = 30_000;
/** So many ends before it was ever ready, and it is given up. */
const mostFalseStarts = 3;

const describe = ({ code, signal }: Exit) => (signal ? `was ended by ${signal}` : `ended with code ${code}`);

/** A process that is kept running: started again with backoff whenever it ends, until it is told to stop. */
export class Part {
  readonly #options: PartOptions;
  readonly #backoff: Backoff;
  readonly #stopping = new AbortController();
  readonly #started = Promise.withResolvers<void>();
  #child: Child | undefined;
  #everReady = false;
  #falseStarts = 0;
  #restarts = 0;

  constructor(options: PartOptions) {
    this.#options = options;
    this.#backoff = new Backoff(options.backoff ?? { firstMs: 200, maxMs: 10_000 });
    this.#started.promise.catch(() => undefined);
  }

  get name(): string {
    return this.#options.name;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  get restarts(): number {
    return this.#restarts;
  }

  /** Resolves once it is ready for the first time. Throws a StartFailure with its last words when it never is. */
  async start(): Promise<void> {
    this.#keepRunning().catch((error) => this.#started.reject(error));
    const { startMs = 60_000, name } = this.#options;
    const late = sleep(startMs, true, { signal: this.#stopping.signal, ref: false }).catch(() => false);
    const isLate = await Promise.race([this.#started.promise.then(() => false), late]);
    if (isLate) throw new StartFailure(`${name} is not ready after ${startMs / 1000} s.${this.#lastWords()}`);
    await this.#started.promise;
  }

  async ready(): Promise<boolean> {
    return this.#child !== undefined && !this.#stopping.signal.aborted && this.#options.probe().catch(() => false);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#started.reject(new StartFailure(`${this.name} was stopped before it was ready.`));
    await this.#child?.stop(this.#options.stopMs);
  }

  /** For when there is no time left. */
  kill(): void {
    this.#child?.kill();
  }

  async #keepRunning(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const { exit, readyMs } = await this.#live();
      if (this.#stopping.signal.aborted) return;
      if (!this.#everReady && this.#isHopeless(exit)) {
        throw new StartFailure(`${this.name} ${describe(exit)}.${this.#lastWords()}`);
      }
      this.#options.onEnd?.();
      if (readyMs > settledMs) this.#backoff.reset();
      const waitMs = this.#backoff.next();
      this.#options.report(`${this.name} ${describe(exit)}; it is started again in ${(waitMs / 1000).toFixed(1)} s`);
      await sleep(waitMs, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
      this.#restarts += 1;
    }
  }

  /** From the start of one process to its end. */
  async #live(): Promise<{ exit: Exit; readyMs: number }> {
    const { command, log } = this.#options;
    const child = startChild(command(), (line) => log.add(line));
    this.#child = child;
    const over = new AbortController();
    let readySince: number | undefined;
    void this.#untilReady(child).then((ready) => {
      if (!ready) return;
      readySince = performance.now();
      void this.#killWhenHung(child, over.signal);
    });
    const exit = await child.exited;
    over.abort();
    this.#child = undefined;
    return { exit, readyMs: readySince === undefined ? 0 : performance.now() - readySince };
  }

  async #untilReady(child: Child): Promise<boolean> {
    const { probe, report } = this.#options;
    while (this.#child === child && !this.#stopping.signal.aborted) {
      const ready = await probe().catch(() => false);
      if (ready && this.#child === child) {
        if (this.#everReady) report(`${this.name} is ready again`);
        this.#everReady = true;
        this.#started.resolve();
        return true;
      }
      await sleep(probeEveryMs, undefined, { ref: false });
    }
    return false;
  }

  /** Not while it drains: that has a limit of its own. */
  async #killWhenHung(child: Child, over: AbortSignal): Promise<void> {
    const { hangWatch, report } = this.#options;
    if (!hangWatch || !(await hangs(hangWatch, AbortSignal.any([over, this.#stopping.signal])))) return;
    report(`${this.name} does not answer any more and is killed`);
    child.kill();
  }

  #isHopeless(exit: Exit): boolean {
    this.#falseStarts += 1;
    return exit.code === exitConfig || this.#falseStarts >= mostFalseStarts;
  }

  #lastWords(): string {
    const { log } = this.#options;
    return ` It said:\n  ${log.lastWords.replaceAll('\n', '\n  ') || 'nothing'}\n  (all of it: ${log.file})`;
  }
}
