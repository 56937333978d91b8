import { closeSync, constants, openSync, writeSync } from 'node:fs';
import { encodeTerminationMessage, type PodRecord } from '@tintype/contracts';
import { type Clock, ConfigError, type Logger } from '@tintype/runtime';

type TerminationClock = Pick<Clock, 'monotonic' | 'after'>;

const everyMs = 250;

/**
 * Where a session's record lies for whoever outlives this process. The file stays the same one, as the kubelet's is a
 * mount: each record is written over the one before, at once as a whole.
 */
export class TerminationLog {
  readonly #file: number;
  readonly #clock: TerminationClock;
  readonly #log: Pick<Logger, 'error'>;
  #writtenAt = -Infinity;
  #cancel: (() => void) | undefined;

  constructor(path: string, clock: TerminationClock, log: Pick<Logger, 'error'>) {
    try {
      this.#file = openSync(path, constants.O_WRONLY | constants.O_CREAT, 0o600);
    } catch (cause) {
      throw new ConfigError(`TINTYPE_TERMINATION_LOG: ${path} cannot be written.`, { cause });
    }
    this.#clock = clock;
    this.#log = log;
  }

  /** At once. What cannot be written is nobody's reason to fail: whoever asks this process still learns it. */
  write(record: PodRecord): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#writtenAt = this.#clock.monotonic();
    try {
      writeSync(this.#file, encodeTerminationMessage(record), 0);
    } catch (error) {
      this.#log.error({ err: error }, 'the record of the session cannot be written');
    }
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
