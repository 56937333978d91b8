import { type ChildProcess, spawn } from 'node:child_process';

/**
 * Outlives this process by a moment, however it ends: its standard input closes then, and it kills the server whose pid
 * it finds in the folder's file `pid`, and removes the folder. It has a process group of its own, so that Ctrl-C leaves
 * it its work.
 */
export const startCleaner = (folder: string): ChildProcess => {
  const script = 'cat >/dev/null; test -f "$1/pid" && kill -9 "$(cat "$1/pid")"; rm -rf "$1"';
  return spawn('sh', ['-c', script, 'server-cleaner', folder], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
};
