/**
 * A colour is one number, 0xBBGGRR. Red is the lowest byte, as in PNG data read as little-endian words. A picture is an
 * `Int32Array` of colours, row by row.
 */
export const red = (colour: number): number => colour & 0xff;
export const green = (colour: number): number => (colour >> 8) & 0xff;
export const blue = (colour: number): number => colour >> 16;

export const colourOf = (r: number, g: number, b: number): number => (b << 16) | (g << 8) | r;

/** The squared distance, which mean squared error and PSNR add up. */
export const distance = (one: number, other: number): number => {
  const r = red(one) - red(other);
  const g = green(one) - green(other);
  const b = blue(one) - blue(other);
  return r * r + g * g + b * b;
};
