/** `make bench`: how fast it renders, beside a plain service on the same machine in the same run. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { readBinaries } from '@tintype/standalone';
import { html, type PageServer, startPages } from '../kit/pages.js';
import { type Service, startService } from '../kit/service.js';
import { type Load, load, percentile, type Sample } from './load.js';
import { type Plain, startPlain } from './plain.js';
import { type Row, table } from './table.js';

const rounds = 3;
const oneAtATime = { count: 20, inFlight: 1 };
const severalAtOnce = { count: 60, inFlight: 4 };
const cached = { count: 2000, inFlight: 32 };

const paragraph = 'The quick brown fox jumps over the lazy dog, and nobody has ever found out why. '.repeat(6);
const page = html(
  `<h1>A page</h1>${Array.from({ length: 30 }, (_, i) => `<p style="color:hsl(${i * 12} 60% 40%)">${paragraph}</p>`).join('')}`,
);

/** What of a request is not the browser's work, in milliseconds. */
const overhead = ({ milliseconds, headers }: Sample): number => {
  const phases = String(headers['server-timing']).matchAll(/(?:navigate|wait|capture);dur=([\d.]+)/g);
  return milliseconds - [...phases].reduce((sum, [, duration]) => sum + Number(duration), 0);
};

interface Contest {
  service: Service;
  site: PageServer;
  plain: Plain;
}

let fresh = 0;

const ours =
  ({ service, site }: Contest, type: string) =>
  () => {
    fresh += 1;
    const query = new URLSearchParams({ url: site.url('/page'), type, fresh: 'true', timestamp: String(fresh) });
    return service.signed(query.toString());
  };

const theirs =
  ({ plain, site }: Contest, type: string) =>
  () =>
    plain.url(site.url('/page'), type);

/** Alternates between the two, so that a machine that slows down slows both. Answers the medians of the rounds. */
const contest = async (run: Contest, type: string, plan: { count: number; inFlight: number }) => {
  const figures: { ours: Load[]; plain: Load[] } = { ours: [], plain: [] };
  for (let round = 0; round < rounds; round += 1) {
    figures.ours.push(await load(ours(run, type), plan));
    figures.plain.push(await load(theirs(run, type), plan));
  }
  return figures;
};

const median = (values: readonly number[]) => percentile(values, 0.5);
const times = ({ samples }: Load) => samples.map(({ milliseconds }) => milliseconds);
const p50 = (loads: readonly Load[]) => median(loads.map((each) => median(times(each))));
const rate = (loads: readonly Load[]) => median(loads.map((each) => each.rate));

const measure = async (run: Contest): Promise<Row[]> => {
  const rows: Row[] = [];
  const single = await contest(run, 'png', oneAtATime);
  rows.push({
    measure: 'PNG, one at a time, p50',
    unit: 'ms',
    ours: p50(single.ours),
    baseline: { name: 'plain-shell', value: p50(single.plain) },
    goal: { text: '≤ 0.6 ×', met: p50(single.ours) <= 0.6 * p50(single.plain) },
  });
  const other = single.ours.flatMap(({ samples }) => samples.map(overhead));
  for (const [name, share, most] of [
    ['p50', 0.5, 10],
    ['p99', 0.99, 40],
  ] as const) {
    const value = percentile(other, share);
    rows.push({
      measure: `not the browser, ${name}`,
      unit: 'ms',
      ours: value,
      goal: { text: `≤ ${most} ms`, met: value <= most },
    });
  }
  for (const type of ['png', 'jpeg']) {
    const several = await contest(run, type, severalAtOnce);
    rows.push({
      measure: `${type.toUpperCase()}, 4 in flight`,
      unit: 'shots/s',
      ours: rate(several.ours),
      baseline: { name: 'plain-shell', value: rate(several.plain) },
      goal: { text: '≥ 1.6 ×', met: rate(several.ours) >= 1.6 * rate(several.plain) },
    });
  }
  const hit = new URLSearchParams({ url: run.site.url('/page') }).toString();
  await fetch(run.service.signed(hit));
  const hits = await load(() => run.service.signed(hit), cached);
  rows.push({ measure: 'cached, 32 in flight', unit: 'requests/s', ours: hits.rate });
  rows.push({ measure: 'cached, 32 in flight, p99', unit: 'ms', ours: percentile(times(hits), 0.99) });
  return rows;
};

const site = await startPages({ '/page': page });
const service = await startService({ allow: `127.0.0.1:${site.port}` });
const { headlessShell } = readBinaries();
const plain = await startPlain(headlessShell ?? '/usr/lib/chromium/chromium-headless-shell');
try {
  const rows = await measure({ service, site, plain });
  const text = `${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}, ${rounds} rounds\n\n${table(rows)}\n`;
  const folder = new URL('../../results/', import.meta.url);
  mkdirSync(folder, { recursive: true });
  writeFileSync(new URL('bench.md', folder), text);
  process.stdout.write(text);
} finally {
  await plain.stop();
  await service.stop();
  await site.close();
}
