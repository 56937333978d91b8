import { closeSync, constants, openSync, writeSync } from 'node:fs';
import { encodeTerminationMessage, type PodRecord } from '@tintype/contracts';
import { type Clock, ConfigError } from '@tintype/runtime';

export type TerminationClock = Pick<Clock, 'monotonic' | 'after'>;

const everyMs = 250;

/**
 * Where a session's record lies for whoever outlives this process. The file stays the same one, as the kubelet's is a
 * mount: each record is written over the one before, at once as a whole.
 */
export class TerminationLog {
  readonly #file: number;
  readonly #clock: TerminationClock;
  #writtenAt = -Infinity;
  #cancel: (() => void) | undefined;

  constructor(path: string, clock: TerminationClock) {
    try {
      this.#file = openSync(path, constants.O_WRONLY | constants.O_CREAT, 0o600);
    } catch (cause) {
      throw new ConfigError(`TINTYPE_TERMINATION_LOG: ${path} cannot be written.`, { cause });
    }
    this.#clock = clock;
  }

  /** At once. */
  write(record: PodRecord): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#writtenAt = this.#clock.monotonic();
    writeSync(this.#file, encodeTerminationMessage(record), 0);
  }

  /** Soon: what changes often is written at most every 250 ms. `record` is asked then. */
  writeSoon(record: () => PodRecord): void {
    if (this.#cancel) return;
    const waitMs = Math.max(0, this.#writtenAt + everyMs - this.#clock.monotonic());
    this.#cancel = this.#clock.after(waitMs, () => this.write(record()));
  }

  close(): void {
    this.#cancel?.();
    closeSync(this.#file);
  }
}
