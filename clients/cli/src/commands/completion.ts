import { actionTypes, type Endpoint, optionNames } from '@tintype/client';
import { Argument, type Command } from 'commander';
import { deviceKeys } from '../devices.generated.js';
import { optionRows } from '../options.generated.js';
import { printLine, type Terminal } from '../terminal/terminal.js';
import { endpointsOfX } from './endpoint-argument.js';

interface Known {
  /** The words before, with blanks between them; empty for the program itself. */
  path: string;
  words: string[];
  /** Options of `-X`. */
  names: readonly string[];
  /** Its commands. */
  inner: string[];
  /** The values of options such as `--format`. */
  values: { flag: string; choices: readonly string[] }[];
}

/** `full=`, and `type=png` for a list of values. */
const namesOf = (endpoint: Endpoint): string[] =>
  optionNames(endpoint).flatMap((name) => {
    const { takes = '' } = optionRows.find((row) => row.name === name && row.endpoints.includes(endpoint)) ?? {};
    const isList = /^[\w-]+( \| [\w-]+)+$/.test(takes) && !takes.startsWith('true');
    return isList ? takes.split(' | ').map((value) => `${name}=${value}`) : [`${name}=`];
  });

const wordsOf = (command: Command, path: string): string[] => {
  const commands = command.commands.filter((each) => each.name() !== 'help').map((each) => each.name());
  const flags = command.options.map(({ long, short }) => long ?? short ?? '').filter(Boolean);
  const choices = command.registeredArguments[0]?.argChoices ?? [];
  const actions = path === 'sessions action' ? actionTypes : [];
  return [...commands, ...choices, ...actions, ...flags];
};

const knownBy = (command: Command, path: string): Known[] => {
  const values = command.options.flatMap(({ long, argChoices }) =>
    long && argChoices ? [{ flag: long, choices: argChoices }] : [],
  );
  const own = {
    path,
    words: wordsOf(command, path),
    names: [...new Set(endpointsOfX(command).flatMap(namesOf))],
    inner: command.commands.map((each) => each.name()),
    values,
  };
  const below = command.commands.flatMap((each) => knownBy(each, `${path} ${each.name()}`.trim()));
  return [own, ...below];
};

const shellCase = ({ path, words, names }: Known): string =>
  `    "${path}") words="${words.join(' ')}"; names="${names.join(' ')}" ;;`;

const valueCases = ({ path, values }: Known): string[] =>
  values.map(({ flag, choices }) => `    "${path} ${flag}") words="${choices.join(' ')}" ;;`);

/** Finds the longest command that the words name. */
const findPath = (words: string, paths: readonly string[]): string =>
  `  local path="" word
  for word in ${words}; do
    case " ${paths
      .filter((path) => path)
      .map((path) => path.replaceAll(' ', '_'))
      .join(' ')} " in
      *" \${path:+\${path}_}$word "*) path="\${path:+\${path}_}$word" ;;
    esac
  done
  path="\${path//_/ }"`;

const devices = deviceKeys.join(' ');

const bash = (
  known: readonly Known[],
): string => `# bash completion of tintype; load it with: source <(tintype completion bash)
_tintype() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" words="" names="" devices="${devices}"
  local typed="\${COMP_LINE:0:COMP_POINT}"
  typed="\${typed##* }"
${findPath(
  `"\${COMP_WORDS[@]:1:COMP_CWORD-1}"`,
  known.map(({ path }) => path),
)}
  case "$path" in
${known.map(shellCase).join('\n')}
  esac
  case "$path $previous" in
${known.flatMap(valueCases).join('\n')}
  esac
  # bash takes the equals sign for the end of a word.
  if [[ "$typed" == emulateDevice=* ]]; then
    COMPREPLY=($(compgen -W "$devices" -- "\${typed#*=}"))
  elif [[ "$typed" == [a-zA-Z]*=* ]]; then
    COMPREPLY=($(compgen -W "$names" -- "$typed"))
    COMPREPLY=("\${COMPREPLY[@]#*=}")
  elif [ "$previous" = -X ]; then
    compopt -o nospace
    COMPREPLY=($(compgen -W "$names" -- "$current"))
  elif [ "$previous" = -o ] || [ "$previous" = --output ]; then
    compopt -o filenames
    COMPREPLY=($(compgen -f -- "$current"))
  else
    COMPREPLY=($(compgen -W "$words" -- "$current"))
  fi
}
complete -o default -F _tintype tintype`;

