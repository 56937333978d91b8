import { blue, distance, green, red } from './colour.js';

const mostSum = 3 * 255;

/**
 * Finds the nearest colour of a palette. The palette is ordered by the sum of the channels; a search begins at the sum of
 * the colour and ends where the sums alone are farther apart than the best: (Δr + Δg + Δb)² ≤ 3 (Δr² + Δg² + Δb²).
 */
export class NearestColour {
  readonly #order: Int32Array;
  readonly #colours: Int32Array;
  readonly #sums: Int32Array;
  /** The first place of the order with at least this sum. */
  readonly #starts = new Int32Array(mostSum + 1);
  /** The squared distance that the last search found. */
  distance = 0;

  constructor(palette: Int32Array) {
    const sumOf = (colour: number) => red(colour) + green(colour) + blue(colour);
    this.#order = Int32Array.from(palette.keys()).sort((one, other) => sumOf(palette[one]) - sumOf(palette[other]));
    this.#colours = this.#order.map((index) => palette[index]);
    this.#sums = this.#colours.map(sumOf);
    let place = 0;
    for (let sum = 0; sum <= mostSum; sum += 1) {
      while (place < palette.length && this.#sums[place] < sum) place += 1;
      this.#starts[sum] = place;
    }
  }

  /** The index of the palette. */
  find(colour: number): number {
    const sums = this.#sums;
    const sum = red(colour) + green(colour) + blue(colour);
    let up = this.#starts[sum];
    let down = up - 1;
    let best = 0;
    let least = Number.MAX_SAFE_INTEGER;
    while (up < sums.length || down >= 0) {
      const place = down < 0 || (up < sums.length && sums[up] - sum <= sum - sums[down]) ? up++ : down--;
      const gap = sums[place] - sum;
      if (gap * gap >= 3 * least) break;
      const gained = distance(colour, this.#colours[place]);
      if (gained >= least) continue;
      least = gained;
      best = place;
    }
    this.distance = least;
    return this.#order[best];
  }
}
