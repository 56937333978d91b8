import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { installedFfmpeg, startGif } from '@tintype/browser-node/testing';
import { PNG } from 'pngjs';
import { type DecodedGif, decodeGif } from '../../../kit/pages/gif.js';

const ffmpeg = installedFfmpeg();

const size = { width: 160, height: 90 };

type ColourAt = (x: number, y: number) => number;

const pngOf = (colourAt: ColourAt): Buffer => {
  // It writes into its options.
  const png = new PNG({ ...size });
  for (let at = 0; at < size.width * size.height; at += 1)
    png.data.writeUInt32BE(colourAt(at % size.width, Math.floor(at / size.width)) * 256 + 255, 4 * at);
  return PNG.sync.write(png);
};

/** A 30-pixel square on a background. */
const square =
  (left: number, colour: number, behind: ColourAt): ColourAt =>
  (x, y) =>
    x >= left && x < left + 30 && y >= 20 && y < 50 ? colour : behind(x, y);

const flat: ColourAt = () => 0xf1f3f5;
const gradient =
  (shift: number): ColourAt =>
  (x, y) =>
    ((x + shift) << 16) | (y << 9) | 0x40;
const dots: ColourAt = (x, y) => ((x * y) % 7 === 0 ? 0x222222 : gradient(0)(x, y));

/** Repeatable colours from a palette, in no order: such a frame fills the dictionary of 4,096 codes several times. */
const noise = (seed: number, colours: number): ColourAt => {
  const mixed = (number: number) => Math.imul(number ^ (number >>> 15), 0x9e3779b1) >>> 0;
  return (x, y) => mixed((mixed(mixed(y * size.width + x + seed)) >>> 7) % colours) >>> 8;
};

/** Exact palettes, grown and new ones; quantised ones, served and new; offsets, holes, and long and short delays. */
const shown: readonly (readonly [number, ColourAt])[] = [
  [0, flat],
  [20, square(10, 0xff0000, flat)],
  [70, square(15, 0x00ff00, flat)],
  [700, gradient(0)],
  [750, gradient(1)],
  [770, square(40, 0x0000ff, gradient(1))],
  [1130, dots],
  [1180, square(100, 0xffffff, dots)],
  [1280, flat],
];

/** All codes of LZW: with 256 colours no string repeats, with 2 they become long; quantised, and beside still parts. */
const noisy: typeof shown = [
  [0, noise(1, 256)],
  [50, noise(2, 2)],
  [100, noise(3, 3000)],
  [150, square(40, 0x0000ff, noise(3, 3000))],
];

const encode = async (pictures: typeof shown): Promise<Buffer> => {
  const recorder = startGif({ ...size, maxBytes: 1e6 });
  for (const [atMs, colourAt] of pictures) await recorder.frame(pngOf(colourAt), atMs);
  return Buffer.from(await recorder.finish(4000));
};

interface Frame {
  startMs: number;
  /** SHA-256 of red, green and blue of each pixel that a viewer sees. */
  hash: string;
}

/** Lines of ffmpeg's hash of each frame: stream, dts, pts and duration in hundredths of a second, size, hash. */
const hashes = (gif: Buffer, options: readonly string[]): string[][] => {
  const format = ['-f', 'framehash', '-hash', 'sha256', 'pipe:1'];
  const args = ['-v', 'error', '-f', 'gif', '-i', 'pipe:0', ...options, ...format];
  const { stdout, stderr } = spawnSync(ffmpeg ?? '', args, { input: gif, encoding: 'utf8' });
  assert.equal(stderr, '');
  assert.match(stdout, /^#tb 0: 1\/100$/m);
  const lines = stdout.split('\n').filter((line) => /^\d/.test(line));
  return lines.map((line) => line.split(',').map((field) => field.trim()));
};

const framesByFfmpeg = (gif: Buffer): Frame[] => {
  const everyFrame = ['-fps_mode', 'passthrough', '-enc_time_base', '-1', '-pix_fmt', 'rgb24'];
  return hashes(gif, everyFrame).map(([, , pts, , , hash = '']) => ({ startMs: Number(pts) * 10, hash }));
};

const delaysByFfmpeg = (gif: Buffer): number[] =>
  hashes(gif, ['-c', 'copy']).map(([, , , duration]) => Number(duration) * 10);

const framesOf = ({ pictures, width, height }: DecodedGif): Frame[] =>
  pictures.map(({ atMs, at }) => {
    const hash = createHash('sha256');
    for (let y = 0; y < height; y += 1) {
      for (let x = 0; x < width; x += 1) hash.update(at(x, y).slice(1), 'hex');
    }
    return { startMs: atMs, hash: hash.digest('hex') };
  });

const assertAgreed = async (pictures: typeof shown) => {
  const gif = await encode(pictures);
  const decoded = decodeGif(gif);
  assert.equal(decoded.pictures.length, pictures.length);
  assert.deepEqual(framesByFfmpeg(gif), framesOf(decoded));
  assert.deepEqual(
    delaysByFfmpeg(gif),
    decoded.pictures.map(({ delayMs }) => delayMs),
  );
  return { gif, decoded };
};

describe('a GIF of our encoder', { skip: !ffmpeg && 'no ffmpeg' }, () => {
  it('has the same frames, delays and pixels for omggif and ffmpeg', async () => void (await assertAgreed(shown)));

  it('has them too where its dictionary is full and begins anew', async () => {
    const { gif, decoded } = await assertAgreed(noisy);
    const [first, second] = decoded.pictures;
    for (const [picture, colours] of [
      [first, 256],
      [second, 2],
    ] as const)
      for (const [x, y] of [
        [0, 0],
        [79, 45],
        [159, 89],
      ] as const)
        assert.equal(
          picture?.at(x, y),
          `#${noise(colours === 2 ? 2 : 1, colours)(x, y)
            .toString(16)
            .padStart(6, '0')}`,
        );
    // 14,400 pixels of 8 bits each, of which LZW can save nothing.
    assert.ok(gif.length > 40_000, `${gif.length} bytes`);
  });
});
