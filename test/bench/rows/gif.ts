import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startGif } from '@tintype/browser-node/testing';
import { GifReader } from 'omggif';
import { PNG } from 'pngjs';
import { progress } from '../bench.js';
import { startProgram } from '../contenders/program.js';
import { debianProgram } from '../debian-programs.js';
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

/** One palette for all frames, undithered: ffmpeg's smallest at this quality. */
const filter = 'split[a][b];[a]palettegen=stats_mode=full[p];[b][p]paletteuse=dither=none:diff_mode=rectangle';

const byFfmpeg = (ffmpeg: string, frames: readonly Buffer[]): Uint8Array => {
  const folder = mkdtempSync(join(tmpdir(), 'tintype-gif-'));
  try {
    for (const [index, frame] of frames.entries()) writeFileSync(join(folder, `${index}.png`), frame);
    const input = ['-framerate', `${1000 / frameMs}`, '-i', join(folder, '%d.png')];
    execFileSync(ffmpeg, ['-v', 'error', ...input, '-lavfi', filter, join(folder, 'out.gif')]);
    return readFileSync(join(folder, 'out.gif'));
  } finally {
    rmSync(folder, { recursive: true });
  }
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
  const other = byFfmpeg(ffmpeg, frames);
  const baseline = (value: number) => ({ name: 'ffmpeg', value });
  const quality = { ours: qualityOf(gif, frames), baseline: baseline(qualityOf(other, frames)) };
  return [
    ...speed,
    compared({
      measure: `${name}: size`,
      unit: 'kB',
      ours: gif.length / 1000,
      baseline: baseline(other.length / 1000),
      atMost: 1,
    }),
    compared({ measure: `${name}: PSNR`, unit: 'dB', ...quality, atLeast: 1 }),
  ];
};

/** The encoder alone, fed as fast as it takes frames. */
export const gif: RowGroup = {
  name: 'gif',
  measure: async (bench) => {
    const binary = bench.binary('headlessShell');
    if (!binary) return [{ measure: 'GIF', because: 'no chromium-headless-shell' }];
    const ffmpeg = debianProgram('ffmpeg', 'ffmpeg');
    const pages = await startProgram('gif-frames', [binary]);
    try {
      const rows: (Row | Skipped)[] = [];
      for (const scene of scenes) {
        const frames: Buffer[] = [];
        for (let step = 0; step < count; step += 1)
          frames.push(Buffer.from(await pages.ask(`${scene} ${step}`), 'base64'));
        rows.push(...(await rowsOf(scene, frames, ffmpeg)));
      }
      return rows;
    } finally {
      await pages.stop();
    }
  },
};
