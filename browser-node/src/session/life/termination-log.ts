import { closeSync, constants, openSync, writeSync } from 'node:fs';
import { encodeTerminationMessage, type PodRecord } from '@tintype/contracts';
import { type Clock, ConfigError, type Logger } from '@tintype/runtime';

type TerminationClock = Pick<Clock, 'monotonic' | 'after'>;

const everyMs = 250;

/**
 * Keeps the record after this process has ended. The kubelet mounts the file, so each record overwrites the last in one
 * write.
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
      throw new ConfigError(`TINTYPE_TERMINATION_LOG: cannot write ${path}.`, { cause });
    }
    this.#clock = clock;
    this.#log = log;
  }

  /** Only logs a failed write: callers can still ask this process. */
  write(record: PodRecord): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#writtenAt = this.#clock.monotonic();
    try {
      writeSync(this.#file, encodeTerminationMessage(record), 0);
    } catch (error) {
      this.#log.error(
        { err: error },
        'cannot write the pod record: if this pod ends without answering `close`, the session is free',
      );
    }
  }

  /** Writes at most every 250 ms. Calls `record` just before it writes. */
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
