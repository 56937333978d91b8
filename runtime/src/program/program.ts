import { createLog, type Logger } from './log.js';
import { ConfigError } from './settings.js';

export interface Program {
  stop: () => Promise<void>;
  /** Resolves when the program has no more work. The process then stops and exits with 0; after a rejection, with 1. */
  done?: Promise<void>;
}

export interface ProgramOptions {
  name: string;
  /** `stopping` aborts on SIGTERM or SIGINT. A rejection with the reason of `stopping` is then no failure. */
  start: (log: Logger, stopping: AbortSignal) => Promise<Program>;
  /** Limit for the shutdown. After this time, the process exits with 1. */
  hardMs: number;
}

/** A timer of Node.js accepts no longer delay. */
const longestTimerMs = 2 ** 31 - 1;

/**
 * Starts a program, and stops it in order on a signal. Resolves when the program has started. A wrong configuration
 * exits with 78, so that a supervisor does not retry; other failures exit with 1.
 */
export const runProgram = async ({ name, start, hardMs }: ProgramOptions): Promise<void> => {
  const log = createLog(name);
  const stopping = new AbortController();
  const isStopReason = (error: unknown) => stopping.signal.aborted && error === stopping.signal.reason;
  const fail = (error: unknown, what: string) => {
    log.fatal({ err: error }, what);
    process.exit(error instanceof ConfigError ? exitConfig : 1);
  };
  // This timer keeps the process alive. Unref'ed timers and idle connections do not.
  setInterval(() => undefined, longestTimerMs);
  process.on('uncaughtException', (error) => fail(error, 'uncaught exception'));
  onShutdown({
    hardMs,
    stop: async (signal) => {
      log.info({ signal }, 'stopping');
      stopping.abort();
      try {
        await (await startedProgram())?.stop();
      } catch (error) {
        log.error({ err: error }, 'the shutdown failed');
        throw error;
      }
      log.info('stopped');
    },
  });
  // Start only after the handlers exist: a signal during the start must stop the program in order, too.
  const starting = (async () => start(log, stopping.signal))();
  /** Undefined if a signal stopped the start. */
  const startedProgram = () =>
    starting.catch((error) => {
      if (!isStopReason(error)) fail(error, error instanceof ConfigError ? error.message : 'cannot start');
    });
  const program = await startedProgram();
  // A program without more work stops as after a signal, with the same time limit.
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

/** After Ctrl-C, both the terminal and make may send SIGINT. Later signals within this time do not count. */
const sameSignalMs = 250;

/**
 * Calls `stop` on the first SIGTERM or SIGINT, and exits: with 0, or with 1 if `stop` fails. A second signal exits at
 * once with 1.
 */
export const onShutdown = ({ stop, hardMs }: ShutdownOptions): void => {
  let firstSignalAt: number | undefined;
  const onSignal = (signal: NodeJS.Signals) => {
    if (firstSignalAt !== undefined && performance.now() - firstSignalAt > sameSignalMs) process.exit(1);
    if (firstSignalAt !== undefined) return;
    firstSignalAt = performance.now();
    setTimeout(() => process.exit(1), hardMs).unref();
    stop(signal).then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  for (const signal of signals) process.on(signal, () => onSignal(signal));
};
