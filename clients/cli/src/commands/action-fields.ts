import { type ActionType, actionFields, actionTypes } from '@tintype/client';
import { Argument, type Command } from 'commander';
import { actionRows } from '../actions.generated.js';
import { globalsOf } from '../context.js';
import { payloadValue } from '../option-values.js';
import { explained } from '../terminal/explanation.js';
import { printJson, printLine, type Terminal, tableOf } from '../terminal/terminal.js';

/** The fields that the words after a type mean in a shell. The last one takes the rest of the line. */
export const wordFields: Partial<Record<ActionType, readonly string[]>> = actionFields;

/** The value of a field as typed: text stays text, as `1.10` does; other fields take numbers, booleans and JSON. */
export const fieldValue = (type: string, name: string, text: string): unknown => {
  const field = actionRows.find((row) => row.name === type)?.fields.find((each) => each.name === name);
  return field && /^text\b(?! \|)/.test(field.takes) ? text : payloadValue(text);
};

/** What an action does, and its fields. */
export const explainAction = (type: string, terminal: Terminal): string => {
  const row = actionRows.find(({ name }) => name === type);
  return row ? `${row.description}\n${explained(row.fields, terminal)}` : '';
};

export const addExplainCommand = (sessions: Command, terminal: Terminal): void => {
  sessions
    .command('actions')
    .description('explain an action and its fields; without a type, list the actions')
    .addArgument(new Argument('[type]').choices([...actionTypes]))
    .action((type: string | undefined, _options: object, command: Command) => {
      if (globalsOf(command).json)
        return printJson(terminal, type ? actionRows.find(({ name }) => name === type) : actionRows);
      if (type) return printLine(terminal, explainAction(type, terminal));
      const rows = actionRows.map(({ name, description }) => [name, description]);
      printLine(terminal, tableOf(['type', 'what it does'], rows));
    });
};
