import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GifReader } from 'omggif';
import { Palette } from '../colours/palette.js';
import { gifFile } from '../gif-file.js';
import { decode, randomOf } from '../gif-fixture.js';
import { LzwEncoder, orTransparent } from './lzw.js';

const width = 640;
const greys = Int32Array.from({ length: 255 }, (_, level) => level * 0x010101);
const encoder = new LzwEncoder();

/** The greys that omggif shows of these symbols, over black, and the bytes of the codes. Symbol 0 is transparent. */
const shownBy = (symbols: Uint16Array) => {
  const data = encoder.encode({ symbols, transparent: 0 }, 8);
  const frame = { left: 0, top: 0, width, height: symbols.length / width, start: 0, palette: new Palette(greys), data };
  const gif = gifFile({ width, height: frame.height, frames: [frame], end: 10, loop: 0 });
  return { pixels: decode(gif).frames[0].pixels.map((colour) => colour & 0xff), bytes: data.length };
};

const symbolsOf = (rows: number, symbolAt: (at: number) => number) =>
  Uint16Array.from({ length: width * rows }, (_, at) => symbolAt(at));

test('noise, runs and repetitions come back, over many dictionaries', () => {
  const random = randomOf(3);
  const cases = {
    noise: symbolsOf(400, () => 1 + random(255)),
    run: symbolsOf(400, () => 7),
    rows: symbolsOf(400, (at) => 1 + (Math.imul(at % width, 77) & 0x3f)),
    halves: symbolsOf(400, (at) => (at < 128_000 ? 1 + (at & 3) : 1 + random(255))),
    pixel: Uint16Array.from({ length: width }, () => 5),
  };
  for (const [name, symbols] of Object.entries(cases)) {
    assert.deepEqual(
      shownBy(symbols).pixels,
      Int32Array.from(symbols, (symbol) => symbol - 1),
      name,
    );
  }
});

/** Pixels of the codes, which decoders do not count past the end of a frame. Here, the dictionary never fills. */
const countOf = (data: Uint8Array): number => {
  const [depth = 0] = data;
  const bytes: number[] = [];
  for (let at = 1; data[at]; at += 1 + data[at]) bytes.push(...data.subarray(at + 1, at + 1 + data[at]));
  const clear = 1 << depth;
  const lengths = [...new Array<number>(clear).fill(1), 0, 0];
  let width = depth + 1;
  let before = 0;
  let count = 0;
  for (let bit = 0; ; ) {
    let code = 0;
    for (let place = 0; place < width; place += 1, bit += 1) code |= ((bytes[bit >> 3] >> (bit & 7)) & 1) << place;
    if (code === clear + 1) return count;
    if (code === clear) continue;
    if (before > 0) lengths.push(before + 1);
    if (lengths.length === 1 << width) width += 1;
    before = lengths[code];
    count += before;
  }
};

test('runs of any length and symbol have as many pixels as the frame', () => {
  for (const symbol of [0, 1, 3, 255])
    for (let length = 1; length <= 300; length += 1) {
      const symbols = new Uint16Array(length).fill(symbol);
      assert.equal(countOf(encoder.encode({ symbols, transparent: 0 }, 8)), length, `${length} of ${symbol}`);
    }
});

test('noise costs at most 13 bits a pixel: 12 of a code, blocks and clear codes', () => {
  const random = randomOf(4);
  const { bytes } = shownBy(symbolsOf(400, () => 1 + random(255)));
  assert.ok(bytes * 8 < width * 400 * 13, `${(bytes * 8) / width / 400} bits`);
});

test('a dictionary that stopped to serve is replaced', () => {
  const random = randomOf(9);
  const words = Array.from({ length: 400 }, () => Array.from({ length: 40 }, () => 1 + random(255)));
  const text = (first: number) => {
    let word: number[] = [];
    return () => {
      if (word.length === 0) word = [...words[first + random(200)]];
      return word.pop() ?? 0;
    };
  };
  const bytesOf = (...writers: (() => number)[]) =>
    shownBy(symbolsOf(300 * writers.length, (at) => writers[Math.floor(at / width / 300)]())).bytes;
  const apart = bytesOf(text(0)) + bytesOf(text(200));
  const together = bytesOf(text(0), text(200));
  assert.ok(together < 1.15 * apart, `${together} bytes instead of ${apart}`);
});

test('a pixel that may stay takes the symbol that costs less', () => {
  const random = randomOf(6);
  // Black shows as symbol 1 and as transparent: a decoder shows the same for both.
  const isDrawn = symbolsOf(100, () => random(2));
  const drawn = isDrawn.map((each, at) => (each === 1 ? 2 + (at % 3) : 1));
  const mixed = drawn.map((symbol) => (symbol === 1 && random(2) === 1 ? 0 : symbol));
  const free = drawn.map((symbol) => (symbol === 1 ? symbol | orTransparent : symbol));
  const [one, other, best] = [shownBy(drawn), shownBy(mixed), shownBy(free)];
  assert.deepEqual(best.pixels, one.pixels);
  assert.ok(best.bytes <= one.bytes * 1.01 && best.bytes < other.bytes);
});

test('the file has what another reader asks of its header', () => {
  const palette = new Palette([0xff, 0xff00]);
  const data = encoder.encode({ symbols: Uint16Array.of(1, 2), transparent: 0 }, 2);
  const frame = { left: 3, top: 4, width: 2, height: 1, palette, data };
  const frames = [0, 30].map((start) => ({ ...frame, start }));
  const reader = new GifReader(Buffer.from(gifFile({ width: 300, height: 200, frames, end: 90, loop: 0 })));
  const { x, y, delay, disposal, has_local_palette: isLocal, transparent_index: transparent } = reader.frameInfo(1);
  assert.deepEqual(
    [reader.width, reader.height, x, y, delay, disposal, isLocal, transparent],
    [300, 200, 3, 4, 60, 1, false, 0],
  );
});
