import { limits } from '@tintype/contracts';
import { shapeOf } from './message-shape.js';

export interface Command {
  id: number;
  method: string;
  params: Params;
  sessionId?: string;
}

/** Whatever a client says; nobody has looked at it. */
export type Params = Readonly<Record<string, unknown>>;

/** The highest that Chromium takes as the id of a command. */
const mostId = 2 ** 31 - 1;

const isObject = (value: unknown): value is Params =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Chromium reads 300 levels, and answers nothing to what is deeper. */
const most = { levels: 200, values: limits.cdpMessageValues };

const commandOf = (message: unknown): Command | undefined => {
  if (!isObject(message)) return undefined;
  const { id, method, params = {}, sessionId } = message;
  if (typeof id !== 'number' || !Number.isInteger(id) || id < 0 || id > mostId) return undefined;
  if (typeof method !== 'string' || !isObject(params)) return undefined;
  if (sessionId === undefined || sessionId === '') return { id, method, params };
  return typeof sessionId === 'string' ? { id, method, params, sessionId } : undefined;
};

/** What was read, and what it took. */
export interface ReadCommand {
  command: Command;
  values: number;
}

/**
 * The command that a message is: of what else stands in it, nothing goes further. Else why it is none. What would take
 * long to read is not read: 32 MiB of empty lists, for one, keep a program busy for seconds.
 */
export const readCommand = (bytes: Buffer): ReadCommand | { none: 'malformed' | 'tooLarge' } => {
  const shape = shapeOf(bytes, most);
  if (shape === 'tooDeep') return { none: 'malformed' };
  if (shape === 'tooWide') return { none: 'tooLarge' };
  const command = commandOf(parsed(String(bytes)));
  return command ? { command, values: shape.values } : { none: 'malformed' };
};
