import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { type Environment, ifInTime } from '@tintype/runtime';
import { kill } from './system-process.js';

/**
 * The watcher ends a part after a `kill -9` of the supervisor, on every system with a shell. PDEATHSIG exists only on
 * Linux, and nats-server watches no pipe.
 *
 * The shell forks a watcher and becomes the program, so `$$` is the program's process id. The watcher reads descriptor
 * 3; only the supervisor holds its other end. End of file means that the supervisor is gone. Then the watcher sends
 * SIGTERM to the program, and SIGKILL to the whole process group after 5 s, itself included. `kill 0` is safe: every
 * part leads its own group, and a group's id stays taken while it has a member. If the program ends first, the
 * supervisor kills the group.
 */
const watcherScript = `
(
  exec >/dev/null 2>&1
  read -r _ <&3
  kill -TERM $$
  n=0
  while kill -0 $$ && [ $n -lt 5 ]; do sleep 1; n=$((n+1)); done
  kill -KILL 0
) &
exec "$@" 3<&-
`;

const watcherDescriptor = 3;

/** Runs `file` with a watcher. Spawn it detached, with a pipe at `watcherDescriptor`. */
const withWatcher = (file: string, args: readonly string[]): [file: string, args: string[]] => [
  '/bin/sh',
  ['-c', watcherScript, 'watcher', file, ...args],
];

export interface Command {
  file: string;
  args: readonly string[];
  environment: Environment;
}

export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export interface Child {
  readonly pid: number;
  /** Resolves once the process and all that it started are gone, and its output is read. */
  readonly exited: Promise<Exit>;
  /** Sends SIGTERM to the program. */
  askToEnd: () => void;
  /** Asks the program to end, and kills its process group after `withinMs`. Resolves as `exited` does. */
  stop: (withinMs: number) => Promise<void>;
  /** Kills the process group. */
  kill: () => void;
}

/** How long to read output after the exit. A process that left the group may hold the pipes open for ever. */
const lastOutputMs = 500;

const whenGone = async (process: ChildProcess, pid: number): Promise<Exit> => {
  const closed = once(process, 'close');
  const [code, signal] = (await once(process, 'exit')) as [Exit['code'], Exit['signal']];
  kill(-pid);
  const watcher = process.stdio[watcherDescriptor];
  if (watcher && 'destroy' in watcher) watcher.destroy();
  await ifInTime(closed, lastOutputMs);
  return { code, signal };
};

/** The process ends with us. It leads its own session: Ctrl-C reaches only us, and we end the parts in our order. */
export const startChild = (command: Command, onLine: (line: string) => void): Child => {
  const [file, args] = withWatcher(command.file, command.args);
  const child = spawn(file, args, {
    env: command.environment,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  const { pid } = child;
  if (pid === undefined) {
    child.on('error', () => undefined);
    throw new Error(`cannot start ${file}: too many processes, or not enough memory.`);
  }
  for (const output of [child.stdout, child.stderr]) {
    if (output) createInterface({ input: output }).on('line', onLine);
  }
  // A killed child resets the pipe; that is not our error.
  child.stdio[watcherDescriptor]?.on('error', () => undefined);
  const exited = whenGone(child, pid);
  const askToEnd = () => {
    child.kill('SIGTERM');
  };
  const stop = async (withinMs: number) => {
    askToEnd();
    const timer = setTimeout(() => kill(-pid), withinMs);
    await exited;
    clearTimeout(timer);
  };
  return { pid, exited, askToEnd, stop, kill: () => kill(-pid) };
};
