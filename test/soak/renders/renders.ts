import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readIndexedResults } from '@tintype/api';
import { streams } from '@tintype/contracts';
import { compareLedger } from '@tintype/ledger/testing';
import { type Footprint, footprintOf, grown } from '../../kit/kills/footprint.js';
import { type PageServer, startPages } from '../../kit/pages/pages.js';
import { SeededRandom } from '../../kit/played/seeded-random.js';
import { browsersOf, leftoversOf } from '../../kit/process/leftovers.js';
import { type Service, startService } from '../../kit/service/service.js';
import { until } from '../../kit/until.js';
import type { Finding } from '../findings.js';
import { ask, type Verdict } from './judge.js';
import { type Kills, killRandomly } from './killer.js';
import { type Planned, plan, planOrdinary, soakSite } from './pages.js';

export interface RenderSoakOptions {
  renders: number;
  seed: number;
  say: (line: string) => void;
}

const inFlight = 4;
const nodes = 2;
const sayEvery = 50;
/** Longer than the queue waits for a killed node. */
const restMs = 120_000;

interface Stage {
  service: Service;
  site: PageServer;
  /** The temporary folder of the nodes alone. */
  folder: string;
  /** Every node's process, the killed ones too. */
  pids: Set<number>;
}

const open = async (): Promise<Stage> => {
  const folder = mkdtempSync(join(tmpdir(), 'tintype-soak-'));
  // Browsers of root run as another user.
  await chmod(folder, 0o1777);
  const site = await startPages(soakSite);
  try {
    const node = { TMPDIR: folder, TINTYPE_RENDER_SLOTS: '2', TINTYPE_PAGE_MEMORY_MB: '700' };
    const service = await startService({ allow: `127.0.0.1:${site.port}`, nodes, node });
    return { service, site, folder, pids: new Set() };
  } catch (error) {
    await site.close();
    throw error;
  }
};

/** Renders of all planned requests, a few at once. */
const renderAll = async (
  stage: Stage,
  planned: readonly Planned[],
  tell: (verdict: Verdict) => void,
): Promise<void> => {
  const queue = planned.values();
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      for (const each of queue) tell(await ask(stage, each));
    }),
  );
};

const pidsOf = ({ service }: Stage): number[] => service.nodes.map(({ child }) => child.pid);

/** What belongs to nodes that were killed. */
const remains = (stage: Stage): string[] => {
  const alive = pidsOf(stage);
  const dead = [...stage.pids].filter((pid) => !alive.includes(pid));
  const isOfDead = (name: string) => dead.some((pid) => name.startsWith(`tintype-browser-${pid}-`));
  const processes = dead.length > 0 ? leftoversOf(dead) : [];
  return [...processes, ...readdirSync(stage.folder).filter(isOfDead)];
};

/** Resolves when nothing is under way: an empty queue, a browser for each node, no request to the site. */
const untilIdle = async (stage: Stage): Promise<void> => {
  const admin = await stage.service.connect();
  const jobs = async () => (await admin.manager.streams.info(streams.renders)).state.messages;
  await until('the queue is empty', async () => (await jobs()) === 0, restMs);
  await until('each node has one browser', () => pidsOf(stage).every((pid) => browsersOf([pid]).length === 1), restMs);
  await until('no page asks for anything', () => stage.site.open.size === 0, restMs);
  await admin.close();
};

const footprints = ({ service }: Stage): Record<string, Footprint> => ({
  api: footprintOf(service.apis[0]?.child.pid as number),
  ...Object.fromEntries(service.nodes.map(({ child }, at) => [`node ${at + 1}`, footprintOf(child.pid)])),
});

const sized = (sizes: Record<string, Footprint>): string =>
  Object.entries(sizes)
    .map(([name, { descriptors, megabytes }]) => `${name} ${descriptors}, ${megabytes} MB`)
    .join('; ');

/** Ordinary renders without kills: the programs may not grow with their number. */
const growth = async (stage: Stage, { renders, seed, say }: RenderSoakOptions): Promise<Finding[]> => {
  const calm = Math.ceil(renders / 4);
  const random = new SeededRandom(seed + 1);
  let wrong = 0;
  const note = ({ is, what }: Verdict) => {
    if (is === 'right') return;
    wrong += 1;
    say(`not right, without kills: ${what}`);
  };
  const pass = async (first: number, count: number) => {
    const planned = Array.from({ length: count }, (_, at) => planOrdinary(first + at, random));
    await renderAll(stage, planned, note);
    await untilIdle(stage);
    return footprints(stage);
  };
  // Each part allocates some things once.
  const before = await pass(renders, 2 * inFlight * nodes);
  let after = await pass(2 * renders, calm);
  const isSmall = () => {
    after = footprints(stage);
    return grown(before, after, calm).length === 0;
  };
  const ok = await until('the programs are as large as before', isSmall, restMs, 1000).then(
    () => true,
    () => false,
  );
  return [
    { what: `${calm} ordinary renders after the kills: not right`, found: `${wrong}`, ok: wrong === 0 },
    { what: 'descriptors and RSS after the kills', found: sized(before), ok: true },
    { what: `the same, ${calm} renders later`, found: sized(after), ok },
  ];
};

