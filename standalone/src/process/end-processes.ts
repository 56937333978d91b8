import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { kill } from './kill.js';
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

const isDead = ({ pid }: Process): boolean => processState(pid)?.dead ?? true;

/** A process that is killed goes at once, unless the system has no time for it. */
const patienceMs = 5000;
const lookEveryMs = 10;

/** As whole groups, but for ours, everybody's (to signal group 1 is to signal all there are), and those of another namespace. */
const asGroups = (named: readonly Process[], all: readonly Process[]): { groups: Set<number>; alone: Process[] } => {
  const ours = all.find(({ pid }) => pid === process.pid)?.group;
  const isWhole = ({ group }: Process) => group > 1 && group !== ours;
  return {
    groups: new Set(named.filter(isWhole).map(({ group }) => group)),
    alone: named.filter((each) => !isWhole(each) && each.pid !== process.pid),
  };
};

/**
 * Kills the processes whose command names this path, with their groups, and waits until they are dead. The path is one
 * that nobody else has.
 */
export const endProcessesNaming = async (path: string): Promise<void> => {
  const all = process.platform === 'linux' ? onLinux() : elsewhere();
  const named = all.filter(({ command }) => command.includes(path));
  const { groups, alone } = asGroups(named, all);
  const members = [...alone, ...all.filter(({ group }) => groups.has(group))];
  for (const group of groups) kill(-group);
  for (const { pid } of alone) kill(pid);
  const end = performance.now() + patienceMs;
  while (performance.now() < end && !members.every(isDead)) await sleep(lookEveryMs);
};
