import { type Bench, interleave, progress } from '../bench.js';
import type { Plan } from '../contenders/contender.js';
import { errorsOf, rate } from '../load.js';
import { compared, type Row, type RowGroup } from '../table.js';

type Shape = Pick<Plan, 'type' | 'inFlight'> & { name: string };

const shapes: readonly Shape[] = [
  ...(['png', 'jpeg'] as const).flatMap((type) => [1, 4, 8].map((inFlight) => ({ type, inFlight, name: 'simple' }))),
  { type: 'png', inFlight: 4, name: 'heavy' },
];

/** Several turns per slot; the slow contender gets fewer. */
const count = 24;
const countOfPlain = 12;

const rowsOf = async (bench: Bench, { type, inFlight, name }: Shape): Promise<Row[]> => {
  const title = `${type.toUpperCase()}, ${name} page, ${inFlight} in flight`;
  progress(title);
  const plan = { page: bench.site.url(`/${name}`), type, inFlight, count };
  const [ours, plain, shell, raw] = await Promise.all([
    bench.ours(),
    bench.plain(),
    bench.plainShell(),
    bench.rawCdp(),
  ]);
  const [byOurs = [], byPlain = [], byShell = [], byRaw = []] = await interleave([
    () => ours.shoot(plan),
    () => plain.shoot({ ...plan, count: countOfPlain }),
    () => shell.shoot(plan),
    () => raw.shoot(plan),
  ]);
  const common = { measure: title, unit: 'shots/s', ours: rate(byOurs), errors: errorsOf(byOurs) };
  return [
    compared({ ...common, baseline: { name: 'plain', value: rate(byPlain) }, atLeast: 4 }),
    compared({ ...common, baseline: { name: 'plain-shell', value: rate(byShell) }, atLeast: 1.6 }),
    compared({ ...common, baseline: { name: 'raw CDP', value: rate(byRaw) }, atLeast: 0.8 }),
  ];
};

/** Shots per second, each in a clean context, with equal encoder settings. */
export const throughput: RowGroup = {
  name: 'rate',
  measure: async (bench) => {
    const rows: Row[] = [];
    for (const shape of shapes) rows.push(...(await rowsOf(bench, shape)));
    return rows;
  },
};
