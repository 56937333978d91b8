/** Exit code for a wrong command line: a restart does not help (sysexits.h, EX_USAGE). */
export const exitUsage = 64;

export interface CommandLine {
  usage: string;
  /** The names, without `--`, of options that take no value. */
  flags?: readonly string[];
  /** The command line has to have one of these words. Without tasks, it takes no word. */
  tasks?: readonly string[];
}

export interface Arguments {
  flags: ReadonlySet<string>;
  /** Empty if the program has no tasks. */
  task: string;
}

export type ReadArguments = Arguments | 'help' | { fault: string };

const faultOf = (word: string, tasks: readonly string[]): string => {
  if (word.startsWith('-')) return `Unknown option ${word}.`;
  return tasks.length > 0 ? `Unknown task ${word}: use one of ${tasks.join(', ')}.` : `Unknown argument ${word}.`;
};

export const parseArguments = (
  words: readonly string[],
  { flags = [], tasks = [] }: Omit<CommandLine, 'usage'>,
): ReadArguments => {
  if (words.includes('--help') || words.includes('-h')) return 'help';
  const isFlag = (word: string) => flags.some((flag) => word === `--${flag}`);
  const others = words.filter((word) => !isFlag(word));
  const [task = ''] = others;
  const isTask = tasks.includes(task);
  const unknown = others[isTask ? 1 : 0];
  if (unknown !== undefined) return { fault: faultOf(unknown, isTask ? [] : tasks) };
  if (tasks.length > 0 && task === '') return { fault: `A task is missing: use one of ${tasks.join(', ')}.` };
  return { flags: new Set(words.filter(isFlag).map((word) => word.slice(2))), task };
};

/** Prints the usage for `--help` and exits with 0; refuses unknown words with the usage and exits with 64. */
export const readArguments = ({ usage, ...known }: CommandLine, words = process.argv.slice(2)): Arguments => {
  const read = parseArguments(words, known);
  if (read === 'help') {
    process.stdout.write(`${usage}\n`);
    process.exit(0);
  }
  if ('fault' in read) {
    process.stderr.write(`${read.fault}\n\n${usage}\n`);
    process.exit(exitUsage);
  }
  return read;
};
