import type { Logger } from '@tintype/runtime';

/** Logs a key's failure when its cause changes, and the key's next success. Metrics count the attempts. */
export class FailureLog {
  readonly #log: Pick<Logger, 'error' | 'info'>;
  readonly #controller: string;
  /** The last error of each key whose last attempt failed. */
  readonly #lastErrors = new Map<string, string>();

  constructor(log: Pick<Logger, 'error' | 'info'>, controller: string) {
    this.#log = log;
    this.#controller = controller;
  }

  failed(key: string, error: unknown, retries: number): void {
    const last = this.#lastErrors.get(key);
    const why = String(error);
    if (last !== undefined && equalsUpToNumbers(last, why)) return;
    this.#lastErrors.set(key, why);
    this.#log.error({ err: error, controller: this.#controller, key, retries }, 'cannot reconcile: trying again');
  }

  reconciled(key: string, retries: number): void {
    if (this.#lastErrors.delete(key))
      this.#log.info({ controller: this.#controller, key, retries }, 'reconciled after failures');
  }
}

const withoutNumbers = (text: string): string => text.replaceAll(/\d+/g, '#');

/** True if two texts differ in numbers at most: versions, times, counts. */
export const equalsUpToNumbers = (one: string, other: string): boolean => withoutNumbers(one) === withoutNumbers(other);
