import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Binaries } from '../config.js';

export const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
};

export interface Installer extends Binaries {
  toolsFolder: string;
  report: (text: string) => void;
  signal: AbortSignal;
}

type CommandContext = Pick<Installer, 'environment' | 'signal'>;

/** The output of a command; undefined if it cannot run or fails. */
export const output = async (
  { environment, signal }: CommandContext,
  file: string,
  args: readonly string[],
): Promise<string | undefined> => {
  const child = spawn(file, args, { env: environment, signal, stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    const [printed, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
    return code === 0 ? printed : undefined;
  } catch {
    return undefined;
  }
};

/** Runs a command with its output on the terminal; false if it cannot run or fails. */
export const runOnTerminal = async (
  { environment, signal }: CommandContext,
  file: string,
  args: readonly string[],
): Promise<boolean> => {
  const child = spawn(file, args, { env: environment, signal, stdio: ['ignore', 'inherit', 'inherit'] });
  try {
    const [code] = await once(child, 'close');
    return code === 0;
  } catch {
    signal.throwIfAborted();
    return false;
  }
};

/** The first executable on PATH with one of these names, without symbolic links. */
export const onPath = (environment: Binaries['environment'], names: readonly string[]): string | undefined => {
  const folders = (environment.PATH ?? '').split(delimiter).filter(Boolean);
  const found = names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
  return found && realpathSync(found);
};
