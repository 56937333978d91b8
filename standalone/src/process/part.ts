import { atMost, Backoff, exitConfig, holdingClock, pause, systemClock } from '@tintype/runtime';
import { type Child, type Command, type Exit, startChild } from './child.js';
import type { PartLog } from './part-log.js';

interface HangWatchOptions {
  alive: () => Promise<boolean>;
  everyMs: number;
  /** A part counts as hung after this number of unanswered questions in a row. */
  patience: number;
}

/** A part counts as hung after 20 s: a healthy process may be silent for seconds on a busy machine. */
export const defaultHangWatch = { everyMs: 2000, patience: 10 };

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
  command: () => Command;
  /** Called after a process ended, before the next one starts. */
  onEnd?: () => void;
  probe: () => Promise<boolean>;
  hangWatch?: HangWatchOptions;
  log: PartLog;
  report: (text: string) => void;
  stopMs: number;
  startMs?: number;
  backoff?: { firstMs: number; maxMs: number };
}

/** A part cannot start, and a retry would not help. */
export class StartFailure extends Error {
  override name = 'StartFailure';
}

const probeEveryMs = 40;
/** After 30 s of readiness a part has recovered: its next restart is quick again. */
const recoveredMs = 30_000;
/** After three ends before it was ever ready, the start fails. */
const maxFalseStarts = 3;

const describe = ({ code, signal }: Exit) => (signal ? `was killed by ${signal}` : `exited with code ${code}`);

/** One program of the service: starts it, probes it, and restarts it when it ends or hangs. */
export class Part {
  readonly #options: PartOptions;
  readonly #backoff: Backoff;
  readonly #stopping = new AbortController();
  readonly #started = Promise.withResolvers<void>();
  #child: Child | undefined;
  #wasEverReady = false;
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

  /** Resolves once the part is first ready. Throws a StartFailure with the part's last output. */
  async start(): Promise<void> {
    this.#keepRunning().catch((error) => this.#started.reject(error));
    const { startMs = 60_000, name } = this.#options;
    const late = () => new StartFailure(`${name} is not ready after ${startMs / 1000} s.${this.#lastOutput()}`);
    await atMost(startMs, () => this.#started.promise, { late });
  }

  async ready(): Promise<boolean> {
    return this.#child !== undefined && !this.#stopping.signal.aborted && this.#options.probe().catch(() => false);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#started.reject(new StartFailure(`${this.name} was stopped before it was ready.`));
    await this.#child?.stop(this.#options.stopMs);
  }

  kill(): void {
    this.#child?.kill();
  }

  async #keepRunning(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const { exit, readyMs } = await this.#runOnce();
      if (this.#stopping.signal.aborted) return;
      if (!this.#wasEverReady && this.#countFalseStart(exit)) {
        throw new StartFailure(`${this.name} ${describe(exit)}.${this.#lastOutput()}`);
      }
      this.#options.onEnd?.();
      if (readyMs > recoveredMs) this.#backoff.reset();
      const waitMs = this.#backoff.next();
      this.#options.report(`${this.name} ${describe(exit)}; restarting it in ${(waitMs / 1000).toFixed(1)} s`);
      await pause(holdingClock, waitMs, this.#stopping.signal);
      this.#restarts += 1;
    }
  }

  async #runOnce(): Promise<{ exit: Exit; readyMs: number }> {
    const { command, log } = this.#options;
    const child = startChild(command(), (line) => log.add(line));
    this.#child = child;
    const afterExit = new AbortController();
    let readySince: number | undefined;
    void this.#untilReady(child).then((ready) => {
      if (!ready) return;
      readySince = performance.now();
      void this.#killWhenHung(child, afterExit.signal);
    });
    const exit = await child.exited;
    afterExit.abort();
    this.#child = undefined;
    return { exit, readyMs: readySince === undefined ? 0 : performance.now() - readySince };
  }

  async #untilReady(child: Child): Promise<boolean> {
    const { probe, report } = this.#options;
    while (this.#child === child && !this.#stopping.signal.aborted) {
      const isReady = await probe().catch(() => false);
      if (isReady && this.#child === child) {
        if (this.#wasEverReady) report(`${this.name} is ready again`);
        this.#wasEverReady = true;
        this.#started.resolve();
        return true;
      }
      await pause(systemClock, probeEveryMs);
    }
    return false;
  }

  /** Kills a part that hangs, but not during its drain, which has its own limit. */
  async #killWhenHung(child: Child, exited: AbortSignal): Promise<void> {
    const { hangWatch, report } = this.#options;
    if (!hangWatch || !(await hangs(hangWatch, AbortSignal.any([exited, this.#stopping.signal])))) return;
    report(`killing ${this.name}: it does not answer any more`);
    child.kill();
  }

  /** Counts an end before the part was ever ready. True if a retry would not help. */
  #countFalseStart(exit: Exit): boolean {
    this.#falseStarts += 1;
    return exit.code === exitConfig || this.#falseStarts >= maxFalseStarts;
  }

  #lastOutput(): string {
    const { log } = this.#options;
    return ` Its last output:\n  ${log.lastLines.replaceAll('\n', '\n  ') || 'none'}\n  (the whole log: ${log.file})`;
  }
}
