import type { Logger } from '@tintype/runtime';

const hourMs = 3_600_000;

export interface HourlyOptions {
  /** Returns a count for the log. */
  work: (signal: AbortSignal) => Promise<number>;
  /** For the log: what a run does, and what it did. */
  name: { present: string; past: string };
  log: Logger;
}

/** Runs work every hour until `stop`. The first run comes after a random part of an hour, so that replicas spread. */
export class Hourly {
  readonly #options: HourlyOptions;
  readonly #stopping = new AbortController();
  #timer: NodeJS.Timeout;

  constructor(options: HourlyOptions) {
    this.#options = options;
    this.#timer = this.#runIn(Math.random() * hourMs);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#stopping.abort();
  }

  #runIn(milliseconds: number): NodeJS.Timeout {
    return setTimeout(() => void this.#run(), milliseconds).unref();
  }

  async #run(): Promise<void> {
    const { work, name, log } = this.#options;
    const { signal } = this.#stopping;
    try {
      log.info({ count: await work(signal) }, name.past);
    } catch (err) {
      if (!signal.aborted) log.warn({ err }, `cannot ${name.present}: trying again in an hour`);
    }
    if (!signal.aborted) this.#timer = this.#runIn(hourMs);
  }
}
