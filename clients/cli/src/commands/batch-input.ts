import type { BatchRequestItem } from '@tintype/client';
import { CommandError } from '../failures.js';
import { mostBatchItems } from '../options.generated.js';
import { nameOfInput, readText } from '../terminal/input-text.js';
import type { Terminal } from '../terminal/terminal.js';

/** Checks an item's own options; `where` is its line or number. */
export type CheckItem = (options: Readonly<Record<string, unknown>>, where: string) => void;

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** JSON of a file or line. Throws a `CommandError` with the place of the fault. */
const jsonOf = (text: string, where: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = (error as Error).message.replace(/ is not valid JSON$/, '');
    const end = /end of JSON/.test(reason) ? ` on line ${text.trimEnd().split('\n').length}` : '';
    throw new CommandError(`${where} is not valid JSON: ${reason}${end}.`, 'usage');
  }
};

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const isUrl = (line: string): boolean => URL.canParse(line.includes('://') ? line : `https://${line}`);

const itemOf = (value: unknown, where: string, check: CheckItem): BatchRequestItem => {
  if (typeof value === 'string' && isUrl(value)) return { url: value };
  if (!isObject(value) || !('url' in value) || typeof value.url !== 'string' || !isUrl(value.url))
    throw new CommandError(`${where}: an item is a URL, or {"url": …, "options": {…}}.`, 'usage');
  const { options = null } = value as { options?: unknown };
  // The service takes null and PHP's empty list for no option.
  if (Array.isArray(options) ? options.length > 0 : typeof options !== 'object')
    throw new CommandError(`${where}: \`options\` takes an object, such as {"full": true}.`, 'usage');
  check({ ...(options as object | null) }, where);
  return value as BatchRequestItem;
};

const lineItem = (line: string, at: number, check: CheckItem): BatchRequestItem => {
  const where = `Line ${at}`;
  if (line.startsWith('{')) return itemOf(jsonOf(line, where), where, check);
  if (isUrl(line)) return { url: line };
  throw new CommandError(`${where} is not a URL: ${line.slice(0, 80)}`, 'usage');
};

/** The list of a file that is JSON as a whole. Undefined: its lines are the items. */
const listIn = (text: string, name: string): readonly unknown[] | undefined => {
  const [first = ''] = text.trim().split('\n');
  // `[::1]:8080` is a host.
  if (!/^(\{|\[(?![\da-f:]+\]))/i.test(first)) return undefined;
  const isLine = first.startsWith('{') && isObject(parsed(first));
  const whole = isLine ? parsed(text) : jsonOf(text, name);
  if (Array.isArray(whole)) return whole;
  const { data } = Object(whole) as { data?: unknown };
  return Array.isArray(data) ? data : isObject(whole) ? [whole] : undefined;
};

/**
 * A JSON list, `{"data": […]}`, or a line for each item: a URL, or JSON. Empty lines, and those with `#` in front, do not
 * count. `name` is that of the file. Throws a `CommandError` that counts lines and items from 1.
 */
export const itemsIn = (text: string, check: CheckItem = () => undefined, name = 'The file'): BatchRequestItem[] => {
  const list = listIn(text, name);
  if (list) return list.map((value, at) => itemOf(value, `Item ${at + 1}`, check));
  const lines = text.split('\n').map((line, at) => ({ line: line.trim(), at: at + 1 }));
  return lines
    .filter(({ line }) => line !== '' && !line.startsWith('#'))
    .map(({ line, at }) => lineItem(line, at, check));
};

const takes = '`tintype batch submit` takes URLs, one a line, or JSON with items.';

/** The items of a file, or of standard input for `-`. Throws a `CommandError` for none, and for more than a batch takes. */
export const readItems = async (file: string, terminal: Terminal, check: CheckItem): Promise<BatchRequestItem[]> => {
  const name = nameOfInput(file);
  const items = itemsIn(await readText(file, terminal, takes), check, name);
  if (items.length === 0) throw new CommandError(`${name} has no item. ${takes}`, 'usage');
  if (items.length <= mostBatchItems) return items;
  const [count, most] = [items.length, mostBatchItems].map((number) => number.toLocaleString('en'));
  throw new CommandError(`${name} has ${count} items. A batch takes ${most} at most: split the file.`, 'usage');
};
