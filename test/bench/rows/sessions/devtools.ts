import { chromium } from 'playwright-core';
import { type Bench, interleave, progress } from '../../bench.js';
import { type SessionContender, startOurSessions, startPlainSessions } from '../../contenders/sessions.js';
import { errorsOf, type Load, p50, repeat } from '../../load.js';
import { bounded, compared, type Row, type RowGroup, type Skipped } from '../../table.js';

const goalMs = 150;
const atOnce = 5;
const roundsAlone = 9;
const roundsTogether = 3;

/** One DevTools session: create, connect, navigate, close. */
export const visit = async (contender: SessionContender, page: string) => {
  const { connectUrl, close } = await contender.open();
  try {
    const browser = await chromium.connectOverCDP(connectUrl);
    await browser.contexts()[0]?.pages()[0]?.goto(page);
    await browser.close();
  } finally {
    await close();
  }
  return {};
};

const rowsOf = (alone: Load[][], together: Load[][]): Row[] => {
  const measure = 'session, warm: create, connect, go, close';
  const baseline = (rounds: Load[] = []) => ({ name: 'plain-shell, a browser each', value: p50(rounds) });
  const [ours = [], plain] = alone;
  const [oursTogether = [], plainTogether] = together;
  return [
    bounded({
      measure: `${measure}, one at a time, p50`,
      unit: 'ms',
      ours: p50(ours),
      baseline: baseline(plain),
      atMost: goalMs,
      errors: errorsOf(ours),
    }),
    compared({
      measure: `${measure}, ${atOnce} at once, p50`,
      unit: 'ms',
      ours: p50(oursTogether),
      baseline: baseline(plainTogether),
      atMost: 0.5,
      errors: errorsOf(oursTogether),
    }),
  ];
};

const compare = async (bench: Bench, shell: string): Promise<Row[]> => {
  const contenders = [await startOurSessions(bench.allow, atOnce), await startPlainSessions(shell)];
  try {
    const page = bench.site.url('/simple');
    // Waits outside the measured time, above all for the next warm browser.
    const settled = () => Promise.all(contenders.map((each) => each.settled()));
    const runs = (count: number) =>
      contenders.map((each) => async () => {
        await settled();
        return repeat(() => visit(each, page), { count, inFlight: count });
      });
    progress('sessions of DevTools clients');
    // Warm up: compiling.
    await interleave(runs(1), 2);
    const alone = await interleave(runs(1), roundsAlone);
    return rowsOf(alone, await interleave(runs(atOnce), roundsTogether));
  } finally {
    for (const each of contenders) await each.stop();
  }
};

/** A DevTools session from create to close, against a launched browser. */
export const devTools: RowGroup = {
  name: 'devtools',
  measure: async (bench): Promise<(Row | Skipped)[]> => {
    const shell = bench.binary('headlessShell');
    if (!shell) return [{ measure: 'sessions of DevTools clients', because: 'needs chromium-headless-shell' }];
    return compare(bench, shell);
  },
};
