import { RawDevTools } from '../../../kit/browser-node/raw-devtools.js';
import { type Bench, interleave, progress } from '../../bench.js';
import { startOurSessions, startPlainSessions } from '../../contenders/sessions.js';
import { errorsOf, p50, repeat } from '../../load.js';
import type { Row, RowGroup } from '../../table.js';

const maxCount = 5;
const plan = { count: 100, inFlight: 1 };
const measure = 'action: title of a page, through the api, p50';

/** Both sides use the sessions' browser. */
const compare = async (bench: Bench, binary: string): Promise<Row[]> => {
  const ours = await startOurSessions(bench.allow, 0);
  const plain = await startPlainSessions(binary, ['--headless', '--no-first-run']);
  try {
    const page = bench.site.url('/simple');
    const { act } = await ours.open();
    const devTools = await RawDevTools.connect((await plain.open()).connectUrl);
    const session = await devTools.attach(await devTools.open(page));
    await act('goto', { url: page });
    progress('actions');
    const runs = [
      async () => {
        await act('title');
        return {};
      },
      async () => {
        await devTools.evaluate(session, 'document.title');
        return {};
      },
    ].map((run) => () => repeat(run, plan));
    // Warm up: compiling.
    await interleave(runs, 1);
    const [byOurs = [], byDevTools = []] = await interleave(runs);
    await devTools.close();
    const [value, floor] = [p50(byOurs), p50(byDevTools)];
    const goal = { text: `≤ ${maxCount} ms more`, met: value - floor <= maxCount && errorsOf(byOurs) === 0 };
    return [{ measure, unit: 'ms', ours: value, baseline: { name: 'raw CDP, the same browser', value: floor }, goal }];
  } finally {
    await ours.stop();
    await plain.stop();
  }
};

/** The same question through a REST action and through the DevTools protocol alone. */
export const action: RowGroup = {
  name: 'action',
  measure: async (bench) => {
    const binary = bench.binary('chromium');
    return binary ? compare(bench, binary) : [{ measure, because: 'needs a full Chromium' }];
  },
};
