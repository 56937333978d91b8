import { createLog, type Logger } from './log.js';
import { ConfigError } from './settings.js';
import { exitConfig, onShutdown } from './shutdown.js';

export interface Program {
  /** Drains and stops it; called once. */
  stop: () => Promise<void>;
}

export interface ProgramOptions {
  name: string;
  start: (log: Logger) => Promise<Program>;
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
      await (await starting).stop();
      log.info('stopped');
    },
  });
  // After the handlers, so that a signal while it starts ends it in order too.
  const starting = (async () => start(log))();
  await starting.catch((error) => fail(error, error instanceof ConfigError ? error.message : 'cannot start'));
};
