import type { BatchRequestItem } from '@tintype/client';
import { CommandError } from '../failures.js';
import { readText } from '../terminal/input-text.js';
import type { Terminal } from '../terminal/terminal.js';

/** Checks the names of an item's own options; `where` is its line or number. */
export type CheckNames = (names: readonly string[], where: string) => void;

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const itemOf = (value: unknown, where: string, check: CheckNames): BatchRequestItem => {
  if (typeof value === 'string') return { url: value };
  if (!isObject(value) || !('url' in value))
    throw new CommandError(`${where}: an item is a URL, or {"url": …, "options": {…}}.`, 'usage');
  if ('options' in value && isObject(value.options)) check(Object.keys(value.options), where);
  return value as BatchRequestItem;
};

const lineItem = (line: string, at: number, check: CheckNames): BatchRequestItem => {
  const where = `Line ${at}`;
  if (line.startsWith('{')) return itemOf(parsed(line), where, check);
  if (URL.canParse(line.includes('://') ? line : `https://${line}`)) return { url: line };
  throw new CommandError(`${where} is not a URL: ${line.slice(0, 80)}`, 'usage');
};

/** A JSON list, `{"data": […]}`, or a line for each item: a URL, or JSON. Empty lines, and those with `#` in front, do not count. */
export const itemsIn = (text: string, check: CheckNames = () => undefined): BatchRequestItem[] => {
  const whole = parsed(text);
  const list = Array.isArray(whole) ? whole : (whole as { data?: unknown } | undefined)?.data;
  if (Array.isArray(list)) return list.map((value, at) => itemOf(value, `Item ${at}`, check));
  const lines = text.split('\n').map((line, at) => ({ line: line.trim(), at: at + 1 }));
  return lines
    .filter(({ line }) => line !== '' && !line.startsWith('#'))
    .map(({ line, at }) => lineItem(line, at, check));
};

const takes = '`tintype batch submit` takes URLs, one a line, or JSON with items.';

export const readItems = async (file: string, terminal: Terminal, check: CheckNames): Promise<BatchRequestItem[]> =>
  itemsIn(await readText(file, terminal, takes), check);
