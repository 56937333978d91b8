import { startGif } from '@tintype/browser-node/testing';
import { GifReader } from 'omggif';
import { PNG } from 'pngjs';
import { progress } from '../bench.js';
import { findFfmpeg, findGifski, GifMakers, type MadeGif } from '../contenders/gif-makers.js';
import { startProgram } from '../contenders/program.js';
import { bounded, compared, type Row, type RowGroup, type Skipped } from '../table.js';

const scenes = ['ui', 'text', 'canvas'];
const count = 30;
const frameMs = 50;
const size = { width: 1440, height: 900 };

interface Ours {
  gif: Uint8Array;
  /** Milliseconds a frame. */
  perFrame: number;
  /** Milliseconds from the last frame to the file. */
  finish: number;
}

const encode = async (frames: readonly Buffer[]): Promise<Ours> => {
  const recorder = startGif({ ...size, maxBytes: 1e9 });
  const start = performance.now();
  for (const [index, frame] of frames.entries()) await recorder.frame(frame, index * frameMs);
  const last = performance.now();
  const gif = await recorder.finish(frames.length * frameMs);
  const end = performance.now();
  return { gif, perFrame: (end - start) / frames.length, finish: end - last };
};

/** PSNR over all frames in decibels, at most 99; omggif decodes. */
const qualityOf = (gif: Uint8Array, frames: readonly Buffer[]): number => {
  const reader = new GifReader(Buffer.from(gif));
  const canvas = new Uint8Array(size.width * size.height * 4);
  let [next, startMs, sum] = [0, 0, 0];
  for (const [index, frame] of frames.entries()) {
    for (; next < reader.numFrames() && startMs <= index * frameMs; next += 1) {
      reader.decodeAndBlitFrameRGBA(next, canvas);
      startMs += reader.frameInfo(next).delay * 10;
    }
    sum += squaredError(PNG.sync.read(frame).data, canvas);
  }
  return Math.min(99, 10 * Math.log10(255 ** 2 / (sum / (frames.length * size.width * size.height * 3))));
};

const squaredError = (one: Uint8Array, other: Uint8Array): number => {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += ((one[at] ?? 0) - (other[at] ?? 0)) ** 2;
  return sum;
};

interface Judged {
  program: string;
  name: string;
  kilobytes: number;
  psnr: number;
  ssim: number;
}

type Rival = Pick<Judged, 'name' | 'kilobytes'>;

const least = <T>(all: readonly T[], by: (each: T) => number): T | undefined =>
  all.reduce<T | undefined>((best, each) => (best === undefined || by(each) < by(best) ? each : best), undefined);

/** What a program takes at this PSNR, between its two nearest settings. Undefined: no setting reaches it. */
const sizeAt = (psnr: number, settings: readonly Judged[]): Rival | undefined => {
  const above = least(
    settings.filter((each) => each.psnr >= psnr),
    ({ kilobytes }) => kilobytes,
  );
  const below = least(
    settings.filter((each) => each.psnr < psnr),
    (each) => -each.psnr,
  );
  if (!above || !below || below.kilobytes >= above.kilobytes) return above;
  const part = (psnr - below.psnr) / (above.psnr - below.psnr);
  const kilobytes = below.kilobytes * (above.kilobytes / below.kilobytes) ** part;
  return { name: `${above.program} at our PSNR`, kilobytes };
};

/** The smallest at our quality; where no program reaches it, the best. */
const rivalOf = (ours: Judged, others: readonly Judged[]): Rival => {
  const programs = [...new Set(others.map(({ program }) => program))];
  const equal = programs.flatMap((program) => {
    const settings = others.filter((each) => each.program === program);
    return sizeAt(ours.psnr, settings) ?? [];
  });
  const rival = least(equal, ({ kilobytes }) => kilobytes) ?? least(others, ({ psnr }) => -psnr);
  if (!rival) throw new Error('There is no other GIF.');
  return rival;
};

const qualityRows = (name: string, frames: readonly Buffer[], gif: Uint8Array, ffmpeg: string): Row[] => {
  const makers = new GifMakers(ffmpeg, frames, 1000 / frameMs);
  const judge = ({ gif, ...maker }: MadeGif): Judged => ({
    ...maker,
    kilobytes: gif.length / 1000,
    psnr: qualityOf(gif, frames),
    ssim: makers.ssim(gif),
  });
  try {
    const ours = judge({ program: 'Tintype', name: 'Tintype', gif: Buffer.from(gif) });
    const others = Array.from(makers.all(), judge);
    const rival = rivalOf(ours, others);
    const size = { measure: `${name}: size, against the smallest at our PSNR or the best`, unit: 'kB' };
    return [
      compared({
        ...size,
        ours: ours.kilobytes,
        baseline: { name: rival.name, value: rival.kilobytes },
        atMost: 1,
      }),
      ...others.flatMap(({ name: maker, kilobytes, psnr, ssim }): Row[] => [
        { measure: `${name}: size`, unit: 'kB', ours: ours.kilobytes, baseline: { name: maker, value: kilobytes } },
        { measure: `${name}: PSNR`, unit: 'dB', ours: ours.psnr, baseline: { name: maker, value: psnr } },
        {
          measure: `${name}: 1 − SSIM`,
          unit: '‱',
          ours: (1 - ours.ssim) * 1e4,
          baseline: { name: maker, value: (1 - ssim) * 1e4 },
        },
      ]),
    ];
  } finally {
    makers.remove();
  }
};

const rowsOf = async (
  scene: string,
  frames: readonly Buffer[],
  ffmpeg: string | undefined,
): Promise<(Row | Skipped)[]> => {
  progress(`GIF, ${scene}`);
  const { gif, perFrame, finish } = await encode(frames);
  const name = `GIF of ${count} frames, ${scene}`;
  const speed = [
    bounded({ measure: `${name}: a frame`, unit: 'ms', ours: perFrame, atMost: 34 }),
    bounded({ measure: `${name}: file after the last frame`, unit: 'ms', ours: finish, atMost: 300 }),
  ];
  if (!ffmpeg) return [...speed, { measure: `${name}: size`, because: 'no ffmpeg' }];
  return [...speed, ...qualityRows(name, frames, gif, ffmpeg)];
};

/** The encoder alone, fed as fast as it takes frames. */
export const gif: RowGroup = {
  name: 'gif',
  measure: async (bench) => {
    const binary = bench.binary('headlessShell');
    if (!binary) return [{ measure: 'GIF', because: 'no chromium-headless-shell' }];
    const ffmpeg = findFfmpeg();
    const pages = await startProgram('gif-frames', [binary]);
    try {
      const rows: (Row | Skipped)[] = [];
      for (const scene of scenes) {
        const frames: Buffer[] = [];
        for (let step = 0; step < count; step += 1)
          frames.push(Buffer.from(await pages.ask(`${scene} ${step}`), 'base64'));
        rows.push(...(await rowsOf(scene, frames, ffmpeg)));
      }
      if (!findGifski())
        rows.push({ measure: 'GIF: against gifski', because: 'no gifski (`cargo install gifski --version 1.34.0`)' });
      return rows;
    } finally {
      await pages.stop();
    }
  },
};
