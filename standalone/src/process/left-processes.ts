import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { kill, processState } from './system-process.js';

/** A process that led its own group and may have outlived its supervisor. */
export interface LeftProcess {
  pid: number;
  /** The mark of its `ProcessState`. */
  mark: string;
}

/** Longer than the 5 s after which the watcher kills the process. */
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

type LeftState = 'runs' | 'dead' | 'gone' | 'its group alone';

const lookAt = ({ pid, mark }: LeftProcess): LeftState => {
  const state = processState(pid);
  // The system does not reuse a group's id while the group has a member.
  if (!state) return hasGroup(pid) ? 'its group alone' : 'gone';
  if (state.mark !== mark) return 'gone';
  return state.isDead ? 'dead' : 'runs';
};

/**
 * Waits until the process and its group have ended. The process's watcher ends them; after 6 s we kill them. A later
 * process with the same id is left alone.
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

/** The group's index in `/proc/<pid>/stat` after the name: https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
const groupField = 2;

const commandOf = (pid: string): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1');
  } catch {
    return '';
  }
};

const groupOf = (pid: string): number | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[groupField]);
  } catch {
    return undefined;
  }
};

/**
 * All processes; an empty list if no command contains the path, as at the end of most pods. That case reads one file
 * per process, not two.
 */
const processesOnLinux = (path: string): Process[] => {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const read = pids.map((pid) => {
    const command = commandOf(pid);
    // Read the group at once: the process may end during the scan, and its group may outlive it.
    return { pid, command, group: command.includes(path) ? groupOf(pid) : undefined };
  });
  if (!read.some(({ command }) => command.includes(path))) return [];
  return read.flatMap(({ pid, command, group = groupOf(pid) }) =>
    group === undefined ? [] : [{ pid: Number(pid), group, command }],
  );
};

const processesElsewhere = (): Process[] => {
  const { stdout } = spawnSync('ps', ['-A', '-ww', '-o', 'pid=,pgid=,args='], { encoding: 'utf8' });
  return [...(stdout ?? '').matchAll(/^\s*(\d+)\s+(\d+)\s(.*)$/gm)].map(([, pid, group, command = '']) => ({
    pid: Number(pid),
    group: Number(group),
    command,
  }));
};

const isDead = ({ pid }: Process): boolean => processState(pid)?.isDead ?? true;

/** A killed process ends at once, unless the system is busy. */
const deathMs = 5000;
const deathPollMs = 10;

/**
 * The groups to kill whole, and the processes to kill alone. Never whole: our group,
 * group 1 (a signal to it reaches all processes), and group 0 (another namespace).
 */
const asGroups = (named: readonly Process[], all: readonly Process[]): { groups: Set<number>; alone: Process[] } => {
  const ours = all.find(({ pid }) => pid === process.pid)?.group;
  const mayKillGroup = ({ group }: Process) => group > 1 && group !== ours;
  return {
    groups: new Set(named.filter(mayKillGroup).map(({ group }) => group)),
    alone: named.filter((each) => !mayKillGroup(each) && each.pid !== process.pid),
  };
};

/** Kills the processes whose command contains the path, and their groups. Waits up to 5 s. The path must be unique. */
export const endProcessesNaming = async (path: string): Promise<void> => {
  const all = process.platform === 'linux' ? processesOnLinux(path) : processesElsewhere();
  const named = all.filter(({ command }) => command.includes(path));
  const { groups, alone } = asGroups(named, all);
  const members = [...alone, ...all.filter(({ group }) => groups.has(group))];
  for (const group of groups) kill(-group);
  for (const { pid } of alone) kill(pid);
  const end = performance.now() + deathMs;
  while (performance.now() < end && !members.every(isDead)) await sleep(deathPollMs);
};
