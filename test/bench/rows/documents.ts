import type { Endpoint } from '@tintype/contracts';
import { type Bench, interleave, progress } from '../bench.js';
import { errorsOf, load, p50 } from '../load.js';
import { compared, type Row, type RowGroup, type Skipped } from '../table.js';

/** Playwright's counterpart of each endpoint; metadata reads the same document as content. */
const outputs: readonly [endpoint: Endpoint, baseline: string, name: string][] = [
  ['pdf', 'pdf', 'page.pdf()'],
  ['content', 'content', 'page.content()'],
  ['metadata', 'content', 'page.content()'],
];

const plan = { count: 10, inFlight: 1 };

const rowOf = async (bench: Bench, [endpoint, output, name]: (typeof outputs)[number]): Promise<Row | Skipped> => {
  const measure = `${endpoint}, simple page, one at a time, p50`;
  progress(endpoint);
  const page = bench.site.url('/simple');
  const [ours, shell] = await Promise.all([bench.ours(), bench.plainShell()]);
  const [byOurs = [], byShell = []] = await interleave([
    () => ours.request(endpoint, page, plan),
    () => load(() => shell.url(page, output), plan),
  ]);
  const baseline = { name: `plain-shell, ${name}`, value: p50(byShell) };
  return compared({ measure, unit: 'ms', ours: p50(byOurs), baseline, atMost: 1.2, errors: errorsOf(byOurs) });
};

export const documents: RowGroup = {
  name: 'documents',
  measure: async (bench) => {
    const rows: (Row | Skipped)[] = [];
    for (const output of outputs) rows.push(await rowOf(bench, output));
    return rows;
  },
};