const zsh = (known: readonly Known[]): string => `#compdef tintype
# zsh completion of tintype; load it after compinit, with: source <(tintype completion zsh)
_tintype() {
  local words_before=("\${words[@]:1:$((CURRENT - 2))}") names="" previous="\${words[CURRENT-1]}" wanted=""
${findPath(
  `"\${words_before[@]}"`,
  known.map(({ path }) => path),
)}
  case "$path" in
${known.map((each) => shellCase(each).replace('words=', 'wanted=')).join('\n')}
  esac
  case "$path $previous" in
${known
  .flatMap(valueCases)
  .map((each) => each.replace('words=', 'wanted='))
  .join('\n')}
  esac
  if [[ "$previous" == -X && "\${words[CURRENT]}" == emulateDevice=* ]]; then
    local devices="${devices}"
    compadd -p emulateDevice= -- \${=devices}
  elif [[ "$previous" == -X ]]; then
    compadd -S '' -- \${=names}
  elif [[ "$previous" == -o || "$previous" == --output ]]; then
    _files
  else
    compadd -- \${=wanted}
  fi
}
compdef _tintype tintype`;

const fishLine = ({ path, words, names, values, inner }: Known): string[] => {
  const parts = path.split(' ').filter(Boolean);
  const seen = parts.map((part) => `__fish_seen_subcommand_from ${part}`).join('; and ');
  // Below a command with commands of its own, only the inner one counts.
  const isOuter = inner.length > 0 ? `; and not __fish_seen_subcommand_from ${inner.join(' ')}` : '';
  const condition = `-n '${seen ? seen + isOuter : '__fish_use_subcommand'}'`;
  const choices = values.map(
    ({ flag, choices }) => `complete -c tintype ${condition} -l ${flag.slice(2)} -x -a '${choices.join(' ')}'`,
  );
  const flags = words
    .filter((word) => word.startsWith('--') && !values.some(({ flag }) => flag === word))
    .map((word) => `complete -c tintype ${condition} -l ${word.slice(2)}`);
  const plain = words.filter((word) => !word.startsWith('-'));
  const rows = plain.length > 0 ? [`complete -c tintype -f ${condition} -a '${plain.join(' ')}'`] : [];
  const options =
    names.length > 0 ? [`complete -c tintype ${condition} -s X -x -a '${names.join(' ')} $__tintype_devices'`] : [];
  return [...rows, ...flags, ...choices, ...options];
};

const fish = (known: readonly Known[]): string =>
  [
    '# fish completion of tintype; load it with: tintype completion fish | source',
    `set -g __tintype_devices ${deviceKeys.map((key) => `emulateDevice=${key}`).join(' ')}`,
    ...known.flatMap(fishLine),
  ].join('\n');

const shells = { bash, zsh, fish };

export const addCompletionCommand = (program: Command, terminal: Terminal): void => {
  program
    .command('completion')
    .description('print the completion script for a shell')
    .addArgument(new Argument('<shell>').choices(Object.keys(shells)))
    .addHelpText(
      'after',
      '\nExamples:\n  echo "source <(tintype completion bash)" >> ~/.bashrc\n  tintype completion fish > ~/.config/fish/completions/tintype.fish',
    )
    .action((shell: keyof typeof shells) => printLine(terminal, shells[shell](knownBy(program, ''))));
};
