import { type ActionType, actionTypes, similarName } from '@tintype/client';
import { actionRows } from '../actions.generated.js';
import { CommandError } from '../failures.js';
import { payloadValue } from '../option-values.js';
import type { Terminal } from '../terminal/terminal.js';
import { explainAction, fieldValue, wordFields } from './action-fields.js';
import { checkFields } from './session-action.js';

const help = `Type an action and its fields:
  goto https://example.com      click #save         fill #name Ada Lovelace
  snapshot                      press Enter         click e12   (a ref of a snapshot)
  screenshot page.png           content markdown    query {"selector": "li", "limit": 5}
-X name=value adds a field: wait_for_selector h1 -X timeoutMs=5000. A JSON object after the type is the whole payload.
Types: ${actionTypes.join(', ')}.
help click explains an action and its fields. live prints a link to watch the browser, live control one to use it.
help shows this, exit ends.`;

/** Splits at blanks, except in quotes. Throws a `CommandError` for a quote that does not end. */
export const wordsOf = (line: string): string[] =>
  Array.from(line.matchAll(/"((?:[^"\\]|\\.)*)"|'([^']*)'|(\S+)/g), ([, double, single, plain = '']) => {
    const [quote] = /^["']/.exec(plain) ?? [];
    if (quote) {
      const other = quote === '"' ? "'" : '"';
      const next = `To send ${quote} as text, put the word in ${other}${other}.`;
      throw new CommandError(`The closing ${quote} is missing. ${next}`, 'usage');
    }
    return double === undefined ? (single ?? plain) : double.replace(/\\(.)/g, '$1');
  });

/** `e12` names an element of a snapshot. */
const withRef = (payload: Record<string, unknown>): Record<string, unknown> => {
  const { selector, ...rest } = payload;
  return typeof selector === 'string' && /^e\d+$/.test(selector) ? { ref: selector, ...rest } : payload;
};

export interface ShellAction {
  type: ActionType;
  payload: Record<string, unknown>;
  /** The file for the picture. */
  file?: string;
}

const fieldsFrom = (type: ActionType, words: readonly string[]): Record<string, unknown> => {
  const names = wordFields[type] ?? [];
  if (words.length > 0 && names.length === 0)
    throw new CommandError(
      `${type} takes no words. Give its fields as \`-X name=value\`, or its payload as JSON.`,
      'usage',
    );
  const last = names.length - 1;
  const texts = names.map((_, at) => (at === last ? words.slice(at).join(' ') : (words[at] ?? '')));
  const values = names.map((name, at) => [name, fieldValue(type, name, texts[at] ?? '')] as const);
  return withRef(Object.fromEntries(values.filter(([, value]) => value !== '')));
};

const noAction = (word: string): CommandError => {
  const similar = similarName(word, actionTypes);
  return new CommandError(
    `There is no action ${word}.${similar ? ` Did you mean ${similar}?` : ' `help` lists them.'}`,
    'usage',
  );
};

const isType = (word: string): word is ActionType => (actionTypes as readonly string[]).includes(word);

/** `-X name=value`, except in quotes. */
const fieldWord = /"(?:[^"\\]|\\.)*"|'[^']*'|(?<!\S)-X\s*(\w+)=("(?:[^"\\]|\\.)*"|'[^']*'|\S*)/g;

/** Takes the fields of `-X` out of a line. Text may have `-X` too, so only names of fields count, except at its start. */
const withoutFields = (type: ActionType, line: string): { rest: string; fields: Record<string, unknown> } => {
  const given: Record<string, string> = {};
  const known = actionRows.find(({ name }) => name === type)?.fields.map(({ name }) => name) ?? [];
  const rest = line.replace(fieldWord, (all, name: string | undefined, value: string) => {
    if (name === undefined || !(known.includes(name) || line.startsWith('-X'))) return all;
    given[name] = wordsOf(value)[0] ?? '';
    return '';
  });
  checkFields(type, given);
  const fields = Object.entries(given).map(([name, text]) => [name, fieldValue(type, name, text)]);
  return { rest: rest.trim(), fields: Object.fromEntries(fields) };
};

/** Reads a line of the prompt. Throws a `CommandError` that says what is wrong. */
export const readLine = (line: string): ShellAction => {
  const [, word = '', given = ''] = /^\s*(\S+)\s*(.*)$/s.exec(line) ?? [];
  if (!isType(word)) throw noAction(word);
  if (given.startsWith('{')) {
    const payload = payloadValue(given);
    if (typeof payload === 'object' && payload !== null)
      return { type: word, payload: payload as Record<string, unknown> };
    throw new CommandError('The payload is not valid JSON.', 'usage');
  }
  const { rest, fields } = withoutFields(word, given);
  // A JSON list is one word, with its quotes.
  const words = Array.isArray(payloadValue(rest)) ? [rest] : wordsOf(rest);
  if (word === 'screenshot') return { type: word, payload: fields, file: words[0] ?? 'screenshot.png' };
  return { type: word, payload: { ...fieldsFrom(word, words), ...fields } };
};

/** The answer to `help`, and to `help click`. Throws a `CommandError` for an unknown action. */
export const helpFor = (type: string, terminal: Terminal): string => {
  if (type === '') return help;
  if (isType(type))
    return `${[type, ...(wordFields[type] ?? []).map((field) => `<${field}>`)].join(' ')}\n${explainAction(type, terminal)}`;
  throw noAction(type);
};

/** The one text that people want of an answer, if there is one. */
export const textOf = (answer: Record<string, unknown>): string => {
  const { success: _success, expiresInSeconds: _seconds, screenshot: _picture, ...rest } = answer;
  if (typeof rest.snapshot === 'string') return `${rest.title} ${rest.url}\n${rest.snapshot}`;
  if (typeof rest.content === 'string') return rest.content;
  return Object.keys(rest).length === 0 ? 'done' : JSON.stringify(rest);
};
