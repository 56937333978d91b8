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
const mostLevels = 200;

/** Level by level: what calls itself for each would end the program. */
const isTooDeep = (value: unknown): boolean => {
  let level = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > mostLevels) return true;
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []));
  }
  return false;
};

/** The command that a message is: of what else stands in it, nothing goes further. Undefined: it is none. */
export const readCommand = (text: string): Command | undefined => {
  const message = parsed(text);
  if (!isObject(message) || isTooDeep(message)) return undefined;
  const { id, method, params = {}, sessionId } = message;
  if (typeof id !== 'number' || !Number.isInteger(id) || id < 0 || id > mostId) return undefined;
  if (typeof method !== 'string' || !isObject(params)) return undefined;
  if (sessionId === undefined || sessionId === '') return { id, method, params };
  return typeof sessionId === 'string' ? { id, method, params, sessionId } : undefined;
};
