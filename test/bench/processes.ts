import { readdirSync, readFileSync } from 'node:fs';

interface ProcessStat {
  pid: number;
  parent: number;
  name: string;
  /** Ended, but its parent has not collected it; its times still count. */
  isZombie: boolean;
  /** In milliseconds, with the children that ended. */
  cpuMs: number;
}

const tickMs = 10;

/** Fields: https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html. The name may hold spaces and brackets. */
const readStat = (pid: number): ProcessStat | undefined => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const name = text.slice(text.indexOf('(') + 1, text.lastIndexOf(')'));
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const times = fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0);
    return { pid, parent: Number(fields[1]), name, isZombie: fields[0] === 'Z', cpuMs: times * tickMs };
  } catch {
    return undefined;
  }
};

const all = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readStat(Number(name)) ?? []);

export const treeOf = (roots: readonly number[]): ProcessStat[] => {
  const every = all();
  const found = every.filter(({ pid }) => roots.includes(pid));
  for (const { pid } of found) found.push(...every.filter(({ parent }) => parent === pid));
  return found;
};

/** The trees' CPU time so far, in milliseconds. */
export const cpuMsOf = (roots: readonly number[]): number => treeOf(roots).reduce((sum, { cpuMs }) => sum + cpuMs, 0);

const pss = (pid: number): number => {
  try {
    return Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]);
  } catch {
    return 0;
  }
};

/** The trees' proportional share of memory in MB: shared pages count once. */
export const pssOf = (roots: readonly number[]): number =>
  treeOf(roots).reduce((sum, { pid }) => sum + pss(pid), 0) / 1024;

const statusOf = (pid: number, field: 'VmHWM' | 'VmRSS'): number =>
  Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

/** In MB. */
export const peakRssOf = (pid: number): number => statusOf(pid, 'VmHWM');

/** In MB. */
export const rssOf = (pid: number): number => statusOf(pid, 'VmRSS');

const isBrowser = ({ name, isZombie }: ProcessStat) => /^chrom/.test(name) && !isZombie;

/** The main processes of the browsers, without their children. */
export const browsersOf = (roots: readonly number[]): number[] => {
  const browsers = treeOf(roots).filter(isBrowser);
  const pids = new Set(browsers.map(({ pid }) => pid));
  return browsers.filter(({ parent }) => !pids.has(parent)).map(({ pid }) => pid);
};

export const childrenNamed = (wanted: string): number[] =>
  all()
    .filter(({ parent, name }) => parent === process.pid && name === wanted)
    .map(({ pid }) => pid);

/** CPU time of the processes so far, with their ended children, in milliseconds. */
export const ownCpuMsOf = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => sum + (readStat(pid)?.cpuMs ?? 0), 0);
