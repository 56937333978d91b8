import { type DestinationStream, type Logger, pino } from 'pino';

export type { Logger };

/** What TINTYPE_LOG_LEVEL takes. Not pino's `silent`: it would hide why a program ended. */
export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const;

/** Names under which a secret could reach a log line by mistake. */
const secretPaths = ['secret', 'secrets', 'token', 'password', 'hash', 'authorization', 'query', 'url', 'pairs'];

/** Or the line that is on its way when the process exits comes after later ones, or never. */
const standardOutput = () => pino.destination({ dest: 1, sync: true });

/**
 * Structured logs on standard output, or wherever else they are to go, one JSON object a line. `level` is one of pino's, `silent` too; secrets are cut out by name as
 * the last line of defence: no caller passes them.
 */
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
