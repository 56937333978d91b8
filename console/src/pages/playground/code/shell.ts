import type { OptionValue } from '../../../options/query.js';
import { fileOf, plainOf, type Sample } from './sample.js';

/** Text for a POSIX shell. */
export const shellQuoted = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

/** `address` is signed. */
export const curl = (sample: Sample, address: string): string => {
  const file = fileOf(sample);
  return `curl -sS ${file ? `-o ${file} ` : ''}${shellQuoted(address)}\n`;
};

/** curl with `POST /v1/renders`, for browsers that cannot sign. */
export const postedCurl = (sample: Sample, origin: string): string => {
  const { endpoint, url, options } = sample;
  const file = fileOf(sample);
  const body = { endpoint, url, ...Object.fromEntries(options.map(([{ name }, value]) => [name, value])) };
  const bearer = String.raw`Authorization: Bearer $(printf %s "$TINTYPE_KEY:$TINTYPE_SECRET" | base64 | tr -d '\n')`;
  const parts = [`curl -sS ${origin}/v1/renders`, `-H "${bearer}"`, `-d ${shellQuoted(JSON.stringify(body))}`];
  return `${[...parts, ...(file ? [`-o ${file}`] : [])].join(' \\\n  ')}\n`;
};

const commands = { image: 'screenshot', pdf: 'pdf', content: 'content', metadata: 'metadata', animated: 'animated' };

/** The command line encodes text. A text that begins with `@` would name a file. */
const argumentOf = (given: OptionValue) => {
  const [{ name, type }] = given;
  const value = plainOf(given);
  const text = type === 'json' && typeof value === 'object' ? JSON.stringify(value) : String(value);
  return `-X ${shellQuoted(`${name}=${type === 'base64' && text.startsWith('@') ? `@${text}` : text}`)}`;
};

export const commandLine = (sample: Sample): string => {
  const { endpoint, url, options } = sample;
  const file = fileOf(sample);
  const parts = [`tintype ${commands[endpoint]} ${shellQuoted(url)}`, ...options.map(argumentOf)];
  if (file) parts.push(`-o ${file}`);
  const line = parts.join(' ');
  return `${line.length > 78 ? parts.join(' \\\n  ') : line}\n`;
};
