import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Environment } from '@tintype/runtime';
import { kill } from './system-process.js';

/**
 * What stands between the supervisor and each part, so that `kill -9` of the supervisor leaves nothing behind, on every
 * system that has a shell: PDEATHSIG is Linux only, and nats-server does not watch a pipe for us.
 *
 * The shell leaves a watcher behind and becomes the program: `$$` is the program's own process id. The watcher reads
 * descriptor 3, whose other end only the supervisor holds. Its end of file means that the supervisor is gone. Then the
 * program is asked to end, and after five seconds its whole process group is killed, the watcher with it. `kill 0` is
 * safe because every part leads a process group of its own, and a group's id stays taken while it has a member.
 * When the program ends first, the supervisor kills the group, and so the watcher.
 */
const script = `
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

/** Place of the tether among the child's descriptors. */
const tetherDescriptor = 3;

/** The command that runs `file` on a tether; to be spawned detached, with a pipe at `tetherDescriptor`. */
const tethered = (file: string, args: readonly string[]): [file: string, args: string[]] => [
  '/bin/sh',
  ['-c', script, 'tether', file, ...args],
];

export interface Command {
  file: string;
  args: readonly string[];
  /** All of it: nothing is inherited. */
  environment: Environment;
}

export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** One life of a process of ours. */
export interface Child {
  readonly pid: number;
  /** Resolves when the process is gone, what it started too, and its last words have been heard. */
  readonly exited: Promise<Exit>;
  /** Asks it to end, and waits for nothing. */
  ask: () => void;
  /** Asks it to end, and kills it when it has not within the time. */
  stop: (withinMs: number) => Promise<void>;
  /** Kills it and what it started, at once. */
  kill: () => void;
}

/** A process that escaped the group may hold the pipes open for ever. */
const lastWordsMs = 500;

const whenGone = async (process: ChildProcess, pid: number): Promise<Exit> => {
  const closed = once(process, 'close');
  const [code, signal] = (await once(process, 'exit')) as [Exit['code'], Exit['signal']];
  kill(-pid);
  const tether = process.stdio[tetherDescriptor];
  if (tether && 'destroy' in tether) tether.destroy();
  await Promise.race([closed, sleep(lastWordsMs, undefined, { ref: false })]);
  return { code, signal };
};

/**
 * Starts a process that ends when we do. It leads a session of its own: Ctrl-C in the terminal reaches us alone, and the
 * parts end in the order that we choose.
 */
export const startChild = (command: Command, onLine: (line: string) => void): Child => {
  const [file, args] = tethered(command.file, command.args);
  const child = spawn(file, args, {
    env: command.environment,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  const { pid } = child;
  if (pid === undefined) {
    child.on('error', () => undefined);
    throw new Error(`${file} cannot be started: too many processes, or not enough memory.`);
  }
  for (const output of [child.stdout, child.stderr]) {
    if (output) createInterface({ input: output }).on('line', onLine);
  }
  // The other end resets it when the child is killed; that is no error of ours.
  child.stdio[tetherDescriptor]?.on('error', () => undefined);
  const exited = whenGone(child, pid);
  const ask = () => {
    child.kill('SIGTERM');
  };
  const stop = async (withinMs: number) => {
    ask();
    const timer = setTimeout(() => kill(-pid), withinMs);
    await exited;
    clearTimeout(timer);
  };
  return { pid, exited, ask, stop, kill: () => kill(-pid) };
};
