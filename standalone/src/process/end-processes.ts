import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { processState } from './process-state.js';

interface Process {
  pid: number;
  group: number;
  /** The program and its arguments. */
  command: string;
}

/** Of `/proc/<pid>/stat`, after the name: https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
const groupField = 2;

const onLinux = (): Process[] =>
  readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'latin1');
      const group = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[groupField]);
      return [{ pid: Number(name), group, command: readFileSync(`/proc/${name}/cmdline`, 'latin1') }];
    } catch {
      return [];
    }
  });

const elsewhere = (): Process[] => {
  const { stdout } = spawnSync('ps', ['-A', '-ww', '-o', 'pid=,pgid=,args='], { encoding: 'utf8' });
  return [...(stdout ?? '').matchAll(/^\s*(\d+)\s+(\d+)\s(.*)$/gm)].map(([, pid, group, command = '']) => ({
    ...{ pid: Number(pid), group: Number(group) },
    command,
  }));
};

const kill = (group: number) => {
  try {
    process.kill(-group, 'SIGKILL');
  } catch {
    // It has just ended.
  }
};

const isDead = ({ pid }: Process): boolean => processState(pid)?.dead ?? true;

/** A process that is killed goes at once, unless the system has no time for it. */
const patienceMs = 5000;
const lookEveryMs = 10;

/**
 * Kills the processes whose command names this path, with their groups, and waits until they are dead. The path is one
 * that nobody else has.
 */
export const endProcessesNaming = async (path: string): Promise<void> => {
  const all = process.platform === 'linux' ? onLinux() : elsewhere();
  const groups = new Set(all.filter(({ command }) => command.includes(path)).map(({ group }) => group));
  const members = all.filter(({ group }) => groups.has(group));
  for (const group of groups) kill(group);
  const end = performance.now() + patienceMs;
  while (performance.now() < end && !members.every(isDead)) await sleep(lookEveryMs);
};
