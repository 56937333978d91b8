import { readFileSync } from 'node:fs';
import type { BatchRequestItem } from '@tintype/client';
import { CommandError } from '../failures.js';
import type { Terminal } from '../terminal/terminal.js';

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const itemOf = (value: unknown, where: string): BatchRequestItem => {
  if (typeof value === 'string') return { url: value };
  if (typeof value === 'object' && value !== null && 'url' in value) return value as BatchRequestItem;
  throw new CommandError(`${where}: an item is a URL, or {"url": …, "options": {…}}.`, 'usage');
};

const lineItem = (line: string, at: number): BatchRequestItem => {
  const where = `Line ${at}`;
  if (!line.startsWith('{')) return itemOf(line, where);
  return itemOf(parsed(line), where);
};

/** A JSON list, `{"data": […]}`, or a line for each item: a URL, or JSON. Empty lines, and those with `#` in front, do not count. */
export const itemsIn = (text: string): BatchRequestItem[] => {
  const whole = parsed(text);
  const list = Array.isArray(whole) ? whole : (whole as { data?: unknown } | undefined)?.data;
  if (Array.isArray(list)) return list.map((value, at) => itemOf(value, `Item ${at}`));
  const lines = text.split('\n').map((line, at) => ({ line: line.trim(), at: at + 1 }));
  return lines.filter(({ line }) => line !== '' && !line.startsWith('#')).map(({ line, at }) => lineItem(line, at));
};

export const readItems = async (file: string, terminal: Terminal): Promise<BatchRequestItem[]> => {
  if (file === '-') return itemsIn(await terminal.readInput());
  try {
    return itemsIn(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(`The file ${file} cannot be read.`, 'usage');
  }
};
