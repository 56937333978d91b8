import type { Command } from 'commander';
import { globalsOf } from '../context.js';
import { CommandError } from '../failures.js';
import { type OptionRow, optionRows } from '../options.generated.js';
import { printJson, printLine, type Terminal } from '../terminal/terminal.js';
import { endpointArgument, endpointOf } from './endpoint-argument.js';

const wrap = (text: string, width: number): string[] => {
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last !== '' && last.length + word.length + 1 > width) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines;
};

const textOf = ({ name, takes, standard, description }: OptionRow, width: number): string => {
  const head = `${name}  ${takes}${standard === undefined ? '' : ` (${standard})`}`;
  return [head, ...wrap(description, width - 4).map((line) => `    ${line}`)].join('\n');
};

export const addOptionCommand = (program: Command, terminal: Terminal): void => {
  program
    .command('options')
    .description('explain the options of -X')
    .addArgument(endpointArgument())
    .argument('[search]', 'only options with this text')
    .addHelpText('after', '\nExamples:\n  tintype options image\n  tintype options pdf margin')
    .action((named: string, search: string | undefined, _options: object, command: Command) => {
      const endpoint = endpointOf(named) ?? 'image';
      const wanted = (search ?? '').toLowerCase();
      const rows = optionRows.filter(
        (row) => row.endpoints.includes(endpoint) && `${row.name} ${row.description}`.toLowerCase().includes(wanted),
      );
      if (globalsOf(command).json) return printJson(terminal, rows);
      if (rows.length === 0) throw new CommandError(`No option of ${endpoint} has "${search}" in it.`, 'usage');
      const width = Math.min(terminal.out.columns || 100, 120);
      for (const row of rows) printLine(terminal, textOf(row, width));
    });
};
