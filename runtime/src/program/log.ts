import { type DestinationStream, type Logger, pino } from 'pino';

export type { Logger };

/** The levels that a configuration may choose. pino's `silent` is missing because it would hide why a program ended. */
export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const;

/** Fields that may contain a secret. */
const secretFields = ['secret', 'secrets', 'token', 'password', 'hash', 'authorization', 'query', 'url', 'pairs'];

/** A property that makes pino set `lastLevel` before each write: https://getpino.io/#/docs/api?id=metadata-support */
const wantsMetadata = Symbol.for('pino.metadata');

const { warn: warnLevel = 40 } = pino.levels.values;

interface Output extends DestinationStream {
  lastLevel: number;
  [wantsMetadata]: true;
}

/**
 * Writes the lines of one turn of the event loop together, because a write takes longer than a line's formatting. A
 * line of `warn` or above is written immediately: the process may be killed or hang soon. Writes are synchronous, so
 * that no line is lost at exit.
 */
const standardOutput = (): DestinationStream => {
  const stdout = pino.destination({ dest: 1, sync: true });
  let lines = '';
  const flush = () => {
    if (lines === '') return;
    const linesOfTurn = lines;
    lines = '';
    stdout.write(linesOfTurn);
  };
  // The exit listener is added with the first line: a log that writes nothing needs none.
  let hasExitListener = false;
  const output: Output = {
    lastLevel: 0,
    write: (line) => {
      if (lines === '') setImmediate(flush);
      lines += line;
      if (!hasExitListener) process.on('exit', flush);
      hasExitListener = true;
      if (output.lastLevel >= warnLevel) flush();
    },
    [wantsMetadata]: true,
  };
  return output;
};

/**
 * `level` is one of pino's, `silent` included. As a last defence, the values of `secretFields` are redacted, in the
 * logged object and one level below.
 */
export const createLog = (program: string, level = 'info', destination: DestinationStream = standardOutput()): Logger =>
  pino(
    {
      level,
      base: { program },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: secretFields.flatMap((name) => [name, `*.${name}`]), censor: '[redacted]' },
    },
    destination,
  );
