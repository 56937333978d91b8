import { createInterface, type Interface } from 'node:readline/promises';
import {
  type ActionPayloads,
  type ActionType,
  ApiError,
  actionFields,
  actionTypes,
  isSessionEnd,
  pictureBytes,
  type Session,
} from '@tintype/client';
import type { Context } from '../context.js';
import { CommandError, linesOf } from '../failures.js';
import { payloadValue, similarTo } from '../option-values.js';
import { interruptible } from '../terminal/interruption.js';
import { save } from '../terminal/output-file.js';
import { note, printJson, printLine } from '../terminal/terminal.js';
import { printLive } from './live-link.js';

/** The fields that the words after a type stand for; the last one takes the rest of the line. */
const fieldsOf: Partial<Record<ActionType, readonly string[]>> = actionFields;

const help = `Type an action and its fields:
  goto https://example.com      click #save         fill #name Ada Lovelace
  snapshot                      press Enter         click e12   (a ref of a snapshot)
  screenshot page.png           content markdown    query {"selector": "li", "limit": 5}
A JSON object after the type is the whole payload. Types: ${actionTypes.join(', ')}.
live prints a link to watch the browser, live control one to use it. help shows this, exit ends.`;

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
      `There is no action ${word}.${similar ? ` Did you mean ${similar}?` : ' `help` lists them.'}`,
      'usage',
    );
  }
  if (rest.startsWith('{')) {
    const payload = payloadValue(rest);
    if (typeof payload === 'object' && payload !== null)
      return { type: word, payload: payload as Record<string, unknown> };
    throw new CommandError('The payload is not valid JSON.', 'usage');
  }
  // A JSON list is one word, with its quotes.
  const words = Array.isArray(payloadValue(rest)) ? [rest] : wordsOf(rest);
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

interface Conversation extends Context {
  session: Session;
  /** Ends the conversation. */
  signal: AbortSignal;
}

const show = ({ terminal, globals }: Context, answer: object): void => {
  if (globals.json) printJson(terminal, answer);
  else printLine(terminal, textOf(answer as Record<string, unknown>));
};

const perform = async (conversation: Conversation, line: string): Promise<void> => {
  const { terminal, globals, session, signal } = conversation;
  const { type, payload, file } = readLine(line);
  const answer = (await session.act(type, payload as ActionPayloads[typeof type], { signal })) as object;
  if (file === undefined) {
    show(conversation, answer);
    return;
  }
  const { bodyBase64, ...rest } = answer as { bodyBase64: string };
  save(file, pictureBytes({ bodyBase64 }));
  if (globals.json) printJson(terminal, { ...rest, file });
  else printLine(terminal, `written to ${file}`);
};

/** Returns false when the session has ended. In a script, the first failure ends it: later lines would act on another page. */
const answerLine = async (conversation: Conversation, work: () => Promise<void>): Promise<boolean> => {
  try {
    await work();
    return true;
  } catch (error) {
    conversation.signal.throwIfAborted();
    if (!isPrompted(conversation)) throw error;
    for (const text of linesOf(error, conversation.command)) note(conversation.terminal, text);
    return !isSessionEnd(error);
  }
};

const complete = (line: string): [string[], string] => [
  [...actionTypes, 'live', 'help', 'exit'].filter((type) => type.startsWith(line)).map((type) => `${type} `),
  line,
];

const isPrompted = ({ terminal }: Context): boolean => terminal.isInputTerminal && Boolean(terminal.out.isTTY);

const linesOfInput = (conversation: Conversation): Interface => {
  const seen = isPrompted(conversation) ? { output: process.stdout, completer: complete } : {};
  const lines = createInterface({ input: process.stdin, ...seen, prompt: '> ' });
  // A prompt reads Ctrl-C as a key, so that the process gets no signal.
  lines.on('SIGINT', () => process.emit('SIGINT', 'SIGINT'));
  conversation.signal.addEventListener('abort', () => lines.close());
  return lines;
};

/** Returns false if the line ends the conversation. */
const takeLine = async (conversation: Conversation, text: string): Promise<boolean> => {
  if (text === '' || text.startsWith('#')) return true;
  if (/^\.?(exit|quit)$/.test(text)) return false;
  const [live, control] = /^\.?live(\s+control)?$/.exec(text) ?? [];
  if (live !== undefined) {
    const { session, signal } = conversation;
    const options = { control: control !== undefined, signal };
    return answerLine(conversation, () => printLive(conversation, session.id, options));
  }
  if (!/^\.?help$/.test(text)) return answerLine(conversation, () => perform(conversation, text));
  printLine(conversation.terminal, help);
  return true;
};

const converse = async (conversation: Conversation): Promise<void> => {
  conversation.signal.throwIfAborted();
  const lines = linesOfInput(conversation);
  let isClosed = false;
  lines.on('close', () => {
    isClosed = true;
  });
  // A closed interface refuses another prompt, although lines may be left.
  const prompt = () => !isClosed && isPrompted(conversation) && lines.prompt();
  prompt();
  let number = 0;
  for await (const line of lines) {
    number += 1;
    conversation.signal.throwIfAborted();
    const goesOn = await takeLine(conversation, line.trim()).catch((error: unknown) => {
      if (!conversation.signal.aborted)
        note(conversation.terminal, `Line ${number} of the script failed, and ended it:`);
      throw error;
    });
    if (!goesOn) break;
    prompt();
  }
  lines.close();
  conversation.signal.throwIfAborted();
};

const close = async ({ terminal, session }: Conversation): Promise<void> => {
  const { billedCredits } = await session.close();
  note(terminal, `The session is closed; it cost ${billedCredits} credit${billedCredits === 1 ? '' : 's'}.`);
};

/** The error of the conversation says more than that of the close; a session that is gone needs none. */
const converseAndClose = async (conversation: Conversation): Promise<void> => {
  const { terminal } = conversation;
  const failure = await converse(conversation).then(
    () => undefined,
    (error: unknown) => ({ error }),
  );
  try {
    await close(conversation);
  } catch (error) {
    const isGone = error instanceof ApiError && error.code === 'session_not_found';
    if (!failure && !isGone) throw error;
    for (const text of linesOf(error, conversation.command)) note(terminal, text);
  }
  if (failure) throw failure.error;
};

/** A prompt for a session; one that it opened itself is closed at its end. */
export const openShell = (context: Context, id: string | undefined): Promise<void> =>
  interruptible(async (signal) => {
    const { client, terminal } = context;
    const session = id === undefined ? await client.sessions.create({}, { signal }) : client.sessions.attach(id);
    note(terminal, `${session.id} is open. \`help\` shows what to type, \`exit\` ends.`);
    const conversation = { ...context, session, signal };
    if (id === undefined) return converseAndClose(conversation);
    await converse(conversation).finally(() =>
      note(terminal, `The session stays open. Close it: tintype sessions close ${id}`),
    );
  });
