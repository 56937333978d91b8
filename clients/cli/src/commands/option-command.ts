import type { Command } from 'commander';
import { globalsOf } from '../context.js';
import { CommandError } from '../failures.js';
import { optionRows } from '../options.generated.js';
import { explained } from '../terminal/explanation.js';
import { printJson, printLine, type Terminal } from '../terminal/terminal.js';
import { endpointArgument, endpointOf } from './endpoint-argument.js';

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
      if (rows.length === 0) throw new CommandError(`No option of ${endpoint} has "${search}" in it.`, 'usage');
      if (globalsOf(command).json) return printJson(terminal, rows);
      printLine(terminal, explained(rows, terminal));
    });
};