/** Each delivered result has one charge, and nothing else has one. */
const ledger = async ({ service }: Stage, delivered: number): Promise<Finding> => {
  const admin = await service.connect();
  const { faults, charges } = await compareLedger(admin, await readIndexedResults(admin));
  await admin.close();
  const ok = faults.length === 0 && charges === delivered;
  return {
    what: 'charges, delivered results, faults of the ledger',
    found: `${charges}, ${delivered}, ${faults.length}`,
    ok,
  };
};

const counted = (verdicts: readonly Verdict[]): string => {
  const counts = Map.groupBy(verdicts, ({ code }) => code);
  return [...counts].map(([code, all]) => `${code} ${all.length}`).join(', ');
};

/** At most 1 % of the ordinary pages may end with an error: a render is tried three times. */
const ordinaryErrors = 0.01;

const judge = (verdicts: readonly Verdict[], kills: Kills): Finding[] => {
  const ordinary = verdicts.filter(({ isOrdinary }) => isOrdinary);
  const hostile = verdicts.filter(({ isOrdinary }) => !isOrdinary);
  const wrong = verdicts.filter(({ is }) => is === 'wrong');
  const failed = ordinary.filter(({ is }) => is === 'error');
  return [
    { what: 'killed', found: `${kills.browsers} browsers, ${kills.nodes} nodes`, ok: kills.browsers > 0 },
    {
      what: `${ordinary.length} ordinary pages`,
      found: counted(ordinary),
      ok: failed.length <= Math.ceil(ordinary.length * ordinaryErrors),
    },
    { what: `${hostile.length} hostile pages`, found: counted(hostile), ok: true },
    {
      what: 'wrong results, unknown errors, no answer',
      found: `${wrong.length}`,
      ok: wrong.length === 0,
    },
  ];
};

const amongKills = async (stage: Stage, { renders, seed, say }: RenderSoakOptions): Promise<[Verdict[], Kills]> => {
  const random = new SeededRandom(seed);
  const planned = Array.from({ length: renders }, (_, number) => plan(number, random));
  const verdicts: Verdict[] = [];
  const stop = new AbortController();
  const answers = () => verdicts.length;
  const onNode = (pid: number) => stage.pids.add(pid);
  const killing = killRandomly(
    { service: stage.service, random: new SeededRandom(seed + 2), answers, onNode },
    stop.signal,
  );
  const note = (verdict: Verdict) => {
    verdicts.push(verdict);
    if (verdict.is === 'wrong') say(`wrong: ${verdict.what}`);
    if (verdicts.length % sayEvery === 0) say(`${verdicts.length} of ${renders} renders`);
  };
  try {
    await Promise.race([renderAll(stage, planned, note), killing]);
  } finally {
    stop.abort();
  }
  return [verdicts, await killing];
};

/** Renders hostile and ordinary pages while browsers and nodes are killed. Says what was wrong, and what is left. */
export const soakRenders = async (options: RenderSoakOptions): Promise<Finding[]> => {
  const stage = await open();
  const findings: Finding[] = [];
  try {
    for (const pid of pidsOf(stage)) stage.pids.add(pid);
    const [verdicts, kills] = await amongKills(stage, options);
    findings.push(...judge(verdicts, kills));
    await untilIdle(stage);
    findings.push(await ledger(stage, verdicts.filter(({ isDelivered }) => isDelivered).length));
    await until('nothing is left of killed nodes', () => remains(stage).length === 0, restMs).catch(() => undefined);
    const left = remains(stage);
    findings.push({
      what: 'processes and folders of killed nodes',
      found: left.join(', ') || 'none',
      ok: left.length === 0,
    });
    findings.push(...(await growth(stage, options)));
  } finally {
    await stage.service.stop();
    await stage.site.close();
  }
  const files = readdirSync(stage.folder);
  rmSync(stage.folder, { recursive: true });
  const processes = leftoversOf([...stage.pids]);
  const left = [...files, ...processes];
  return [
    ...findings,
    { what: 'processes and temporary files after the stop', found: left.join(', ') || 'none', ok: left.length === 0 },
  ];
};
