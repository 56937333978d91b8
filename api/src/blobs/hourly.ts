import type { Logger } from '@tintype/runtime';

const hourMs = 3_600_000;

export interface HourlyOptions {
  /** What is done; it heeds the signal, and answers how much that was. */
  work: (signal: AbortSignal) => Promise<number>;
  /** What the log calls it. */
  name: string;
  log: Logger;
}

/** Does something every hour, for the first time after a random part of one: replicas that start together spread. */
export class Hourly {
  readonly #options: HourlyOptions;
  readonly #stopping = new AbortController();
  #timer: NodeJS.Timeout;

  constructor(options: HourlyOptions) {
    this.#options = options;
    this.#timer = this.#in(Math.random() * hourMs);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#stopping.abort();
  }

  #in(milliseconds: number): NodeJS.Timeout {
    return setTimeout(() => void this.#run(), milliseconds).unref();
  }

  async #run(): Promise<void> {
    const { work, name, log } = this.#options;
    const { signal } = this.#stopping;
    try {
      log.info({ count: await work(signal) }, name);
    } catch (err) {
      if (!signal.aborted) log.warn({ err }, `${name} has failed, and is tried again in an hour`);
    }
    if (!signal.aborted) this.#timer = this.#in(hourMs);
  }
}
