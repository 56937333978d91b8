import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { launchSandboxed } from '../../kit/browser-node/sandboxed-browser.js';
import { countPictures } from '../../kit/console/live-picture.js';
import { type Bench, progress } from '../bench.js';
import { type OurSession, type OurSessions, startOurSessions } from '../contenders/sessions.js';
import { median } from '../load.js';
import { cpuMsOf } from '../processes.js';
import { bounded, compared, type Row, type RowGroup, type Skipped } from '../table.js';

const rounds = 3;
const windowMs = 4000;

/** A session with the processes of its pod. */
interface Measured {
  session: OurSession;
  agents: number[];
}

const openMeasured = async (ours: OurSessions): Promise<Measured> => {
  const before = await ours.agents();
  const session = await ours.open();
  return { session, agents: (await ours.agents()).filter((pid) => !before.includes(pid)) };
};

/** CPU time of each, in ms a second, over the same seconds. */
const cpuOf = async (pods: readonly Measured[]): Promise<number[]> => {
  const rates: number[][] = pods.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    const before = pods.map(({ agents }) => cpuMsOf(agents));
    const since = performance.now();
    await sleep(windowMs);
    const seconds = (performance.now() - since) / 1000;
    for (const [at, { agents }] of pods.entries()) rates[at]?.push((cpuMsOf(agents) - (before[at] ?? 0)) / seconds);
  }
  return rates.map(median);
};

/** Two sessions show the same page; one of them was watched before, in the end it is watched again. */
const measurePage = async (pods: readonly [Measured, Measured], url: string, browser: Browser) => {
  const [, watched] = pods;
  for (const { session } of pods) await session.act('goto', { url });
  const watch = async () => {
    const page = await browser.newPage({ viewport: { width: 1320, height: 820 } });
    const pictures = countPictures(page);
    await page.goto(await watched.session.live());
    await page.waitForSelector('#stage[data-state=live]');
    return { page, pictures };
  };
  const viewer = await watch();
  await sleep(1000);
  await viewer.page.close();
  await sleep(1000);
  const [never = 0, left = 0] = await cpuOf(pods);
  const again = await watch();
  const seen = again.pictures();
  const [, live = 0] = await cpuOf(pods);
  const pictures = (again.pictures() - seen) / (rounds * (windowMs / 1000));
  await again.page.close();
  return { never, left, live, pictures };
};

const measure = async (bench: Bench, ours: OurSessions, browser: Browser): Promise<Row[]> => {
  const pods = [await openMeasured(ours), await openMeasured(ours)] as const;
  progress('CPU of a session without viewers');
  const moving = await measurePage(pods, bench.site.url('/moving'), browser);
  const still = await measurePage(pods, bench.site.url('/simple'), browser);
  for (const { session } of pods) await session.close();
  const unit = 'ms/s';
  const baseline = { name: 'never watched', value: moving.never };
  const what = 'CPU of a session';
  return [
    compared({ measure: `${what} whose viewer left, page that moves`, unit, ours: moving.left, baseline, atMost: 1.1 }),
    bounded({
      measure: `${what} whose viewer left, page at rest: more than never watched`,
      unit,
      ours: Math.max(0, still.left - still.never),
      atMost: 5,
    }),
    {
      measure: `${what} with a viewer, ${Math.round(moving.pictures)} pictures/s, page that moves`,
      unit,
      ours: moving.live,
      baseline,
    },
  ];
};

/** What the live view costs a session that no person watches. */
export const unwatched: RowGroup = {
  name: 'unwatched',
  measure: async (bench): Promise<(Row | Skipped)[]> => {
    const executablePath = bench.binary('headlessShell');
    if (!executablePath)
      return [{ measure: 'CPU of a session without viewers', because: 'needs chromium-headless-shell' }];
    const ours = await startOurSessions(bench.allow, 0);
    const browser = await launchSandboxed(executablePath);
    try {
      return await measure(bench, ours, browser);
    } finally {
      await browser.close();
      await ours.stop();
    }
  },
};
