/** Frames and an independent decoder for the tests of this folder. */
import { GifReader } from 'omggif';
import { PNG } from 'pngjs';
import { blue, green, red } from './colours/colour.js';
import { GifEncoder } from './gif-encoder.js';
import type { Size } from './png-frame.js';

/** A picture as pngjs writes it. */
export const pngOf = (pixels: Int32Array, { width, height }: Size): Uint8Array => {
  const png = new PNG({ width, height });
  for (const [index, colour] of pixels.entries()) {
    png.data.set([red(colour), green(colour), blue(colour), 255], 4 * index);
  }
  return PNG.sync.write(png, { colorType: 2, deflateLevel: 1 });
};

/** Repeatable random whole numbers below a bound. */
export const randomOf = (seed: number): ((bound: number) => number) => {
  let state = seed >>> 0;
  return (bound) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
};

export interface DecodedFrame {
  pixels: Int32Array;
  /** Hundredths of a second. */
  delay: number;
  /** Pixels of the frame's rectangle. */
  area: number;
}

/** What a viewer sees, by omggif: the picture after each frame. */
export const decode = (gif: Uint8Array): { frames: DecodedFrame[]; loopCount: number | null } => {
  const reader = new GifReader(Buffer.from(gif));
  const canvas = new Uint8Array(4 * reader.width * reader.height);
  const frames = Array.from({ length: reader.numFrames() }, (_, index) => {
    const { delay, width, height } = reader.frameInfo(index);
    reader.decodeAndBlitFrameBGRA(index, canvas);
    const pixels = new Int32Array(canvas.length / 4);
    for (const at of pixels.keys())
      pixels[at] = (canvas[4 * at] << 16) | (canvas[4 * at + 1] << 8) | canvas[4 * at + 2];
    return { pixels, delay, area: width * height };
  });
  return { frames, loopCount: reader.loopCount() };
};

export interface Shown {
  pixels: Int32Array;
  atMs: number;
}

/** Encodes pictures, and decodes what came out. */
export const recorded = (
  size: Size,
  shown: readonly Shown[],
  endMs: number,
): { frames: DecodedFrame[]; bytes: number; leftOut: number } => {
  const encoder = new GifEncoder({ ...size, maxBytes: 1e9 });
  for (const { pixels, atMs } of shown) encoder.add(pngOf(pixels, size), atMs);
  const gif = encoder.finish(endMs);
  return { ...decode(gif), bytes: gif.length, leftOut: encoder.leftOut };
};

/** Decibels. Infinite for equal pictures. */
export const psnr = (one: Int32Array, other: Int32Array): number => {
  let sum = 0;
  for (const [index, colour] of one.entries()) {
    for (const channel of [red, green, blue]) sum += (channel(colour) - channel(other[index])) ** 2;
  }
  return 10 * Math.log10(255 ** 2 / (sum / (3 * one.length)));
};
