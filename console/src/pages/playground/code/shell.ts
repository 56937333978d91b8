import type { OptionValue } from '../../../options/query.js';
import { base64UrlOf } from '../../../service/base64.js';
import { fileOf, type Sample } from './sample.js';

/** Text for a POSIX shell. */
export const shellQuoted = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

/** `address` is signed. */
export const curl = (sample: Sample, address: string): string => {
  const file = fileOf(sample);
  return `curl -sS ${file ? `-o ${file} ` : ''}${shellQuoted(address)}\n`;
};

/** The same by `POST /v1/renders`, for browsers that cannot sign. */
export const postedCurl = (sample: Sample, origin: string): string => {
  const { endpoint, url, options } = sample;
  const file = fileOf(sample);
  const body = { endpoint, url, ...Object.fromEntries(options.map(([{ name }, value]) => [name, value])) };
  const bearer = String.raw`Authorization: Bearer $(printf %s "$TINTYPE_KEY:$TINTYPE_SECRET" | base64 | tr -d '\n')`;
  const parts = [`curl -sS ${origin}/v1/renders`, `-H "${bearer}"`, `-d ${shellQuoted(JSON.stringify(body))}`];
  return `${[...parts, ...(file ? [`-o ${file}`] : [])].join(' \\\n  ')}\n`;
};

const commands = { image: 'screenshot', pdf: 'pdf', content: 'content', metadata: 'metadata', animated: 'animated' };

/** A text that begins with `@` would name a file. */
const textIn = (value: unknown) => {
  if (typeof value === 'object') return JSON.stringify(value);
  const text = String(value);
  return text.startsWith('@') ? base64UrlOf(text) : text;
};

const argumentOf = ([{ name, type }, value]: OptionValue) =>
  `-X ${shellQuoted(`${name}=${type === 'base64' || type === 'json' ? textIn(value) : value}`)}`;

export const commandLine = (sample: Sample): string => {
  const { endpoint, url, options } = sample;
  const file = fileOf(sample);
  const parts = [`tintype ${commands[endpoint]} ${shellQuoted(url)}`, ...options.map(argumentOf)];
  if (file) parts.push(`-o ${file}`);
  const line = parts.join(' ');
  return `${line.length > 78 ? parts.join(' \\\n  ') : line}\n`;
};
