import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { kill, processState } from './system-process.js';

/** A process that led a group of its own, and may have outlived the supervisor that started it. */
export interface LeftProcess {
  pid: number;
  /** As `processState` tells it. */
  mark: string;
}

/** The tether asks it to end at once, and kills it five seconds later. */
const patienceMs = 6000;
const lookEveryMs = 50;

const hasGroup = (pid: number): boolean => {
  try {
    process.kill(-pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

type Left = 'runs' | 'dead' | 'gone' | 'its group alone';

const lookAt = ({ pid, mark }: LeftProcess): Left => {
  const state = processState(pid);
  // A group's id is not given to another process while it has a member.
  if (!state) return hasGroup(pid) ? 'its group alone' : 'gone';
  if (state.mark !== mark) return 'gone';
  return state.dead ? 'dead' : 'runs';
};

/**
 * Resolves once it does not run any more, nor what it started: its tether sees to that, and where it does not, we do. A
 * process that got the id later is left alone.
 */
export const endLeftProcess = async (left: LeftProcess): Promise<void> => {
  for (let waited = 0; waited < patienceMs; waited += lookEveryMs) {
    const found = lookAt(left);
    if (found === 'gone') return;
    if (found === 'dead') break;
    await sleep(lookEveryMs);
  }
  if (['runs', 'dead'].includes(lookAt(left))) kill(-left.pid);
  while (lookAt(left) === 'runs') await sleep(lookEveryMs);
};

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
    pid: Number(pid),
    group: Number(group),
    command,
  }));
};

const isDead = ({ pid }: Process): boolean => processState(pid)?.dead ?? true;

/** A process that is killed goes at once, unless the system has no time for it. */
const deathMs = 5000;
const deathPollMs = 10;

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
  const end = performance.now() + deathMs;
  while (performance.now() < end && !members.every(isDead)) await sleep(deathPollMs);
};
