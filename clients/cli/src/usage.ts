import { similarName } from '@tintype/client';
import { type Command, CommanderError } from 'commander';
import { endpointsOfX } from './commands/endpoint-argument.js';
import { helpHint, ofCommand } from './context.js';
import { CommandError, exitCodes, jsonOf } from './failures.js';
import { type OptionRow, optionRows } from './options.generated.js';
import { complain, type Terminal } from './terminal/terminal.js';

/** The options that `-X` of a command takes. */
const rowsOf = (command: Command): readonly OptionRow[] => {
  const taken: readonly string[] = endpointsOfX(command);
  return optionRows.filter(({ endpoints }) => endpoints.some((each) => taken.includes(each)));
};

/** `--full` and `--dark-mode`, which people try for an option of `-X`. */
const withX = (text: string, command: Command): string =>
  text.replace(/^(Error: Unknown option '--([\w-]+)')$/m, (all, error: string, typed: string) => {
    const name = typed.replace(/-(\w)/g, (_all, letter: string) => letter.toUpperCase());
    const row = rowsOf(command).find((each) => each.name === name);
    return row ? `${error}\n(Did you mean -X ${name}=…? It takes ${row.takes}.)` : all;
  });

/** Commander only lists the choices. */
const withSimilar = (text: string): string => {
  const [, typed = '', choices = ''] = /'([^']*)' is invalid.* Allowed choices are (.*)\./.exec(text) ?? [];
  const similar = similarName(typed, choices.split(', '));
  return similar ? `${text}\n(Did you mean ${similar}?)` : text;
};

/** The words of Commander, as sentences. */
const sentencesOf = (text: string, command: Command): string => {
  const sentence = text
    .trimEnd()
    .replace(/^error: (.)/, (_all, first: string) => `Error: ${first.toUpperCase()}`)
    .replace(/^Error: Unknown command '.*'$/m, (all) => `${all}${ofCommand(command)}`)
    .replace(/^Error: Command-argument value '(.*)' is invalid for argument '(.*)'\./, "Error: <$2> '$1' is invalid.")
    .replace(/^Error: Option '(.*?)' argument '(.*)' is invalid\./s, "Error: $1 '$2' is invalid.");
  return withSimilar(withX(sentence, command));
};

/** Makes each command print its errors of use in sentences, or as JSON. */
export const reportUsage = (command: Command, terminal: Terminal, isJson: boolean): void => {
  command.configureOutput({
    // Below an error, this is the hint at --help.
    writeErr: (text) => !isJson && terminal.err.write(text),
    outputError: (text) => {
      const sentences = sentencesOf(text, command);
      const oneLine = sentences.replace(/^Error: /, '').replaceAll('\n', ' ');
      // A suggestion ends with a bracket.
      const message = oneLine.endsWith(')') ? oneLine : `${oneLine.replace(/\.?$/, '.')} ${helpHint}`;
      complain(terminal, isJson ? JSON.stringify(jsonOf(new CommandError(message, 'usage'))) : sentences);
    },
  });
  for (const each of command.commands) reportUsage(each, terminal, isJson);
};

/** The exit code of an error of Commander, which has printed it; help and version are no errors. */
export const usageExit = (error: unknown, terminal: Terminal, isJson: boolean): number | undefined => {
  if (!(error instanceof CommanderError)) return undefined;
  if (error.exitCode === 0) return 0;
  // A command without its subcommand has printed its help.
  const missing = new CommandError(`A command is missing. ${helpHint}`, 'usage');
  if (isJson && error.code === 'commander.help') complain(terminal, JSON.stringify(jsonOf(missing)));
  return exitCodes.usage;
};

/** A script's unset variable: an empty id, or one of dots, would call another route. Throws a `CommandError`. */
export const refuseEmpty = (command: Command): void => {
  for (const [at, argument] of command.registeredArguments.entries()) {
    const value = command.args[at];
    const isPath = argument.name() === 'id' || argument.name() === 'name';
    if (value === '' || (isPath && /^\.\.?$/.test(value ?? '')))
      throw new CommandError(`<${argument.name()}> takes text; it got "${value}".`, 'usage');
  }
  const empty = command.options.find((option) => command.getOptionValue(option.attributeName()) === '');
  if (empty) throw new CommandError(`\`${empty.long}\` is empty. Give it a value, or leave it out.`, 'usage');
};
