import type { OptionValue } from '../query.js';
import { fileOf, type Sample } from './sample.js';

/** Text for a POSIX shell. */
export const shellQuoted = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

/** `address` is signed. */
export const curl = (sample: Sample, address: string): string => {
  const file = fileOf(sample);
  return `curl -sS ${file ? `-o ${file} ` : ''}${shellQuoted(address)}\n`;
};

const commands = { image: 'screenshot', pdf: 'pdf', content: 'content', metadata: 'metadata', animated: 'animated' };

const argumentOf = ([{ name }, value]: OptionValue) =>
  `-X ${shellQuoted(`${name}=${typeof value === 'object' ? JSON.stringify(value) : value}`)}`;

export const commandLine = (sample: Sample): string => {
  const { endpoint, url, options } = sample;
  const file = fileOf(sample);
  const parts = [`tintype ${commands[endpoint]} ${shellQuoted(url)}`, ...options.map(argumentOf)];
  if (file) parts.push(`-o ${file}`);
  const line = parts.join(' ');
  return `${line.length > 78 ? parts.join(' \\\n  ') : line}\n`;
};
