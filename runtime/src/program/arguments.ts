/** Exit code for a wrong command line: a restart does not help (sysexits.h, EX_USAGE). */
export const exitUsage = 64;

export interface CommandLine {
  usage: string;
  /** The names, without `--`, of options that take no value. */
  flags?: readonly string[];
  /** The command line must contain exactly one of these words. Default: it contains only flags. */
  tasks?: readonly string[];
}

export interface Arguments {
  /** The names of the given flags, without `--`. */
  flags: ReadonlySet<string>;
  /** Empty if the program has no tasks. */
  task: string;
}

export type ParsedArguments = Arguments | 'help' | { fault: string };

const faultOf = (word: string, tasks: readonly string[]): string => {
  if (word.startsWith('-')) return `Unknown option ${word}.`;
  return tasks.length > 0 ? `Unknown task ${word}: use one of ${tasks.join(', ')}.` : `Unknown argument ${word}.`;
};

export const parseArguments = (
  words: readonly string[],
  { flags = [], tasks = [] }: Omit<CommandLine, 'usage'>,
): ParsedArguments => {
  if (words.includes('--help') || words.includes('-h')) return 'help';
  const isFlag = (word: string) => flags.some((flag) => word === `--${flag}`);
  const nonFlags = words.filter((word) => !isFlag(word));
  const [task = ''] = nonFlags;
  const isTask = tasks.includes(task);
  const firstUnknown = nonFlags[isTask ? 1 : 0];
  if (firstUnknown !== undefined) return { fault: faultOf(firstUnknown, isTask ? [] : tasks) };
  if (tasks.length > 0 && task === '') return { fault: `A task is missing: use one of ${tasks.join(', ')}.` };
  return { flags: new Set(words.filter(isFlag).map((word) => word.slice(2))), task };
};

/**
 * Reads the words of the command line. `--help` prints the usage and exits with 0. An unknown word or a missing task
 * prints the fault and the usage, and exits with 64.
 */
export const readArguments = ({ usage, ...known }: CommandLine, words = process.argv.slice(2)): Arguments => {
  const parsed = parseArguments(words, known);
  if (parsed === 'help') {
    process.stdout.write(`${usage}\n`);
    process.exit(0);
  }
  if ('fault' in parsed) {
    process.stderr.write(`${parsed.fault}\n\n${usage}\n`);
    process.exit(exitUsage);
  }
  return parsed;
};
