import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

export interface ProcessState {
  /** Boot and start time: distinguishes it from a later process with the same id. */
  mark: string;
  isDead: boolean;
}

/** Indexes in `/proc/<pid>/stat` after the name, which may contain any character: https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
const fields = { state: 0, startTime: 19 } as const;

const onLinux = (pid: number): ProcessState | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const values = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
    return { mark: `${boot} ${values[fields.startTime]}`, isDead: values[fields.state] === 'Z' };
  } catch {
    return undefined;
  }
};

const elsewhere = (pid: number): ProcessState | undefined => {
  const { stdout } = spawnSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { encoding: 'utf8' });
  const [, stat, mark] = /^(\S+)\s+(\S.*)$/.exec(stdout?.trim() ?? '') ?? [];
  return stat && mark ? { mark, isDead: stat.startsWith('Z') } : undefined;
};

export const processState = (pid: number): ProcessState | undefined =>
  process.platform === 'linux' ? onLinux(pid) : elsewhere(pid);

/** Sends SIGKILL to a process, or to a group by its negative id; does nothing if it has ended. */
export const kill = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
};
