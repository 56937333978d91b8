import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { procText } from './sockets.js';

const commandOf = (pid: string): string => procText(`/proc/${pid}/cmdline`);

const profileOf = (nodes: readonly number[]) => new RegExp(`tintype-browser-(${nodes.join('|')})-`);

const processesOf = (nodes: readonly number[]): string[] => {
  const profile = profileOf(nodes);
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name) && profile.test(commandOf(name)));
};

/** bubblewrap, whose arguments name the browser's folder, too. */
const isWall = (command: string) => /^\S*bwrap\0/.test(command);

/** Main processes of these nodes' browsers (Linux only). */
export const browsersOf = (nodes: readonly number[]): number[] =>
  processesOf(nodes)
    .filter((pid) => !commandOf(pid).includes('--type=') && !isWall(commandOf(pid)))
    .map(Number);

/** Profile folders of these nodes' browsers, and processes that use one (Linux only). */
export const leftoversOf = (nodes: readonly number[]): string[] => {
  const profile = profileOf(nodes);
  return [...readdirSync(tmpdir()).filter((name) => profile.test(name)), ...processesOf(nodes)];
};
