import type { ResourceStore } from '@tintype/crds';
import { provisionPool } from '@tintype/operator';
import { Backoff, ifInTime, type Logger, pause, systemClock } from '@tintype/runtime';

export interface WarmBrowsersOptions {
  store: Pick<ResourceStore, 'get' | 'create' | 'update'>;
  namespace: string;
  count: number;
  log: Pick<Logger, 'warn'>;
}

/** Warm browsers start 2 s after the service: its first requests get the whole machine. */
const startDelayMs = 2000;
/** The time to set the pool to 0. After it, `drain` ends the warm pods anyway. */
const endMs = 1000;

/**
 * Sets the size of the warm pool: `count` from 2 s after the start until the end, 0 otherwise. A start begins with 0
 * (`provisionSessions`).
 */
export class WarmBrowsers {
  readonly #options: WarmBrowsersOptions;
  readonly #ending = new AbortController();
  #beginning: Promise<void> | undefined;

  constructor(options: WarmBrowsersOptions) {
    this.#options = options;
  }

  begin(): void {
    this.#beginning ??= this.#begin();
  }

  /** Sets the pool to 0, and does not wait for the browsers. */
  async end(): Promise<void> {
    this.#ending.abort();
    const { store, namespace } = this.#options;
    const setToZero = async () => {
      await this.#beginning;
      await provisionPool(store, { namespace }, 0);
    };
    await ifInTime(setToZero(), endMs);
  }

  /** Retried until it succeeds: NATS may be away for a moment. */
  async #begin(): Promise<void> {
    const { store, namespace, count, log } = this.#options;
    const { signal } = this.#ending;
    const backoff = new Backoff({ firstMs: 200, maxMs: 10_000 });
    for (let waitMs = startDelayMs; ; waitMs = backoff.next()) {
      await pause(systemClock, waitMs, signal);
      if (signal.aborted) return;
      try {
        await provisionPool(store, { namespace }, count);
        return;
      } catch (error) {
        log.warn({ err: error }, 'cannot set the size of the warm pool: trying again');
      }
    }
  }
}
