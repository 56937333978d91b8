import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { CommandError } from '../failures.js';
import { statOf } from './output-file.js';
import type { Terminal } from './terminal.js';

const bytesOf = (file: string): Uint8Array => {
  try {
    return readFileSync(file);
  } catch {
    throw new CommandError(`The file ${file} cannot be read.`, 'usage');
  }
};

const decoded = (bytes: Uint8Array): string | undefined => {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
};

/** `-` is standard input. */
export const nameOfInput = (file: string): string => (file === '-' ? 'Standard input' : file);

/**
 * The text of a file, or of standard input for `-`. `takes` is a sentence about what the command takes. Throws a
 * `CommandError` for a picture or another file that is not UTF-8 text, and for an empty one.
 */
export const readText = async (file: string, terminal: Terminal, takes: string): Promise<string> => {
  const name = nameOfInput(file);
  const text = decoded(file === '-' ? await terminal.readInput() : bytesOf(file));
  if (text === undefined) throw new CommandError(`${name} is not UTF-8 text. ${takes}`, 'usage');
  if (text.trim() === '') throw new CommandError(`${name} is empty. ${takes}`, 'usage');
  return text;
};

const documents = ['.html', '.htm', '.md', '.markdown'];
const results = ['.png', '.jpg', '.jpeg', '.webp', '.avif', '.gif', '.pdf'];

/** A file where a command takes the URL of a page. A name such as `page.md` may be both: it counts as a file that exists. */
export const refuseLocalFile = (url: string): void => {
  const ending = extname(url).toLowerCase();
  const isDocument = documents.includes(ending);
  if ((!isDocument && !results.includes(ending)) || !statOf(url)?.isFile()) return;
  const next = isDocument ? '`tintype render` takes files.' : `To write it, use \`-o ${url}\`.`;
  throw new CommandError(`${url} is a file. Give the URL of a page. ${next}`, 'usage');
};
