import { createLog, type Logger } from './log.js';
import { ConfigError } from './settings.js';

export interface Program {
  stop: () => Promise<void>;
  /** Settles when the program has no more work; the process then stops and exits with 0. */
  done?: Promise<void>;
}

export interface ProgramOptions {
  name: string;
  /** `stopping` aborts on a signal; failures with its reason count as stopped. */
  start: (log: Logger, stopping: AbortSignal) => Promise<Program>;
  /** Limit for the shutdown. After this time, the process exits with 1. */
  hardMs: number;
}

/** The maximum of `setTimeout`. */
const longestTimer = 2 ** 31 - 1;

/**
 * Start, wait for a signal, drain, exit. A wrong configuration exits with 78, so that a supervisor does not retry;
 * other failures exit with 1.
 */
export const runProgram = async ({ name, start, hardMs }: ProgramOptions): Promise<void> => {
  const log = createLog(name);
  const stopping = new AbortController();
  const isStopped = (error: unknown) => stopping.signal.aborted && error === stopping.signal.reason;
  const fail = (error: unknown, what: string) => {
    log.fatal({ err: error }, what);
    process.exit(error instanceof ConfigError ? exitConfig : 1);
  };
  // Unref'ed timers and idle connections keep no process alive; only a signal may end it.
  setInterval(() => undefined, longestTimer);
  process.on('uncaughtException', (error) => fail(error, 'uncaught exception'));
  onShutdown({
    hardMs,
    stop: async (signal) => {
      log.info({ signal }, 'stopping');
      stopping.abort();
      try {
        await (await started())?.stop();
      } catch (error) {
        log.error({ err: error }, 'the shutdown failed');
        throw error;
      }
      log.info('stopped');
    },
  });
  // Start only now that the handlers exist: a signal during the start must end it in order, too.
  const starting = (async () => start(log, stopping.signal))();
  const started = () =>
    starting.catch((error) => {
      if (!isStopped(error)) fail(error, error instanceof ConfigError ? error.message : 'cannot start');
    });
  const program = await started();
  // A program that is done stops as after a signal, with the same time limit.
  program?.done?.then(
    () => process.kill(process.pid, 'SIGTERM'),
    (error) => fail(error, 'failed'),
  );
};
const signals = ['SIGTERM', 'SIGINT'] as const;

/** Exit code for a wrong configuration: a restart does not help (sysexits.h, EX_CONFIG). */
export const exitConfig = 78;

export interface ShutdownOptions {
  stop: (signal: NodeJS.Signals) => Promise<void>;
  /** Limit for `stop`. After this time, the process exits with 1. */
  hardMs: number;
}

/** After Ctrl-C, both the terminal and make may send SIGINT. A second signal within this time counts as the same. */
const sameSignalMs = 250;

/** Stops in order on the first SIGTERM or SIGINT, at once on a second one. */
export const onShutdown = ({ stop, hardMs }: ShutdownOptions): void => {
  let firstSignalAt: number | undefined;
  const end = (signal: NodeJS.Signals) => {
    if (firstSignalAt !== undefined && performance.now() - firstSignalAt > sameSignalMs) process.exit(1);
    if (firstSignalAt !== undefined) return;
    firstSignalAt = performance.now();
    setTimeout(() => process.exit(1), hardMs).unref();
    stop(signal).then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  for (const signal of signals) process.on(signal, () => end(signal));
};
