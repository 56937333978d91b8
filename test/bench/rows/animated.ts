import { availableParallelism } from 'node:os';
import { GifReader } from 'omggif';
import { numberOf, steps } from '../../kit/pages/bar-code.js';
import { type Bench, progress, rounds } from '../bench.js';
import { median, p50 } from '../load.js';
import { bounded, compared, type Row, type RowGroup } from '../table.js';

const durationMs = 5000;
/** 20 a second. */
const asked = 100;
const stills = 40;

interface Recorded {
  /** Milliseconds. */
  capture: number;
  encode: number;
  pictures: number;
  /** Pictures that show no later frame of the page than the one before. */
  repeated: number;
  /** The most frames of the page between two pictures. */
  gap: number;
}

/** The frames of the page that a GIF shows, by their bar code. Its colours may be quantised. */
const framesOf = (gif: Buffer): number[] => {
  const reader = new GifReader(gif);
  const shown = new Uint8Array(4 * reader.width * reader.height);
  const at = (x: number, y: number) => ((shown[4 * (y * reader.width + x)] ?? 0) < 128 ? '#000000' : '#ffffff');
  return Array.from({ length: reader.numFrames() }, (_, index) => {
    reader.decodeAndBlitFrameRGBA(index, shown as unknown as number[]);
    return numberOf({ at });
  });
};

const stepOf = (headers: Headers, name: string): number =>
  Number(new RegExp(`${name};dur=([\\d.]+)`).exec(headers.get('server-timing') ?? '')?.[1]);

const record = async (bench: Bench, page: string, round: number): Promise<Recorded> => {
  const { service } = await bench.ours();
  const options = { url: bench.site.url(page), fresh: 'true', timestamp: String(round) };
  const { status, headers, body } = await service.get(options, { endpoint: 'animated' });
  if (status !== 200) throw new Error(`answered ${status}: ${body}`);
  const frames = framesOf(body);
  const gaps = steps(frames);
  const [pictures, repeated, gap] = [frames.length, gaps.filter((step) => step <= 0).length, Math.max(...gaps)];
  return { capture: stepOf(headers, 'capture'), encode: stepOf(headers, 'encode'), pictures, repeated, gap };
};

/** Medians. The first recording starts the browser, and does not count. */
const recordings = async (bench: Bench, page: string): Promise<Recorded> => {
  await record(bench, page, 0);
  const all: Recorded[] = [];
  for (let round = 1; round <= rounds; round += 1) all.push(await record(bench, page, round));
  const of = (name: keyof Recorded) => median(all.map((each) => each[name]));
  const most = (name: keyof Recorded) => Math.max(...all.map((each) => each[name]));
  const exactly = { repeated: most('repeated'), gap: most('gap') };
  return { capture: of('capture'), encode: of('encode'), pictures: of('pictures'), ...exactly };
};

/** Until `work` has ended, the node makes as many recordings at once as it takes. */
const besideRecordings = async <T>(bench: Bench, work: () => Promise<T>): Promise<T> => {
  let isOver = false;
  const recordOn = async (_: unknown, place: number) => {
    for (let round = 1; !isOver; round += 1) await record(bench, '/moving-live', 1000 * (place + 1) + round);
  };
  const recordings = Array.from({ length: availableParallelism() }, recordOn);
  const ended = work().finally(() => {
    isOver = true;
  });
  const [result] = await Promise.all([ended, ...recordings]);
  return result;
};

const stillsBeside = async (bench: Bench): Promise<Row> => {
  const ours = await bench.ours();
  const shoot = () => ours.shoot({ page: bench.site.url('/simple'), type: 'png', count: stills, inFlight: 1 });
  const alone = await shoot();
  const beside = await besideRecordings(bench, shoot);
  return compared({
    measure: `a still beside ${availableParallelism()} recordings, p50`,
    unit: 'ms',
    ours: p50([beside]),
    errors: beside.errors,
    baseline: { name: 'without recordings', value: p50([alone]) },
    atMost: 4,
  });
};

const rowsOf = (kind: string, { encode, pictures, repeated }: Recorded): Row[] => [
  bounded({ measure: `5 s animated page, ${kind}: file complete after`, unit: 'ms', ours: encode, atMost: 300 }),
  bounded({ measure: `the same: pictures a second`, unit: '/s', ours: pictures / (durationMs / 1000), atLeast: 20 }),
  { measure: 'the same: pictures dropped', unit: `of ${asked}`, ours: Math.max(asked - pictures, 0) },
  bounded({ measure: 'the same: pictures doubled or out of order', unit: '', ours: repeated, atMost: 0 }),
];

/**
 * A user interface that moves for 5 s at 1440×900. Recorded in virtual time, in real time for its open connection, and
 * beside stills.
 */
export const animated: RowGroup = {
  name: 'animated',
  measure: async (bench) => {
    progress('animated, virtual time');
    const virtual = await recordings(bench, '/moving');
    progress('animated, real time');
    const real = await recordings(bench, '/moving-live');
    progress('stills beside recordings');
    const beside = await stillsBeside(bench);
    const baseline = { name: 'real time', value: durationMs };
    return [
      compared({ measure: '5 s animated page, virtual time', unit: 'ms', ours: virtual.capture, baseline, atMost: 1 }),
      ...rowsOf('virtual time', virtual),
      bounded({ measure: 'the same: most frames between pictures', unit: '', ours: virtual.gap, atMost: 3 }),
      ...rowsOf('real time', real),
      beside,
    ];
  },
};
