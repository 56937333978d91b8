import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { GifEncoder, GifTooLarge } from './gif-encoder.js';
import { decode, pngOf, psnr, randomOf, recorded, type Shown } from './gif-fixture.js';
import type { Size } from './png-frame.js';

const picture = (size: Size, colourAt: (at: number) => number): Int32Array =>
  Int32Array.from({ length: size.width * size.height }, (_, at) => colourAt(at));

/** Changes a random rectangle of a picture, with few colours, many, or single pixels. */
const changed = (
  before: Int32Array,
  { width, height }: Size,
  colours: readonly number[],
  random: (n: number) => number,
) => {
  const after = before.slice();
  const [left, top] = [random(width), random(height)];
  const [right, bottom] = [left + 1 + random(width - left), top + 1 + random(height - top)];
  const every = 1 + random(3);
  for (let y = top; y < bottom; y += 1) {
    for (let x = left; x < right; x += every) after[y * width + x] = colours[random(colours.length)];
  }
  return after;
};

const scene = fc.record({
  width: fc.integer({ min: 1, max: 61 }),
  height: fc.integer({ min: 1, max: 61 }),
  seed: fc.integer({ min: 0, max: 1e9 }),
  colours: fc.constantFrom(1, 2, 3, 4, 5, 16, 17, 100, 255),
  frames: fc.integer({ min: 1, max: 8 }),
});

test('any frames of few colours come back pixel by pixel, with their times', () => {
  fc.assert(
    fc.property(scene, ({ width, height, seed, colours: count, frames }) => {
      const size = { width, height };
      const random = randomOf(seed);
      const colours = Array.from({ length: count }, () => random(1 << 24));
      let pixels = picture(size, () => colours[random(count)]);
      const shown: Shown[] = [{ pixels, atMs: 0 }];
      for (let index = 1; index < frames; index += 1) {
        pixels = changed(pixels, size, colours, random);
        shown.push({ pixels, atMs: (shown.at(-1)?.atMs ?? 0) + 20 + random(90) });
      }
      const endMs = (shown.at(-1)?.atMs ?? 0) + 100;
      assertSame(recorded(size, shown, endMs).frames, shown, endMs);
    }),
    { numRuns: 100 },
  );
});

/** Each picture is on the screen in the middle of its time, and all delays add up. */
const assertSame = (
  frames: readonly { pixels: Int32Array; delay: number }[],
  shown: readonly Shown[],
  endMs: number,
) => {
  assert.equal(
    frames.reduce((sum, { delay }) => sum + delay, 0),
    Math.round(endMs / 10),
  );
  for (const [index, { pixels, atMs }] of shown.entries()) {
    const middle = (atMs + (shown[index + 1]?.atMs ?? endMs)) / 20;
    let end = 0;
    const frame = frames.find(({ delay }) => {
      end += delay;
      return middle < end;
    });
    assert.deepEqual(frame?.pixels, pixels, `the picture of ${atMs} ms`);
  }
};

test('256 colours are exact where all pixels change, 257 and more are near', () => {
  const size = { width: 64, height: 48 };
  const qualityOf = (count: number) => {
    const shown = [0, 1].map((shift) => ({
      atMs: 50 * shift,
      pixels: picture(size, (at) => Math.imul(((at + shift) % count) + 1, 0x9e3779b1) >>> 8),
    }));
    const { frames } = recorded(size, shown, 100);
    return Math.min(...frames.map(({ pixels }, index) => psnr(pixels, shown[index].pixels)));
  };
  assert.equal(qualityOf(256), Number.POSITIVE_INFINITY);
  const [barely, all] = [qualityOf(257), qualityOf(3072)];
  assert.ok(barely > 44 && all > 26, `${barely} and ${all} dB`);
});

test('more than 2^18 colours are counted in groups', () => {
  const size = { width: 640, height: 520 };
  const pixels = picture(size, (at) => Math.imul(at, 0x9e3779b1) >>> 8);
  const { frames } = recorded(size, [{ pixels, atMs: 0 }], 100);
  assert.ok(psnr(pixels, frames[0].pixels) > 26);
});

test('a flat area keeps its colour beside a picture of many colours', () => {
  const size = { width: 200, height: 200 };
  const flat = 0xf7f9fb;
  const pixels = picture(size, (at) => (at < 20_000 ? flat : Math.imul(at, 0x9e3779b1) >>> 8));
  const { frames } = recorded(size, [{ pixels, atMs: 0 }], 100);
  assert.deepEqual(frames[0].pixels.subarray(0, 20_000), pixels.subarray(0, 20_000));
});

