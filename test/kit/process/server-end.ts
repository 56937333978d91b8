import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';

/** Ends a server if it runs, and removes the pid that its cleaner would kill. */
export const endServer = async (
  server: ChildProcess | undefined,
  signal: NodeJS.Signals,
  folder: string,
): Promise<void> => {
  if (!server || server.exitCode !== null || server.signalCode !== null) return;
  server.ref();
  const ended = once(server, 'exit');
  server.kill(signal);
  // A stopped process receives no other signal.
  server.kill('SIGCONT');
  await ended;
  // Another process may get the number.
  rmSync(join(folder, 'pid'), { force: true });
};

/** Lets the cleaner remove an ended server's folder now. */
export const finishCleaner = async (cleaner: ChildProcess): Promise<void> => {
  if (cleaner.exitCode !== null) return;
  const cleaned = once(cleaner, 'exit');
  cleaner.ref();
  cleaner.stdin?.end();
  await cleaned;
};

/**
 * Outlives this process however it ends. At the end of its standard input it kills the server by the folder's file
 * `pid`, and removes the folder. Its own process group protects it from Ctrl-C.
 */
export const startCleaner = (folder: string): ChildProcess => {
  const script = 'cat >/dev/null; test -f "$1/pid" && kill -9 "$(cat "$1/pid")"; rm -rf "$1"';
  return spawn('sh', ['-c', script, 'server-cleaner', folder], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
};
