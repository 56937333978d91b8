import { createInterface, type Interface } from 'node:readline/promises';
import {
  type ActionPayloads,
  ApiError,
  actionTypes,
  isSessionEnd,
  pictureBytes,
  type Session,
  type SessionState,
} from '@tintype/client';
import type { Context } from '../context.js';
import { CommandError, LineError, linesOf } from '../failures.js';
import { interruptible } from '../terminal/interruption.js';
import { checkOutput, save } from '../terminal/output-file.js';
import { complain, note, printJson, printLine } from '../terminal/terminal.js';
import { printLive } from './live-link.js';
import { bodyOf, type OpenOptions } from './session-create.js';
import { helpFor, readLine, textOf } from './shell-lines.js';

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
  checkOutput(file);
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
    for (const text of linesOf(error, conversation.command)) complain(conversation.terminal, text);
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
  const [, type] = /^\.?help(?:\s+(\S+))?$/.exec(text) ?? [];
  if (!/^\.?help\b/.test(text)) return answerLine(conversation, () => perform(conversation, text));
  const { terminal } = conversation;
  return answerLine(conversation, async () => printLine(terminal, helpFor(type ?? '', terminal)));
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
    const isOpen = await takeLine(conversation, line.trim()).catch((error: unknown) => {
      throw conversation.signal.aborted ? error : new LineError(number, error);
    });
    if (!isOpen) break;
    prompt();
  }
  lines.close();
  conversation.signal.throwIfAborted();
};

const endOf = ({ status, billedCredits }: SessionState): string => {
  const end = status === 'closed' ? 'is closed' : `has ended (${status})`;
  return `The session ${end}; it cost ${billedCredits} credit${billedCredits === 1 ? '' : 's'}.`;
};

const close = async ({ terminal, session }: Conversation): Promise<void> => {
  note(terminal, endOf(await session.close()));
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
    for (const text of linesOf(error, conversation.command)) complain(terminal, text);
  }
  if (failure) throw failure.error;
};

/** For the last line, which only informs. */
const lastLineMs = 5000;

/** A session may have expired at the prompt: the service knows. */
const noteState = async ({ terminal, session }: Conversation): Promise<void> => {
  const state = await session.get({ timeoutMs: lastLineMs }).catch(() => undefined);
  if (state?.status === 'active')
    note(terminal, `The session stays open until ${state.expiresAt}. Close it: tintype sessions close ${session.id}`);
  else if (state) note(terminal, endOf(state));
};

/** An open session of this account. Throws a `CommandError` for one that has ended. */
const attach = async ({ client }: Context, id: string, signal: AbortSignal): Promise<Session> => {
  const { status } = await client.sessions.get(id, { signal });
  if (status === 'active') return client.sessions.attach(id);
  throw new CommandError(`The session ${id} has ended (${status}). Open another: tintype sessions shell`, 'session');
};

const refuseOpenOptions = (options: OpenOptions): void => {
  const [name] = Object.keys(options);
  if (name) throw new CommandError(`\`--${name}\` is for a new session: leave out the id, or this option.`, 'usage');
};

/** A prompt for a session; one that it opened itself is closed at its end. */
export const openShell = (context: Context, id: string | undefined, options: OpenOptions): Promise<void> =>
  interruptible(async (signal) => {
    const { client, terminal } = context;
    if (id !== undefined) refuseOpenOptions(options);
    const session =
      id === undefined ? await client.sessions.create(bodyOf(options), { signal }) : await attach(context, id, signal);
    note(terminal, `${session.id} is open. \`help\` shows what to type, \`exit\` ends.`);
    const conversation = { ...context, session, signal };
    if (id === undefined) return converseAndClose(conversation);
    try {
      await converse(conversation);
    } finally {
      await noteState(conversation);
    }
  });