test('an area of new colours gets them, however small its share of the error', () => {
  const size = { width: 256, height: 256 };
  // All shades of red and green; then a part of them with some blue.
  const shades = (shift: number, blueOf: (at: number) => number) =>
    picture(size, (at) => (blueOf(at) << 16) | ((at >> 8) << 8) | ((at + shift) & 0xff));
  const isIn = (at: number) => at >> 8 < 32 && (at & 0xff) < 40;
  const shown = [
    { atMs: 0, pixels: shades(0, () => 0) },
    { atMs: 50, pixels: shades(1, (at) => (isIn(at) ? 30 : 0)) },
  ];
  const [, second] = recorded(size, shown, 100).frames;
  const blues = [...second.pixels].filter((_, at) => isIn(at)).map((colour) => colour >> 16);
  const mean = blues.reduce((sum, each) => sum + each, 0) / blues.length;
  assert.ok(mean > 15, `blue is ${mean}`);
});

test('a flat area of a new colour gets it, though it is one colour of thousands', () => {
  const size = { width: 256, height: 256 };
  const flat = 0xfa3c1e;
  const gradient = (shift: number) => picture(size, (at) => ((at >> 8) << 8) | ((at + shift) & 0xff));
  const isIn = (at: number) => at >> 8 >= 100 && at >> 8 < 140 && (at & 0xff) >= 101 && (at & 0xff) < 141;
  const shown = [
    { atMs: 0, pixels: gradient(0) },
    { atMs: 50, pixels: gradient(1).map((colour, at) => (isIn(at) ? flat : colour)) },
  ];
  const [, second] = recorded(size, shown, 100).frames;
  assert.deepEqual(new Set(second.pixels.filter((_, at) => isIn(at))), new Set([flat]));
});

test('a flat area that scrolls in has one colour, below a photo and near its colours', () => {
  const size = { width: 600, height: 400 };
  const flat = 0x212529;
  /** More colours than are counted one by one, dark ones too; the flat area rises by 60 rows a frame. */
  const photo = (at: number) => Math.imul(at, 0x9e3779b1) >>> (at % 2 === 0 ? 8 : 10);
  const scrolled = (rows: number) => picture(size, (at) => (at < 600 * (400 - rows) ? photo(at + 600 * rows) : flat));
  const shown = [0, 1, 2, 3].map((index) => ({ atMs: 50 * index, pixels: scrolled(60 * index) }));
  const { frames } = recorded(size, shown, 200);
  for (const [index, { pixels }] of frames.entries())
    assert.deepEqual(
      new Set(pixels.subarray(600 * (400 - 60 * index))),
      new Set(index === 0 ? [] : [flat]),
      `${index}`,
    );
});

test('a flat area of a new colour gets it after a picture that no palette serves well', () => {
  const size = { width: 200, height: 200 };
  const flat = 0x212529;
  const many = { atMs: 0, pixels: picture(size, (at) => Math.imul(at, 0x9e3779b1) >>> 8) };
  const [first] = recorded(size, [many], 100).frames;
  // The rest has colours that the palette has, or nearly: its error is lower than that of the picture before.
  const rest = first.pixels.toReversed().map((colour, at) => colour ^ (at & 1));
  const next = { atMs: 50, pixels: rest.map((colour, at) => (at < 12_000 ? flat : colour)) };
  const [, second] = recorded(size, [many, next], 100).frames;
  assert.deepEqual(new Set(second.pixels.subarray(0, 12_000)), new Set([flat]));
});

test('a still page is one frame, and a small change a small frame', () => {
  const size = { width: 300, height: 200 };
  const page = picture(size, (at) => (at % 7) * 0x101010);
  const caret = page.slice();
  for (let y = 50; y < 60; y += 1) caret[y * 300 + 40] = 0xff;
  const times = [0, 50, 100, 600, 650, 700];
  const pictures = [page, page, page, caret, caret, page];
  const { frames } = recorded(
    size,
    times.map((atMs, index) => ({ atMs, pixels: pictures[index] })),
    1000,
  );
  assert.deepEqual(
    frames.map(({ delay, area }) => [delay, area]),
    [
      [60, 60_000],
      [10, 10],
      [30, 10],
    ],
  );
});

