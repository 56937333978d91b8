import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PNG } from 'pngjs';
import { pngOf, randomOf } from './gif-fixture.js';
import { readPngFrame } from './png-frame.js';

const size = { width: 37, height: 23 };

const picture = (seed: number) => {
  const random = randomOf(seed);
  // Smooth with noise, so that each filter is the best of some row.
  return Int32Array.from({ length: size.width * size.height }, (_, at) => {
    const level = 3 * (at % size.width) + Math.floor(at / size.width) + random(9);
    return (level << 16) | (random(256) << 8) | (255 - level);
  });
};

const encode = (pixels: Int32Array, options: { colorType: 2 | 6; filterType: number }): Buffer =>
  PNG.sync.write(PNG.sync.read(Buffer.from(pngOf(pixels, size))), { ...options, inputColorType: 6 } as never);

for (const colorType of [2, 6] as const) {
  for (const filterType of [0, 1, 2, 3, 4, -1]) {
    test(`reads colour type ${colorType} with filter ${filterType} as pngjs wrote it`, () => {
      const pixels = picture(filterType + 7);
      const read = new Int32Array(pixels.length);
      readPngFrame(encode(pixels, { colorType, filterType }), size, read);
      assert.deepEqual(read, pixels);
    });
  }
}

for (const filterType of [0, 1, 2, 3, 4, -1]) {
  test(`tells the rows that are the same as before, with filter ${filterType}`, () => {
    const png = (pixels: Int32Array) => encode(pixels, { colorType: 2, filterType });
    const pixels = picture(5);
    const before = { pixels, raw: readPngFrame(png(pixels), size, new Int32Array(pixels.length)).raw };
    const changed = [7, 8, 20];
    const after = pixels.map((colour, at) => colour ^ Number(changed.some((y) => at === y * size.width + 3)));
    const read = new Int32Array(pixels.length);
    const { same } = readPngFrame(png(after), size, read, before);
    assert.deepEqual(read, after);
    assert.deepEqual(
      [...same.keys()].filter((y) => !same[y]),
      changed,
    );
  });
}

test('refuses other sizes, kinds and broken files', () => {
  const into = new Int32Array(size.width * size.height);
  const png = pngOf(picture(1), size);
  assert.throws(
    () => readPngFrame(png, { width: 23, height: 37 }, into),
    /A frame is 37×23 pixels, the recording 23×37/,
  );
  assert.throws(() => readPngFrame(Buffer.from('GIF89a and more'), size, into), /not a PNG/);
  const grey = PNG.sync.write(PNG.sync.read(Buffer.from(png)), { colorType: 0 });
  assert.throws(() => readPngFrame(grey, size, into), /depth 8, colour type 0/);
  const broken = Uint8Array.from(png);
  broken[broken.length - 30] ^= 0xff;
  assert.throws(() => readPngFrame(broken, size, into));
  assert.throws(() => readPngFrame(png.subarray(0, png.length - 40), size, into));
});
