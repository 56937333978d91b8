import { limits } from '@tintype/contracts';

/** A message's parse time depends on these, not only on its bytes. */
interface MessageShape {
  /** Nested lists and objects. */
  levels: number;
  /** Values in lists and objects, roughly: commas and opening brackets. */
  values: number;
}

const [quote, backslash] = [0x22, 0x5c];

const byByte = (worth: Readonly<Record<string, number>>): Int8Array => {
  const all = new Int8Array(256);
  for (const [character, each] of Object.entries(worth)) all[character.charCodeAt(0)] = each;
  return all;
};
const levelsOf = byByte({ '[': 1, '{': 1, ']': -1, '}': -1 });
const valuesOf = byByte({ '[': 1, '{': 1, ',': 1 });

const isEscaped = (bytes: Buffer, at: number): boolean => {
  let before = at - 1;
  while (bytes[before] === backslash) before -= 1;
  return (at - before) % 2 === 0;
};

/** Most strings have no inner quote, so native `indexOf` finds the end. */
const endOfString = (bytes: Buffer, start: number): number => {
  const first = bytes.indexOf(quote, start + 1);
  if (first === -1) return bytes.length;
  if (!isEscaped(bytes, first)) return first;
  let at = first + 1;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at;
};

/** Counts without parsing, up to `max`. For text that is not JSON, the counts mean nothing. */
export const shapeOf = (bytes: Buffer, max: MessageShape): MessageShape | 'tooDeep' | 'tooWide' => {
  const shape = { levels: 0, values: 0 };
  let level = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === quote) at = endOfString(bytes, at);
    level += levelsOf[byte] ?? 0;
    shape.levels = Math.max(shape.levels, level);
    shape.values += valuesOf[byte] ?? 0;
    if (shape.levels > max.levels) return 'tooDeep';
    if (shape.values > max.values) return 'tooWide';
  }
  return shape;
};

export interface Command {
  id: number;
  method: string;
  params: Params;
  sessionId?: string;
}

/** Unchecked parameters from a client. */
export type Params = Readonly<Record<string, unknown>>;

/** Chromium's highest id of a command. */
const maxId = 2 ** 31 - 1;

const isObject = (value: unknown): value is Params =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Chromium parses 300 levels and does not answer deeper messages. */
const max = { levels: 200, values: limits.cdpMessageValues };

const commandOf = (message: unknown): Command | undefined => {
  if (!isObject(message)) return undefined;
  const { id, method, params = {}, sessionId } = message;
  if (typeof id !== 'number' || !Number.isInteger(id) || id < 0 || id > maxId) return undefined;
  if (typeof method !== 'string' || !isObject(params)) return undefined;
  if (sessionId === undefined || sessionId === '') return { id, method, params };
  return typeof sessionId === 'string' ? { id, method, params, sessionId } : undefined;
};

interface ReadCommand {
  command: Command;
  values: number;
}

/** Drops unknown fields. Refuses slow messages unparsed: 32 MiB of empty lists block the program for seconds. */
export const readCommand = (bytes: Buffer): ReadCommand | { none: 'malformed' | 'tooLarge' } => {
  const shape = shapeOf(bytes, max);
  if (shape === 'tooDeep') return { none: 'malformed' };
  if (shape === 'tooWide') return { none: 'tooLarge' };
  const command = commandOf(parsed(String(bytes)));
  return command ? { command, values: shape.values } : { none: 'malformed' };
};
