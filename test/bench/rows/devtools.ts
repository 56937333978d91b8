import { chromium } from 'playwright-core';
import { type Bench, interleave, progress } from '../bench.js';
import { type SessionContender, startOurSessions, startPlainSessions } from '../contenders/sessions.js';
import { errorsOf, p50 } from '../figures.js';
import { type Load, repeat } from '../load.js';
import type { RowGroup } from '../row-group.js';
import { compared, type Row, type Skipped } from '../table.js';

const goalMs = 150;

/** A whole session of a DevTools client: create, connect, go, close. */
const visit = async (contender: SessionContender, page: string) => {
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
  const measure = 'session: create, connect, go, close';
  const baseline = (rounds: Load[] = []) => ({ name: 'plain-shell, a browser each', value: p50(rounds) });
  const [ours = [], plain] = alone;
  const [oursTogether = [], plainTogether] = together;
  const value = p50(ours);
  return [
    {
      ...{ measure: `${measure}, one at a time, p50`, unit: 'ms', ours: value, baseline: baseline(plain) },
      goal: { text: `≤ ${goalMs} ms`, met: value <= goalMs && errorsOf(ours) === 0 },
    },
    compared({
      ...{ measure: `${measure}, 5 at once, p50`, unit: 'ms', ours: p50(oursTogether) },
      ...{ baseline: baseline(plainTogether), atMost: 0.5, errors: errorsOf(oursTogether) },
    }),
  ];
};

const compare = async (bench: Bench, shell: string): Promise<Row[]> => {
  const contenders = [await startOurSessions(bench.allow), await startPlainSessions(shell)];
  try {
    const page = bench.site.url('/simple');
    const runs = (plan: { count: number; inFlight: number }) =>
      contenders.map((each) => () => repeat(() => visit(each, page), plan));
    progress('sessions of DevTools clients');
    // The first of a process pays for compiling.
    await interleave(runs({ count: 2, inFlight: 1 }), 1);
    const alone = await interleave(runs({ count: 5, inFlight: 1 }));
    return rowsOf(alone, await interleave(runs({ count: 10, inFlight: 5 })));
  } finally {
    for (const each of contenders) await each.stop();
  }
};

/** A session for a DevTools client, from the create to the close, against a browser that is launched for it. */
export const devTools: RowGroup = {
  name: 'devtools',
  measure: async (bench): Promise<(Row | Skipped)[]> => {
    const shell = bench.binary('headlessShell');
    if (!shell) return [{ measure: 'sessions of DevTools clients', because: 'needs chromium-headless-shell' }];
    return compare(bench, shell);
  },
};
