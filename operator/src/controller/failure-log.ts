import type { Logger } from '@tintype/runtime';

/**
 * Says why a key cannot be reconciled: once for as long as that is the same, and once that it can again. How often it was tried in
 * between is in the metrics.
 */
export class FailureLog {
  readonly #log: Pick<Logger, 'error' | 'info'>;
  readonly #controller: string;
  /** What was said last of each key that fails now. */
  readonly #said = new Map<string, string>();

  constructor(log: Pick<Logger, 'error' | 'info'>, controller: string) {
    this.#log = log;
    this.#controller = controller;
  }

  failed(key: string, error: unknown, retries: number): void {
    const said = this.#said.get(key);
    const why = String(error);
    if (said !== undefined && isAlike(said, why)) return;
    this.#said.set(key, why);
    this.#log.error({ err: error, controller: this.#controller, key, retries }, 'cannot reconcile yet');
  }

  reconciled(key: string, retries: number): void {
    if (this.#said.delete(key)) this.#log.info({ controller: this.#controller, key, retries }, 'reconciles again');
  }
}

const withoutNumbers = (text: string): string => text.replaceAll(/\d+/g, '#');

/** They say the same, be it with other numbers: versions, times, how often. */
export const isAlike = (one: string, other: string): boolean => withoutNumbers(one) === withoutNumbers(other);
