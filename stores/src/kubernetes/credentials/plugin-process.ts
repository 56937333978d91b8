import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';

/** Ends the processes of a group, if there still are some. */
const endGroup = ({ pid }: ChildProcess): void => {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
};

/**
 * Starts a plugin for credentials in a process group of its own, and ends the group after so many milliseconds, or with this
 * process: a plugin that hangs often waits for a program that it has started, and that keeps its output open.
 */
export const startPlugin =
  (milliseconds: number) =>
  (command: string, args: readonly string[] = [], options: SpawnOptions = {}): ChildProcess => {
    const plugin = spawn(command, args, { ...options, detached: true });
    const end = () => endGroup(plugin);
    const timer = setTimeout(end, milliseconds);
    process.once('exit', end);
    plugin.once('close', () => {
      clearTimeout(timer);
      process.off('exit', end);
    });
    return plugin;
  };
