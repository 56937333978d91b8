import { type Bench, interleave, progress } from '../bench.js';
import { errorsOf, p50 } from '../load.js';
import { bounded, type Row, type RowGroup } from '../table.js';

/** The page has two screens. Goals in milliseconds. */
const added: readonly [option: string, page: string, what: string, atMost: number][] = [
  ['darkMode', '/simple', 'a page without dark styles', 50],
  ['blockAds', '/simple', 'a page without advertisements', 30],
  ['blockCookieBanners', '/simple', 'a page without a banner', 0],
  ['blockCookieBanners', '/banner', 'a page with a banner', 400],
  ['full', '/simple', 'a page of two screens', 250],
  ['stealth', '/simple', 'a page on the full Chromium', 250],
];

const plan = { count: 10, inFlight: 1 };

const rowOf = async (bench: Bench, [option, path, what, atMost]: (typeof added)[number]): Promise<Row> => {
  progress(`${option}, ${what}`);
  const ours = await bench.ours();
  const page = bench.site.url(path);
  const withOption = { ...plan, options: { [option]: 'true' } };
  // The first request may load what only this option needs.
  await ours.request('image', page, { ...withOption, count: 2 });
  const [bare = [], changed = []] = await interleave([
    () => ours.request('image', page, plan),
    () => ours.request('image', page, withOption),
  ]);
  const measure = `added by ${option}, ${what}, p50`;
  return bounded({ measure, unit: 'ms', ours: p50(changed) - p50(bare), atMost, errors: errorsOf(changed) });
};

/** What an option adds to a picture, beside the same page without it. */
export const options: RowGroup = {
  name: 'options',
  measure: async (bench) => {
    const rows: Row[] = [];
    for (const option of added) rows.push(await rowOf(bench, option));
    return rows;
  },
};
