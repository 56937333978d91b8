import type { Size } from './png-frame.js';

/** Pixels, from the left top corner of the picture. */
export interface Rectangle extends Size {
  left: number;
  top: number;
}

/** The smallest rectangle that holds each pixel that differs. Undefined if the pictures are equal. */
export const changedRectangle = (before: Int32Array, after: Int32Array, width: number): Rectangle | undefined => {
  const first = firstDifference(before, after);
  if (first === after.length) return undefined;
  const top = Math.floor(first / width);
  const bottom = Math.floor(lastDifference(before, after) / width);
  let left = width - 1;
  let right = 0;
  for (let row = top * width; row <= bottom * width; row += width) {
    let x = 0;
    while (x < left && before[row + x] === after[row + x]) x += 1;
    left = x;
    x = width - 1;
    while (x > right && before[row + x] === after[row + x]) x -= 1;
    right = x;
  }
  return { left, top, width: right - left + 1, height: bottom - top + 1 };
};

const firstDifference = (before: Int32Array, after: Int32Array): number => {
  let at = 0;
  while (at < after.length && before[at] === after[at]) at += 1;
  return at;
};

const lastDifference = (before: Int32Array, after: Int32Array): number => {
  let at = after.length - 1;
  while (before[at] === after[at]) at -= 1;
  return at;
};
