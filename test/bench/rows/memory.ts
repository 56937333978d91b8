import { existsSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { type Bench, progress } from '../bench.js';
import { startTintype } from '../contenders/contender.js';
import { startProgram } from '../contenders/program.js';
import { median } from '../load.js';
import { browsersOf, pssOf } from '../processes.js';
import { compared, type RowGroup } from '../table.js';

const measure = 'memory (PSS), warm node of 4 slots';

/** Renderers of the last pictures need two seconds to end. */
const settledPss = async (roots: () => readonly number[]): Promise<number> => {
  const readings: number[] = [];
  while (readings.length < 5) {
    await wait(400);
    readings.push(pssOf(roots()));
  }
  return median(readings);
};

/** The node's process and its browser after renders, with four idle pages. */
const ofNode = async (bench: Bench): Promise<number> => {
  const ours = await startTintype(bench.allow, { TINTYPE_RENDER_SLOTS: '4' });
  try {
    const page = bench.site.url('/simple');
    await ours.shoot({ page, type: 'png', count: 8, inFlight: 4 });
    return await settledPss(ours.nodeRoots);
  } finally {
    await ours.stop();
  }
};

/** The browser without the program that drives it. */
const ofBrowser = async (bench: Bench, binary: string): Promise<number> => {
  const program = await startProgram('idle-pages', [binary, bench.site.url('/simple')]);
  try {
    return await settledPss(() => browsersOf([program.pid]));
  } finally {
    await program.stop();
  }
};

export const memory: RowGroup = {
  name: 'memory',
  measure: async (bench) => {
    const binary = bench.binary('chromium');
    if (!existsSync('/proc/self/smaps_rollup')) return [{ measure, because: 'needs /proc of Linux' }];
    if (!binary) return [{ measure, because: 'no full Chromium here for the baseline' }];
    progress('memory');
    const ours = await ofNode(bench);
    const baseline = { name: 'chromium --headless, 4 pages', value: await ofBrowser(bench, binary) };
    return [compared({ measure, unit: 'MB', ours, baseline, atMost: 0.6 })];
  },
};
