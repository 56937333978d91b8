import { type Bench, interleave, progress } from '../../bench.js';
import { type OurSessions, startOurSessions, startPlainSessions } from '../../contenders/sessions.js';
import { errorsOf, p50, repeat } from '../../load.js';
import { browsersOf, cpuMsOf, pssOf } from '../../processes.js';
import { bounded, compared, type Row, type RowGroup, type Skipped } from '../../table.js';
import { visit } from './devtools.js';

const warm = 2;
/** Enough to empty the pool; the median is that of the steady state. */
const inARow = 20;
const together = 10;
const rounds = 3;

/** Both contenders take turns. Pools are empty after the first sessions of a round. */
const measureSpeed = async (bench: Bench, ours: OurSessions, shell: string): Promise<Row[]> => {
  const plain = await startPlainSessions(shell);
  try {
    const page = bench.site.url('/simple');
    const runs = (count: number, inFlight: number) =>
      [ours, plain].map((each) => () => repeat(() => visit(each, page), { count, inFlight }));
    await interleave(runs(2, 1), 1);
    progress('sessions back to back');
    const [one = [], onePlain = []] = await interleave(runs(inARow, 1), rounds);
    progress(`${together} sessions at once`);
    const [many = [], manyPlain = []] = await interleave(runs(together, together), rounds);
    return [
      { measure: 'sessions back to back: create, connect, go, close, p50', loads: one, baseline: onePlain },
      { measure: `${together} such sessions at once, p50`, loads: many, baseline: manyPlain },
    ].map(({ measure, loads, baseline }) =>
      compared({
        measure,
        unit: 'ms',
        ours: p50(loads),
        baseline: { name: 'plain-shell, a browser each', value: p50(baseline) },
        atMost: 1,
        errors: errorsOf(loads),
      }),
    );
  } finally {
    await plain.stop();
  }
};

/** All processes of the service, with the browser that replaces each. */
const measureCpu = async (bench: Bench, ours: OurSessions): Promise<Row> => {
  progress('CPU time of sessions');
  await ours.settled();
  const before = cpuMsOf([ours.pid]);
  const { errors } = await repeat(() => visit(ours, bench.site.url('/simple')), { count: inARow, inFlight: 1 });
  await ours.settled();
  const used = (cpuMsOf([ours.pid]) - before) / inARow;
  return bounded({ measure: 'CPU of such a session, whole service', unit: 'ms', ours: used, atMost: 350, errors });
};

const measureMemory = async (ours: OurSessions): Promise<Row[]> => {
  const agents = await ours.agents();
  const browsers = pssOf(browsersOf(agents));
  const own = (pssOf(agents) - browsers) / agents.length;
  const whole = pssOf([ours.pid]);
  return [
    bounded({ measure: 'memory (PSS) of an idle agent, without its browser', unit: 'MB', ours: own, atMost: 60 }),
    { measure: 'memory (PSS) of its browser', unit: 'MB', ours: browsers / agents.length },
    bounded({ measure: `memory (PSS) of the service, ${warm} browsers warm`, unit: 'MB', ours: whole, atMost: 900 }),
  ];
};

/** What sessions cost one machine when they come faster than browsers start. */
export const sessionCost: RowGroup = {
  name: 'session-cost',
  measure: async (bench): Promise<(Row | Skipped)[]> => {
    const shell = bench.binary('headlessShell');
    if (!shell) return [{ measure: 'sessions back to back', because: 'needs chromium-headless-shell' }];
    const ours = await startOurSessions(bench.allow, warm);
    try {
      await ours.settled();
      const memory = await measureMemory(ours);
      return [...(await measureSpeed(bench, ours, shell)), await measureCpu(bench, ours), ...memory];
    } finally {
      await ours.stop();
    }
  },
};
