import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';

/** Ends a server of the kit, if it still runs, and forgets the pid that its cleaner would kill. */
export const endServer = async (
  server: ChildProcess | undefined,
  signal: NodeJS.Signals,
  folder: string,
): Promise<void> => {
  if (!server || server.exitCode !== null || server.signalCode !== null) return;
  server.ref();
  const ended = once(server, 'exit');
  server.kill(signal);
  // One that was paused hears nothing else.
  server.kill('SIGCONT');
  await ended;
  // The number may soon be another process's.
  rmSync(join(folder, 'pid'), { force: true });
};

/** Lets a cleaner do its work now: the folder of a server that has ended is gone then. */
export const finishCleaner = async (cleaner: ChildProcess): Promise<void> => {
  if (cleaner.exitCode !== null) return;
  const cleaned = once(cleaner, 'exit');
  cleaner.ref();
  cleaner.stdin?.end();
  await cleaned;
};

/**
 * Outlives this process by a moment, however it ends: its standard input closes then, and it kills the server whose pid
 * it finds in the folder's file `pid`, and removes the folder. It has a process group of its own, so that Ctrl-C leaves
 * it its work.
 */
export const startCleaner = (folder: string): ChildProcess => {
  const script = 'cat >/dev/null; test -f "$1/pid" && kill -9 "$(cat "$1/pid")"; rm -rf "$1"';
  return spawn('sh', ['-c', script, 'server-cleaner', folder], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
};