test('small changes far apart in a still picture come back pixel by pixel', () => {
  const size = { width: 400, height: 300 };
  const boxes = (at: number, index: number) => {
    const [x, y] = [at % size.width, Math.floor(at / size.width)];
    return [5 + index, 380 - index].some((left, place) => Math.abs(x - left) < 3 && Math.abs(y - 20 - 250 * place) < 3);
  };
  const shown = [0, 1, 2, 3].map((index) => ({
    atMs: 100 * index,
    pixels: picture(size, (at) => (boxes(at, index) ? 0xff : ((at >> 4) % 20) * 0x0a0a0a)),
  }));
  const { frames } = recorded(size, shown, 400);
  assert.deepEqual(
    frames.map(({ pixels }) => pixels),
    shown.map(({ pixels }) => pixels),
  );
});

test('keeps 50 pictures a second of a screen with 60 frames, each within 20 ms of its time', () => {
  const size = { width: 2, height: 2 };
  const frames = Array.from({ length: 300 }, (_, index) => 1000 + (index * 1000) / 60);
  const times = frames.filter((_, index) => index % 6 !== 5);
  const shown = times.map((atMs, index) => ({ atMs, pixels: picture(size, () => index) }));
  const { frames: kept, leftOut } = recorded(size, shown, 6000);
  assert.deepEqual(
    kept.map(({ pixels }) => pixels[0]),
    times.map((_, index) => index),
  );
  assert.equal(leftOut, 0);
  let start = 0;
  for (const [index, { delay }] of kept.entries()) {
    assert.ok(Math.abs(start - ((times[index] ?? 0) - 1000)) <= 20, `picture ${index} starts at ${start} ms`);
    start += 10 * delay;
  }
});

test('frames that come too soon give way to the newest and are counted, and delays do not drift', () => {
  const size = { width: 2, height: 2 };
  const times = Array.from({ length: 300 }, (_, index) => 1000 + (index * 1000) / 60);
  const shown = times.map((atMs, index) => ({ atMs, pixels: picture(size, () => index) }));
  const { frames, leftOut } = recorded(size, shown, 6000);
  assert.ok(frames.every(({ delay }) => delay >= 2));
  const length = frames.reduce((sum, { delay }) => sum + delay, 0);
  assert.ok(length >= 500 && length <= 504, `${length} hundredths`);
  assert.equal(frames.at(-1)?.pixels[0], 299);
  assert.ok(frames.length >= 249, `${frames.length} frames`);
  assert.equal(frames.length + leftOut, 300);
});

test('a last frame just before the end stays for 20 ms', () => {
  const size = { width: 1, height: 1 };
  const shown = [0, 500, 995].map((atMs, index) => ({ atMs, pixels: picture(size, () => index) }));
  assert.deepEqual(
    recorded(size, shown, 1000).frames.map(({ delay }) => delay),
    [50, 48, 2],
  );
  const close = [0, 980, 1000].map((atMs, index) => ({ atMs, pixels: picture(size, () => index) }));
  assert.deepEqual(
    recorded(size, close, 1000).frames.map(({ delay }) => delay),
    [98, 2, 2],
  );
});

test('loops for ever, a number of times, or plays once', () => {
  const loopOf = (loop?: number) => {
    const encoder = new GifEncoder({ width: 1, height: 1, maxBytes: 1e6, ...(loop === undefined ? {} : { loop }) });
    encoder.add(pngOf(Int32Array.of(0), { width: 1, height: 1 }), 0);
    return decode(encoder.finish(100)).loopCount;
  };
  assert.deepEqual([loopOf(), loopOf(0), loopOf(1), loopOf(3)], [0, 0, null, 2]);
});

test('a file of exactly the allowed size is not refused, however many frames share its colour table', () => {
  const size = { width: 20, height: 20 };
  const colours = picture(size, (at) => at % 200);
  const encodeWithin = (maxBytes: number) => {
    const encoder = new GifEncoder({ ...size, maxBytes });
    for (let index = 0; index < 20; index += 1) {
      colours[0] = index;
      encoder.add(pngOf(colours, size), 50 * index);
    }
    return encoder.finish(1000);
  };
  const { length } = encodeWithin(1e6);
  assert.equal(encodeWithin(length).length, length);
  assert.throws(() => encodeWithin(length - 1), GifTooLarge);
});

test('a file larger than allowed is refused before its end', () => {
  const size = { width: 100, height: 100 };
  const random = randomOf(1);
  const encoder = new GifEncoder({ ...size, maxBytes: 50_000 });
  assert.throws(() => {
    for (let index = 0; index < 20; index += 1)
      encoder.add(
        pngOf(
          picture(size, () => random(1 << 24)),
          size,
        ),
        50 * index,
      );
  }, GifTooLarge);
});
