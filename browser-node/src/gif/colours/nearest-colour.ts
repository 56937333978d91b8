import { blue, distance, green, red } from './colour.js';

/** One more than the largest sum of three channels. */
const sums = 3 * 255 + 1;
const channelSum = (colour: number): number => red(colour) + green(colour) + blue(colour);

/**
 * Finds the nearest colour of a palette. The palette is ordered by the sum of the channels. A squared distance is at
 * least a third of the sums' squared difference. So a search examines only the few colours with a near sum.
 */
export class NearestColour {
  /** Indices of the palette by ascending sum; the colours and their sums in the same order. */
  readonly #indices: Uint8Array;
  readonly #colours: Int32Array;
  readonly #sums: Int32Array;
  /** The place of the first colour with at least this sum. */
  readonly #places = new Int32Array(sums);
  /** The squared distance that the last search found. */
  distance = 0;

  /** At most 256 colours. */
  constructor(palette: Int32Array) {
    this.#indices = Uint8Array.from(palette.keys()).sort(
      (one, other) => channelSum(palette[one]) - channelSum(palette[other]),
    );
    this.#colours = Int32Array.from(this.#indices, (index) => palette[index]);
    this.#sums = this.#colours.map(channelSum);
    let place = 0;
    for (let sum = 0; sum < sums; sum += 1) {
      while (place < this.#sums.length && this.#sums[place] < sum) place += 1;
      this.#places[sum] = place;
    }
  }

  /** The index of the nearest colour in the palette. */
  find(colour: number): number {
    const sum = channelSum(colour);
    const start = this.#places[sum];
    this.distance = Number.POSITIVE_INFINITY;
    const above = this.#nearer(colour, sum, start, 1);
    const below = this.#nearer(colour, sum, start - 1, -1);
    return this.#indices[below < 0 ? above : below];
  }

  /** The place of the nearest colour from a place on, or -1 where none is nearer than `distance`. */
  #nearer(colour: number, sum: number, from: number, step: 1 | -1): number {
    let best = -1;
    let least = this.distance;
    for (let place = from; place >= 0 && place < this.#sums.length; place += step) {
      if ((this.#sums[place] - sum) ** 2 >= 3 * least) break;
      const other = distance(colour, this.#colours[place]);
      if (other >= least) continue;
      least = other;
      best = place;
    }
    this.distance = least;
    return best;
  }
}
