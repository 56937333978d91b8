import { setTimeout as sleep } from 'node:timers/promises';
import type { ResourceStore } from '@tintype/crds';
import { provisionPool } from '@tintype/operator';
import { Backoff, type Logger, pause, systemClock } from '@tintype/runtime';

export interface WarmBrowsersOptions {
  store: Pick<ResourceStore, 'get' | 'create' | 'update'>;
  namespace: string;
  /** So many. */
  count: number;
  log: Pick<Logger, 'warn'>;
}

/** The first requests after a start have the machine to themselves. */
const afterMs = 2000;
/** What cannot be taken back in time ends with its pods all the same. */
const endMs = 1000;

/**
 * Has the operator keep so many browsers ready for sessions, from a moment after everything stands until it ends. Before and
 * after there is to be none: a start has none of an earlier one (`provisionSessions`).
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

  /** Asks for their end, and waits for none of them. */
  async end(): Promise<void> {
    this.#ending.abort();
    const { store, namespace } = this.#options;
    const ended = async () => {
      await this.#beginning;
      await provisionPool(store, { namespace }, 0);
    };
    await Promise.race([ended().catch(() => undefined), sleep(endMs, undefined, { ref: false })]);
  }

  /** Tried until it is done: NATS may be away for a moment. */
  async #begin(): Promise<void> {
    const { store, namespace, count, log } = this.#options;
    const { signal } = this.#ending;
    const backoff = new Backoff({ firstMs: 200, maxMs: 10_000 });
    for (let waitMs = afterMs; ; waitMs = backoff.next()) {
      await pause(systemClock, waitMs, signal);
      if (signal.aborted) return;
      try {
        await provisionPool(store, { namespace }, count);
        return;
      } catch (error) {
        log.warn({ err: error }, 'warm browsers cannot be asked for yet');
      }
    }
  }
}
