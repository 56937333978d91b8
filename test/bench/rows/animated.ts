import { GifReader } from 'omggif';
import { type Bench, progress, rounds } from '../bench.js';
import { median } from '../load.js';
import { bounded, compared, type Row, type RowGroup } from '../table.js';

const durationMs = 5000;

interface Recorded {
  /** Milliseconds. */
  capture: number;
  encode: number;
  pictures: number;
}

const stepOf = (headers: Headers, name: string): number =>
  Number(new RegExp(`${name};dur=([\\d.]+)`).exec(headers.get('server-timing') ?? '')?.[1]);

const record = async (bench: Bench, page: string, round: number): Promise<Recorded> => {
  const { service } = await bench.ours();
  const options = { url: bench.site.url(page), fresh: 'true', timestamp: String(round) };
  const { status, headers, body } = await service.get(options, { endpoint: 'animated' });
  if (status !== 200) throw new Error(`answered ${status}: ${body}`);
  const pictures = new GifReader(body).numFrames();
  return { capture: stepOf(headers, 'capture'), encode: stepOf(headers, 'encode'), pictures };
};

/** Medians. The first recording starts the browser, and does not count. */
const recordings = async (bench: Bench, page: string): Promise<Recorded> => {
  await record(bench, page, 0);
  const all: Recorded[] = [];
  for (let round = 1; round <= rounds; round += 1) all.push(await record(bench, page, round));
  const of = (name: keyof Recorded) => median(all.map((each) => each[name]));
  return { capture: of('capture'), encode: of('encode'), pictures: of('pictures') };
};

const rowsOf = (kind: string, { encode, pictures }: Recorded): Row[] => [
  bounded({ measure: `5 s animated page, ${kind}: file complete after`, unit: 'ms', ours: encode, atMost: 300 }),
  bounded({ measure: `the same: pictures a second`, unit: '/s', ours: pictures / (durationMs / 1000), atLeast: 20 }),
];

/** A user interface that moves for 5 s at 1440×900: in virtual time, and in real time for its open connection. */
export const animated: RowGroup = {
  name: 'animated',
  measure: async (bench) => {
    progress('animated, virtual time');
    const virtual = await recordings(bench, '/moving');
    progress('animated, real time');
    const real = await recordings(bench, '/moving-live');
    const baseline = { name: 'real time', value: durationMs };
    return [
      compared({ measure: '5 s animated page, virtual time', unit: 'ms', ours: virtual.capture, baseline, atMost: 1 }),
      ...rowsOf('virtual time', virtual),
      ...rowsOf('real time', real),
    ];
  },
};
