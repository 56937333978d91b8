import assert from 'node:assert/strict';
import { test } from 'node:test';
import { randomOf } from '../gif-fixture.js';
import { changesBetween } from '../rectangles.js';
import { blue, distance, green, red } from './colour.js';
import { ColourCounts, type WeightedColours } from './colour-counts.js';
import { NearestColour } from './nearest-colour.js';
import { quantise } from './quantise.js';
import { wuPalette } from './wu.js';

const counted = (colours: readonly number[]): ColourCounts => {
  const after = Int32Array.from(colours);
  const counts = new ColourCounts();
  const before = new Int32Array(after.length).fill(-1);
  const changes = changesBetween(before, after, { width: after.length, height: 1 });
  assert.ok(changes);
  counts.count(before, after, changes, after.length);
  return counts;
};

const errorOf = ({ size, colours, weights }: WeightedColours, palette: Int32Array): number => {
  const nearest = new NearestColour(palette);
  let [error, pixels] = [0, 0];
  for (let entry = 0; entry < size; entry += 1) {
    nearest.find(colours[entry]);
    error += nearest.distance * weights[entry];
    pixels += weights[entry];
  }
  return error / pixels;
};

test('the nearest colour is that of a full search', () => {
  const random = randomOf(2);
  for (const count of [1, 2, 17, 256]) {
    const palette = Int32Array.from({ length: count }, () => random(1 << 24));
    const nearest = new NearestColour(palette);
    for (let round = 0; round < 2000; round += 1) {
      const colour = random(1 << 24);
      const least = Math.min(...palette.map((other) => distance(colour, other)));
      assert.equal(distance(colour, palette[nearest.find(colour)]), least);
      assert.equal(nearest.distance, least);
    }
  }
});

test('refining improves on the boxes alone, and a page keeps its frequent colours', () => {
  const random = randomOf(8);
  const shades = Array.from({ length: 40_000 }, () => {
    const level = random(200);
    return (Math.min(255, level + random(40)) << 16) | ((level >> 1) << 8) | (255 - level);
  });
  const flat = [0xf8f9fa, 0xffffff, 0xf1f3f5];
  const counts = counted([...shades, ...Array.from({ length: 30_000 }, (_, at) => flat[at % 3])]);
  const palette = quantise(counts, 255);
  assert.ok(palette.length <= 255);
  for (const colour of flat) assert.ok(palette.includes(colour), colour.toString(16));
  const boxes = Int32Array.from(wuPalette(counts, 255));
  assert.ok(errorOf(counts, palette) < 0.8 * errorOf(counts, boxes));
});

test('near shades fill the palette, though they share a few boxes', () => {
  const shades = Array.from(
    { length: 2000 },
    (_, at) => 0xe0e0e0 + (at % 10) + (((at / 10) % 10) << 8) + ((at / 100) << 16),
  );
  const palette = quantise(counted(shades), 255);
  assert.ok(palette.length >= 250, `${palette.length} colours`);
});

test('colours past 2^17 are counted in groups, none is lost', () => {
  const colours = Array.from({ length: 400_000 }, (_, at) =>
    at % 4 === 0 ? 0xfefefe : Math.imul(at, 0x9e3779b1) >>> 8,
  );
  const counts = counted(colours);
  assert.equal(counts.isExact, false);
  assert.equal(
    counts.weights.subarray(0, counts.size).reduce((sum, weight) => sum + weight, 0),
    colours.length,
  );
  assert.equal(counts.colours[counts.entryOf(0xfefefe)], 0xfefefe);
  for (const colour of colours.slice(0, 5000)) {
    const shared = counts.colours[counts.entryOf(colour)];
    for (const channel of [red, green, blue]) assert.ok(Math.abs(channel(shared) - channel(colour)) < 4);
  }
  assert.equal(counted([1, 2, 2]).isExact, true);
});
