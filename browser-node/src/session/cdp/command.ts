import { isJsonObject, type JsonObject, jsonShapeOf, limits } from '@tintype/contracts';

export interface Command {
  id: number;
  method: string;
  params: Params;
  sessionId?: string;
}

/** Unchecked parameters from a client. */
export type Params = JsonObject;

/** Chromium's highest id of a command. */
const maxId = 2 ** 31 - 1;

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
  if (!isJsonObject(message)) return undefined;
  const { id, method, params = {}, sessionId } = message;
  if (typeof id !== 'number' || !Number.isInteger(id) || id < 0 || id > maxId) return undefined;
  if (typeof method !== 'string' || !isJsonObject(params)) return undefined;
  if (sessionId === undefined || sessionId === '') return { id, method, params };
  return typeof sessionId === 'string' ? { id, method, params, sessionId } : undefined;
};

interface ReadCommand {
  command: Command;
  /** The number of JSON values in the message. */
  values: number;
}

/** Drops unknown fields. Refuses slow messages unparsed: 32 MiB of empty lists block the program for seconds. */
export const readCommand = (bytes: Buffer): ReadCommand | { fault: 'malformed' | 'tooLarge' } => {
  const shape = jsonShapeOf(bytes, max);
  if (shape === 'tooDeep') return { fault: 'malformed' };
  if (shape === 'tooWide') return { fault: 'tooLarge' };
  const command = commandOf(parsed(String(bytes)));
  return command ? { command, values: shape.values } : { fault: 'malformed' };
};
