import { blue, distance, green, red } from './colour.js';

/** Cells of eight levels a channel. */
const cellBits = 5;

const cellOf = (colour: number): number =>
  (red(colour) >> 3) | ((green(colour) >> 3) << cellBits) | ((blue(colour) >> 3) << (2 * cellBits));

/** The middle of a cell is at most this far from its colours: 4 levels a channel. */
const radius = Math.sqrt(3 * 4 ** 2);
const middleOf = (colour: number): number => (colour & 0xf8f8f8) | 0x040404;

/**
 * Finds the nearest colour of a palette. Each cell of the colour space lists, at the first search in it, the few colours
 * that can be nearest to some point of it.
 */
export class NearestColour {
  readonly #palette: Int32Array;
  readonly #candidates: (Uint8Array | undefined)[] = new Array(1 << (3 * cellBits));
  /** The squared distance that the last search found. */
  distance = 0;

  /** At most 256 colours. */
  constructor(palette: Int32Array) {
    this.#palette = palette;
  }

  /** The index of the palette. */
  find(colour: number): number {
    const cell = cellOf(colour);
    let candidates = this.#candidates[cell];
    if (!candidates) {
      candidates = this.#candidatesOf(colour);
      this.#candidates[cell] = candidates;
    }
    let best = candidates[0];
    let least = distance(colour, this.#palette[best]);
    for (let place = 1; place < candidates.length; place += 1) {
      const other = distance(colour, this.#palette[candidates[place]]);
      if (other >= least) continue;
      least = other;
      best = candidates[place];
    }
    this.distance = least;
    return best;
  }

  /** Some colour is within the least distance from the middle and a radius, so a nearer one is within another radius. */
  #candidatesOf(colour: number): Uint8Array {
    const middle = middleOf(colour);
    const distances = this.#palette.map((other) => distance(middle, other));
    let least = distances[0];
    for (let index = 1; index < distances.length; index += 1) least = Math.min(least, distances[index]);
    const limit = (Math.sqrt(least) + 2 * radius) ** 2;
    const candidates = new Uint8Array(distances.length);
    let count = 0;
    for (let index = 0; index < distances.length; index += 1) {
      if (distances[index] <= limit) candidates[count++] = index;
    }
    return candidates.slice(0, count);
  }
}
