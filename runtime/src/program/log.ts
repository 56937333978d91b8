import { type DestinationStream, type Logger, pino } from 'pino';

export type { Logger };

/** pino's `silent` is missing because it would hide why a program ended. */
export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const;

const secretPaths = ['secret', 'secrets', 'token', 'password', 'hash', 'authorization', 'query', 'url', 'pairs'];

/** A property that makes pino set `lastLevel` before each write: https://getpino.io/#/docs/api?id=metadata-support */
const wantsMetadata = Symbol.for('pino.metadata');

const { warn = 40 } = pino.levels.values;

interface Output extends DestinationStream {
  lastLevel: number;
  [wantsMetadata]: true;
}

/**
 * Writes the lines of one turn of the event loop together, because a write takes longer than a line's formatting. A
 * line of `warn` or above is written immediately: the process may be killed or hang after it. Writes are synchronous,
 * so that the last lines are kept at exit, in order.
 */
const standardOutput = (): DestinationStream => {
  const file = pino.destination({ dest: 1, sync: true });
  let lines = '';
  const flush = () => {
    if (lines === '') return;
    const linesOfTurn = lines;
    lines = '';
    file.write(linesOfTurn);
  };
  // Added with the first line: a log that writes nothing needs no listener.
  let isListening = false;
  const output: Output = {
    lastLevel: 0,
    write: (line) => {
      if (lines === '') setImmediate(flush);
      lines += line;
      if (!isListening) process.on('exit', flush);
      isListening = true;
      if (output.lastLevel >= warn) flush();
    },
    [wantsMetadata]: true,
  };
  return output;
};

/** `level` is one of pino's, `silent` included. As a last defence, fields with a secret's name are redacted. */
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
