import { mostPixels } from '../../capture/clip.js';

const mebibyte = 2 ** 20;
/** Chromium holds a picture four times on its way to us, with four bytes a pixel. */
const bytesPerPixel = 16;
/** What a browser takes with an ordinary page. */
const browserBytes = 384 * mebibyte;
/** A window is to be shown in any case. */
const leastPixels = 10_000_000;

/** The largest picture that a browser can make with so many bytes of memory: a larger one would end it. */
export const pixelsIn = (bytes: number): number =>
  Math.min(mostPixels, Math.max(leastPixels, Math.floor((bytes - browserBytes) / bytesPerPixel)));
