import { existsSync } from 'node:fs';
import { interleave, progress } from '../bench.js';
import type { Contender, Plan } from '../contenders/contender.js';
import { median } from '../load.js';
import { cpuMsOf } from '../processes.js';
import { compared, type RowGroup } from '../table.js';

const measure = 'CPU a shot, whole process tree';

/** CPU time per successful shot, in milliseconds. */
const cpuAShot = async (contender: Contender, plan: Plan): Promise<number> => {
  const before = cpuMsOf(contender.roots());
  const { samples } = await contender.shoot(plan);
  return (cpuMsOf(contender.roots()) - before) / samples.length;
};

/** Ours: api, node, nats-server, browsers. Raw CDP: its program and its browser. */
export const cpu: RowGroup = {
  name: 'cpu',
  measure: async (bench) => {
    if (!existsSync('/proc/self/stat')) return [{ measure, because: 'needs /proc of Linux' }];
    progress('CPU a shot');
    const contenders = await Promise.all([bench.ours(), bench.rawCdp(), bench.plainShell()]);
    const plan = { page: bench.site.url('/simple'), type: 'png', count: 24, inFlight: 4 } as const;
    const [ours = [], raw = [], shell = []] = await interleave(contenders.map((each) => () => cpuAShot(each, plan)));
    const common = { measure, unit: 'ms', ours: median(ours) };
    return [
      compared({ ...common, baseline: { name: 'raw CDP', value: median(raw) }, atMost: 1.25 }),
      { ...common, baseline: { name: 'plain-shell', value: median(shell) } },
    ];
  },
};
