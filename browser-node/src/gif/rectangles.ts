import type { Size } from './png-frame.js';

/** Pixels, from the left top corner of the picture. */
export interface Rectangle extends Size {
  left: number;
  top: number;
}

/** Where a picture differs from the one before. */
export interface Changes {
  /** The smallest rectangle that holds each pixel that differs. */
  rectangle: Rectangle;
  /** In each row of the picture: the columns from `lefts` to before `ends`. Both are 0 in a row without changes. */
  lefts: Int32Array;
  ends: Int32Array;
}

/** Undefined if the pictures are equal. Rows with a 1 in `same` are equal, and not compared again. */
export const changesBetween = (
  before: Int32Array,
  after: Int32Array,
  { width, height }: Size,
  same: Uint8Array = new Uint8Array(height),
): Changes | undefined => {
  const lefts = new Int32Array(height);
  const ends = new Int32Array(height);
  let [left, right, top, bottom] = [width, 0, height, 0];
  for (let y = 0; y < height; y += 1) {
    if (same[y]) continue;
    const [first, end] = changedColumns(before, after, y * width, width);
    if (end === 0) continue;
    lefts[y] = first;
    ends[y] = end;
    left = Math.min(left, first);
    right = Math.max(right, end);
    top = Math.min(top, y);
    bottom = y + 1;
  }
  if (bottom === 0) return undefined;
  return { rectangle: { left, top, width: right - left, height: bottom - top }, lefts, ends };
};

/** The first column that differs and the one behind the last, 0 and 0 if the row is equal. `row`: its first pixel. */
const changedColumns = (before: Int32Array, after: Int32Array, row: number, width: number): [number, number] => {
  let first = row;
  const behind = row + width;
  while (first < behind && before[first] === after[first]) first += 1;
  if (first === behind) return [0, 0];
  let last = behind - 1;
  while (before[last] === after[last]) last -= 1;
  return [first - row, last + 1 - row];
};
