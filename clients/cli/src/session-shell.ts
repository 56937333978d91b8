import { writeFileSync } from 'node:fs';
import { createInterface, type Interface } from 'node:readline/promises';
import {
  type ActionPayloads,
  type ActionType,
  actionTypes,
  isSessionEnd,
  pictureBytes,
  type Session,
} from '@tintype/client';
import type { Context } from './context.js';
import { CommandError, linesOf } from './failures.js';
import { payloadValue, similarTo } from './option-values.js';
import { note, printLine } from './terminal.js';

/** The fields that plain words after a type stand for; the last one takes the rest of the line. */
const fieldsOf: Partial<Record<ActionType, readonly string[]>> = {
  goto: ['url'],
  click: ['selector'],
  hover: ['selector'],
  scroll: ['direction', 'amount'],
  move_mouse: ['x', 'y'],
  type: ['selector', 'text'],
  type_text: ['text'],
  fill: ['selector', 'value'],
  select: ['selector', 'value'],
  check: ['selector'],
  press: ['key'],
  content: ['format'],
  query: ['selector'],
  wait_for_selector: ['selector'],
  wait_for_timeout: ['timeoutMs'],
};

const help = `Type an action and its fields:
  goto https://example.com      click #save         fill #name Ada Lovelace
  snapshot                      press Enter         click e12   (a ref of a snapshot)
  screenshot page.png           content markdown    query {"selector": "li", "limit": 5}
A JSON object after the type is the whole payload. Types: ${actionTypes.join(', ')}.
.help shows this, .exit ends.`;

/** Splits at blanks, except in quotes. */
export const wordsOf = (line: string): string[] =>
  Array.from(line.matchAll(/"((?:[^"\\]|\\.)*)"|'([^']*)'|(\S+)/g), ([, double, single, plain]) =>
    double === undefined ? (single ?? plain ?? '') : double.replace(/\\(.)/g, '$1'),
  );

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
  const names = fieldsOf[type] ?? [];
  if (words.length > 0 && names.length === 0)
    throw new CommandError(`${type} takes no words. Give its payload as JSON.`, 'usage');
  const last = names.length - 1;
  const texts = names.map((_, at) => (at === last ? words.slice(at).join(' ') : (words[at] ?? '')));
  const values = names.map((name, at) => [name, payloadValue(texts[at] ?? '')] as const);
  return withRef(Object.fromEntries(values.filter(([, value]) => value !== '')));
};

const isType = (word: string): word is ActionType => (actionTypes as readonly string[]).includes(word);

/** Reads a line of the prompt. Throws a `CommandError` that says what is wrong. */
export const readLine = (line: string): ShellAction => {
  const [, word = '', rest = ''] = /^\s*(\S+)\s*(.*)$/s.exec(line) ?? [];
  if (!isType(word)) {
    const similar = similarTo(word, actionTypes);
    throw new CommandError(
      `There is no action ${word}.${similar ? ` Did you mean ${similar}?` : ' .help lists them.'}`,
      'usage',
    );
  }
  if (rest.startsWith('{')) {
    const payload = payloadValue(rest);
    if (typeof payload === 'object' && payload !== null)
      return { type: word, payload: payload as Record<string, unknown> };
    throw new CommandError('The payload is not valid JSON.', 'usage');
  }
  const words = wordsOf(rest);
  if (word === 'screenshot') return { type: word, payload: {}, file: words[0] ?? 'screenshot.png' };
  return { type: word, payload: fieldsFrom(word, words) };
};

/** The one text that people want of an answer, if there is one. */
const textOf = (answer: Record<string, unknown>): string => {
  const { success: _success, expiresInSeconds: _seconds, screenshot: _picture, ...rest } = answer;
  if (typeof rest.snapshot === 'string') return `${rest.title} ${rest.url}\n${rest.snapshot}`;
  if (typeof rest.content === 'string') return rest.content;
  return Object.keys(rest).length === 0 ? 'done' : JSON.stringify(rest);
};

const perform = async ({ terminal }: Context, session: Session, line: string): Promise<void> => {
  const { type, payload, file } = readLine(line);
  const answer = await session.act(type, payload as ActionPayloads[typeof type]);
  if (file !== undefined) writeFileSync(file, pictureBytes(answer as unknown as { bodyBase64: string }));
  const shown = file === undefined ? textOf(answer as unknown as Record<string, unknown>) : `written to ${file}`;
  printLine(terminal, shown);
};

/** Returns false when the session has ended. */
const answerLine = async (context: Context, session: Session, line: string): Promise<boolean> => {
  try {
    await perform(context, session, line);
    return true;
  } catch (error) {
    for (const text of linesOf(error)) note(context.terminal, text);
    return !isSessionEnd(error);
  }
};

const complete = (line: string): [string[], string] => [
  actionTypes.filter((type) => type.startsWith(line)).map((type) => `${type} `),
  line,
];

const isPrompted = ({ terminal }: Context): boolean => terminal.isInputTerminal && Boolean(terminal.out.isTTY);

const linesOfInput = (context: Context): Interface => {
  const seen = isPrompted(context) ? { output: process.stdout, completer: complete } : {};
  const lines = createInterface({ input: process.stdin, ...seen, prompt: '> ' });
  lines.on('SIGINT', () => lines.close());
  return lines;
};

/** Returns false if the line ends the conversation. */
const takeLine = async (context: Context, session: Session, text: string): Promise<boolean> => {
  if (text === '' || text.startsWith('#')) return true;
  if (text === '.exit') return false;
  if (text !== '.help') return answerLine(context, session, text);
  printLine(context.terminal, help);
  return true;
};

const converse = async (context: Context, session: Session): Promise<void> => {
  const lines = linesOfInput(context);
  let isClosed = false;
  lines.on('close', () => {
    isClosed = true;
  });
  // A closed interface refuses another prompt, although lines may be left.
  const prompt = () => !isClosed && isPrompted(context) && lines.prompt();
  prompt();
  for await (const line of lines) {
    if (!(await takeLine(context, session, line.trim()))) break;
    prompt();
  }
  lines.close();
};

/** A prompt for a session; one that it opened itself is closed at its end. */
export const openShell = async (context: Context, id: string | undefined): Promise<void> => {
  const { client, terminal } = context;
  const session = id === undefined ? await client.sessions.create() : client.sessions.attach(id);
  note(terminal, `${session.id} is open. .help shows what to type, .exit ends.`);
  try {
    await converse(context, session);
  } finally {
    if (id === undefined) {
      const { billedCredits } = await session.close();
      note(terminal, `The session is closed; it cost ${billedCredits} credit${billedCredits === 1 ? '' : 's'}.`);
    } else note(terminal, `The session stays open. Close it: tintype sessions close ${id}`);
  }
};
