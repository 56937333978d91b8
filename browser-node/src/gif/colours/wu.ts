/**
 * Xiaolin Wu's colour quantiser (Graphics Gems II, 1991). Until there are enough boxes, it cuts the one with the
 * largest variance. It cuts where the variance of the two halves is smallest. Sums over any box cost eight look-ups.
 */
import { blue, colourOf, green, red } from './colour.js';
import type { WeightedColours } from './colour-counts.js';

/** Cells of eight levels a channel; the row 0 of each axis is the empty sum. */
const cells = 32;
const side = cells + 1;
const strides = [1, side, side * side] as const;
const axes = [0, 1, 2] as const;

/** Cells by axis: above `from`, up to and including `to`. */
interface Box {
  from: [number, number, number];
  to: [number, number, number];
}

type Table = Float64Array;

interface Moments {
  weight: Table;
  red: Table;
  green: Table;
  blue: Table;
  /** Sums of the squared length. */
  square: Table;
}

/** At most `size` colours, each the mean of a box. */
export const wuPalette = (points: WeightedColours, size: number): number[] => {
  const moments = momentsOf(points);
  const whole: Box = { from: [0, 0, 0], to: [cells, cells, cells] };
  const boxes = [{ box: whole, variance: varianceOf(moments, whole) }];
  while (boxes.length < size) {
    const widest = boxes.reduce((one, other) => (other.variance > one.variance ? other : one));
    if (widest.variance <= 0) break;
    const halves = cut(moments, widest.box);
    if (!halves) {
      widest.variance = 0;
      continue;
    }
    const [one, other] = halves.map((box) => ({ box, variance: varianceOf(moments, box) }));
    if (one && other) boxes.splice(boxes.indexOf(widest), 1, one, other);
  }
  return boxes.map(({ box }) => meanOf(moments, box));
};

const momentsOf = ({ size, colours, weights }: WeightedColours): Moments => {
  const table = () => new Float64Array(side ** 3);
  const moments: Moments = { weight: table(), red: table(), green: table(), blue: table(), square: table() };
  for (let index = 0; index < size; index += 1) {
    const [r, g, b] = [red(colours[index]), green(colours[index]), blue(colours[index])];
    const weight = weights[index];
    const cell = placeOf((r >> 3) + 1, (g >> 3) + 1, (b >> 3) + 1);
    moments.weight[cell] += weight;
    moments.red[cell] += weight * r;
    moments.green[cell] += weight * g;
    moments.blue[cell] += weight * b;
    moments.square[cell] += weight * (r * r + g * g + b * b);
  }
  for (const each of Object.values(moments)) cumulate(each);
  return moments;
};

const placeOf = (x: number, y: number, z: number): number => x + y * side + z * side * side;

/** Makes each cell the sum of all cells up to it, axis by axis. */
const cumulate = (table: Table): void => {
  for (const stride of strides) {
    // Cells of row 0 are empty, so the carry from the end of the row before adds nothing.
    for (let at = stride; at < table.length; at += 1) {
      if (Math.floor(at / stride) % side !== 0) table[at] += table[at - stride];
    }
  }
};

const sumOver = (table: Table, { from, to }: Box): number => {
  const [x0, y0, z0] = from;
  const [x1, y1, z1] = to;
  return (
    table[placeOf(x1, y1, z1)] -
    table[placeOf(x0, y1, z1)] -
    table[placeOf(x1, y0, z1)] -
    table[placeOf(x1, y1, z0)] +
    table[placeOf(x0, y0, z1)] +
    table[placeOf(x0, y1, z0)] +
    table[placeOf(x1, y0, z0)] -
    table[placeOf(x0, y0, z0)]
  );
};

/** The squared length of the sum of the colours, divided by their weight: what the box's mean explains. */
const explainedBy = (moments: Moments, box: Box, weight: number): number => {
  const r = sumOver(moments.red, box);
  const g = sumOver(moments.green, box);
  const b = sumOver(moments.blue, box);
  return (r * r + g * g + b * b) / weight;
};

const varianceOf = (moments: Moments, box: Box): number => {
  const weight = sumOver(moments.weight, box);
  return weight === 0 ? 0 : sumOver(moments.square, box) - explainedBy(moments, box, weight);
};

const meanOf = (moments: Moments, box: Box): number => {
  const weight = Math.max(1, sumOver(moments.weight, box));
  const mean = (table: Table) => Math.round(sumOver(table, box) / weight);
  return colourOf(mean(moments.red), mean(moments.green), mean(moments.blue));
};

/** The two halves whose means explain most. Undefined for a box whose colours share a cell. */
const cut = (moments: Moments, box: Box): [Box, Box] | undefined => {
  let best: [Box, Box] | undefined;
  let most = 0;
  const weight = sumOver(moments.weight, box);
  for (const axis of axes) {
    for (let at = box.from[axis] + 1; at < box.to[axis]; at += 1) {
      const lower: Box = { from: box.from, to: box.to.with(axis, at) as Box['to'] };
      const lowerWeight = sumOver(moments.weight, lower);
      if (lowerWeight === 0) continue;
      if (lowerWeight === weight) break;
      const upper: Box = { from: box.from.with(axis, at) as Box['from'], to: box.to };
      const explained = explainedBy(moments, lower, lowerWeight) + explainedBy(moments, upper, weight - lowerWeight);
      if (explained <= most) continue;
      most = explained;
      best = [lower, upper];
    }
  }
  return best;
};
