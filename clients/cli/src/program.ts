import { Command, Help, InvalidArgumentError } from 'commander';
import { typedAddress } from './address.js';
import { addAccountCommands } from './commands/account-commands.js';
import { addBatchCommands } from './commands/batch-commands.js';
import { addCompletionCommand } from './commands/completion.js';
import { addDeviceCommand } from './commands/device-command.js';
import { addDocumentCommand } from './commands/document-command.js';
import { addLoginCommands } from './commands/login-commands.js';
import { addOptionCommand } from './commands/option-command.js';
import { addRenderCommands } from './commands/render-commands.js';
import { addSessionCommands } from './commands/session-commands.js';
import { addSignCommand } from './commands/sign-command.js';
import { globalsOf, helpHint, noCommand, version } from './context.js';
import { exitCodes, jsonOf, kindOf, linesOf } from './failures.js';
import { complain, type Terminal } from './terminal/terminal.js';
import { refuseEmpty, reportUsage, usageExit } from './usage.js';

const serverOf = (text: string): string => {
  try {
    return typedAddress(text);
  } catch {
    throw new InvalidArgumentError('It takes the address of the service, such as https://tintype.example.');
  }
};

const timeLimit = (text: string): number => {
  const seconds = Number(text);
  if (seconds > 0 && seconds <= 3600) return seconds;
  throw new InvalidArgumentError('It takes seconds, above 0 and up to 3600.');
};

const about = `
Key and secret come from TINTYPE_KEY and TINTYPE_SECRET, or from the file of \`tintype login\`.
The address comes from --server, TINTYPE_URL or that file.

Examples:
  tintype login
  tintype screenshot https://example.com -X full=true -o page.png
  tintype content https://example.com | less
  tintype sessions shell

Exit codes:
  0  done                             6    the session
  1  anything else                    7    a limit
  2  a wrong option or request        8    the service
  3  credentials                      9    no connection
  4  the account (credits, storage)   10   out of time
  5  the page                         130  interrupted`;

/** All commands. `exitOverride` makes errors exceptions, so that tests can run it. */
const createProgram = (terminal: Terminal): Command => {
  const program = new Command('tintype')
    .description('Pictures, PDFs, text and browser sessions from web pages.')
    .version(version, '-V, --version', 'print the version')
    .option('--server <address>', 'the address of the service', serverOf)
    .option('--json', 'print JSON, errors too')
    .option('-q, --quiet', 'print results and errors only: no warnings, notes or progress')
    .option('--timeout <seconds>', 'give up a request, or the wait for a batch, after this time', timeLimit)
    .helpOption('-h, --help', 'show help')
    .helpCommand('help [command]', 'show the help of a command')
    .addHelpText('after', about)
    .showHelpAfterError(helpHint)
    .configureOutput({
      writeOut: (text) => terminal.out.write(text),
      writeErr: (text) => terminal.err.write(text),
      getOutHelpWidth: () => terminal.out.columns || 100,
      getErrHelpWidth: () => terminal.err.columns || 100,
    })
    .configureHelp({
      showGlobalOptions: true,
      // The default of -X is an empty object, which says nothing.
      optionDescription: (option) =>
        option.short === '-X' ? option.description : Help.prototype.optionDescription(option),
    })
    .exitOverride();
  addRenderCommands(program, terminal);
  addDocumentCommand(program, terminal);
  addSignCommand(program, terminal);
  addOptionCommand(program, terminal);
  addDeviceCommand(program, terminal);
  addBatchCommands(program, terminal);
  addSessionCommands(program, terminal);
  addAccountCommands(program, terminal);
  addLoginCommands(program, terminal);
  addCompletionCommand(program, terminal);
  return program;
};

/** Prints why a command failed, and answers the exit code. Commander has printed its own errors. */
const fail = (error: unknown, terminal: Terminal, command: Command | undefined, isJson: boolean): number => {
  const usage = usageExit(error, terminal, isJson);
  if (usage !== undefined) return usage;
  const lines = isJson ? [JSON.stringify(jsonOf(error, command))] : linesOf(error, command);
  for (const line of lines) complain(terminal, line);
  return exitCodes[kindOf(error)];
};

/** `help sessions action` and `version`, which people try. Throws a `CommandError` for help on a command that is none. */
const inWordsOfCommander = (args: readonly string[], program: Command): readonly string[] => {
  const [first, ...others] = args;
  if (first === 'version' && others.length === 0) return ['--version'];
  if (first !== 'help') return args;
  const rest = others.filter((word) => word !== 'help');
  const words = rest.filter((word) => !word.startsWith('-'));
  words.reduce((command, word) => {
    const below = command.commands.find((each) => each.name() === word || each.aliases().includes(word));
    if (below) return below;
    throw noCommand(command, word);
  }, program);
  return [...rest, '--help'];
};

/** Runs a command line, and answers the exit code. */
export const run = async (args: readonly string[], streams: Terminal): Promise<number> => {
  const terminal = { ...streams, isQuiet: false };
  const program = createProgram(terminal);
  // A wrong line may end before its options are read.
  const isJson = args.includes('--json');
  reportUsage(program, terminal, isJson);
  let running: Command | undefined;
  program.hook('preAction', (_program, command) => {
    running = command;
    terminal.isQuiet = globalsOf(command).quiet ?? false;
    refuseEmpty(command);
  });
  try {
    if (args.length === 0) program.outputHelp();
    else await program.parseAsync(inWordsOfCommander(args, program), { from: 'user' });
    return 0;
  } catch (error) {
    return fail(error, terminal, running, isJson);
  }
};
