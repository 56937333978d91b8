import { type DestinationStream, type Logger, pino } from 'pino';

export type { Logger };

/** pino's `silent` is missing because it would hide why a program ended. */
export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const;

const secretPaths = ['secret', 'secrets', 'token', 'password', 'hash', 'authorization', 'query', 'url', 'pairs'];

/** Synchronous writes keep the last lines at exit, in order. */
const standardOutput = () => pino.destination({ dest: 1, sync: true });

/** `level` is one of pino's, `silent` included. Redacts secrets by name as a last defence. */
export const createLog = (program: string, level = 'info', destination: DestinationStream = standardOutput()): Logger =>
  pino(
    {
      level,
      base: { program },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: secretPaths.flatMap((name) => [name, `*.${name}`]), censor: '[redacted]' },
    },
    destination,
  );
