import { createLog, type Logger } from './log.js';
import { ConfigError } from './settings.js';

export interface Program {
  /** Drains and stops it; called once. */
  stop: () => Promise<void>;
  /** Settles when it has nothing more to do: it is stopped then, and the process exits with 0. Without it, by signals alone. */
  done?: Promise<void>;
}

export interface ProgramOptions {
  name: string;
  /** `stopping` is aborted when it is asked to end; whoever still waits for something fails with its reason, and is done. */
  start: (log: Logger, stopping: AbortSignal) => Promise<Program>;
  /** How long draining may take. */
  hardMs: number;
}

const longestTimer = 2 ** 31 - 1;

/**
 * The life of every process of ours: start, run until a signal, drain, exit. A configuration that cannot work exits
 * with 78, so that a supervisor does not try again; anything else that goes wrong exits with 1.
 */
export const runProgram = async ({ name, start, hardMs }: ProgramOptions): Promise<void> => {
  const log = createLog(name);
  const stopping = new AbortController();
  const isStopped = (error: unknown) => stopping.signal.aborted && error === stopping.signal.reason;
  const fail = (error: unknown, what: string) => {
    log.fatal({ err: error }, what);
    process.exit(error instanceof ConfigError ? exitConfig : 1);
  };
  // Clocks and idle connections keep no process alive, and it is a signal that ends this one.
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
        log.error({ err: error }, 'cannot stop in order');
        throw error;
      }
      log.info('stopped');
    },
  });
  // After the handlers, so that a signal while it starts ends it in order too.
  const starting = (async () => start(log, stopping.signal))();
  /** Nothing of one that was stopped while it waited. */
  const started = () =>
    starting.catch((error) => {
      if (!isStopped(error)) fail(error, error instanceof ConfigError ? error.message : 'cannot start');
    });
  const program = await started();
  // The way of a signal: one end, with the same limit of time.
  program?.done?.then(
    () => process.kill(process.pid, 'SIGTERM'),
    (error) => fail(error, 'failed'),
  );
};
/** What a program is asked to end by. */
const signals = ['SIGTERM', 'SIGINT'] as const;

/** Exit code of a program that a restart does not help (sysexits.h, EX_CONFIG). */
export const exitConfig = 78;

export interface ShutdownOptions {
  /** Drains and stops everything; the process exits once it has settled. */
  stop: (signal: NodeJS.Signals) => Promise<void>;
  /** After so many milliseconds the process exits with 1, whatever still runs. */
  hardMs: number;
}

/** One signal may come twice, from whoever signals a process group and from make, which passes it on. */
const sameSignalMs = 250;

/** Ends the process on the first SIGTERM or SIGINT in order, on a second one at once. */
export const onShutdown = ({ stop, hardMs }: ShutdownOptions): void => {
  let since: number | undefined;
  const end = (signal: NodeJS.Signals) => {
    if (since !== undefined && performance.now() - since > sameSignalMs) process.exit(1);
    if (since !== undefined) return;
    since = performance.now();
    setTimeout(() => process.exit(1), hardMs).unref();
    stop(signal).then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  for (const signal of signals) process.on(signal, () => end(signal));
};
