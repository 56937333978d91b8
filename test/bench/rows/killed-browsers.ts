import { progress } from '../bench.js';
import type { Contender, Plan } from '../contenders/contender.js';
import type { Load } from '../load.js';
import { browsersOf } from '../processes.js';
import type { RowGroup } from '../table.js';

const everyMs = 2000;
const count = 200;

interface Outcome {
  failed: number;
  kills: number;
  /** The longest time without a successful shot, in seconds. */
  gap: number;
}

const longestGap = (start: number, { samples }: Load): number => {
  const ends = [start, ...samples.map(({ end }) => end)].sort((a, b) => a - b);
  return Math.max(...ends.slice(1).map((end, i) => end - (ends[i] ?? end))) / 1000;
};

const kill = (pid: number): number => {
  try {
    process.kill(pid, 'SIGKILL');
    return 1;
  } catch {
    return 0;
  }
};

/** Shoots while something keeps killing the contender's browsers. */
const underFire = async (contender: Contender, plan: Plan): Promise<Outcome> => {
  let kills = 0;
  const timer = setInterval(() => {
    for (const pid of browsersOf(contender.roots())) kills += kill(pid);
  }, everyMs);
  const start = performance.now();
  const load = await contender.shoot(plan).finally(() => clearInterval(timer));
  return { failed: load.errors, kills, gap: longestGap(start, load) };
};

export const killedBrowsers: RowGroup = {
  name: 'kill',
  measure: async (bench) => {
    if (process.platform !== 'linux') return [{ measure: 'browsers killed', because: 'needs /proc of Linux' }];
    progress('browsers killed every 2 s');
    const plan = { page: bench.site.url('/simple'), type: 'png', count, inFlight: 4 } as const;
    const ours = await underFire(await bench.ours(), plan);
    const shell = await underFire(await bench.plainShell(), plan);
    const name = `plain-shell, ${shell.kills} kills`;
    return [
      {
        measure: `${count} shots, ${ours.kills} browsers killed: failed`,
        unit: 'shots',
        ours: ours.failed,
        baseline: { name, value: shell.failed },
        goal: { text: '0', met: ours.failed === 0 },
      },
      {
        measure: 'the same: longest gap without a good shot',
        unit: 's',
        ours: ours.gap,
        baseline: { name, value: shell.gap },
        goal: { text: '≤ 0.5 s', met: ours.gap <= 0.5 },
      },
    ];
  },
};
