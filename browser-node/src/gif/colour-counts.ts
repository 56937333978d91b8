import { ColourSet } from './colour-set.js';
import type { Rectangle } from './rectangles.js';

/** Colours with how many pixels have them. Only the first `size` entries count. */
export interface WeightedColours {
  size: number;
  colours: Int32Array;
  weights: Int32Array;
}

const bits = 18;
const allBits = 0xffffff;
/** Six bits a channel are 2^18 colours, which always fit. */
const sixBits = 0xfcfcfc;

/**
 * Counts the changed pixels of a frame by colour. Past 2^18 colours, noise, it counts those that share the upper six bits
 * of each channel as one: the most frequent at that time, or a later group's first.
 */
export class ColourCounts implements WeightedColours {
  readonly #set = new ColourSet(bits);
  readonly colours = new Int32Array(1 << bits);
  readonly weights = new Int32Array(1 << bits);
  #mask = allBits;

  get size(): number {
    return this.#set.size;
  }

  /** False once colours share an entry. */
  get isExact(): boolean {
    return this.#mask === allBits;
  }

  /** The entry of a colour that was counted. */
  entryOf(colour: number): number {
    return this.#set.find(colour & this.#mask);
  }

  /** Counts anew the pixels of the rectangle that changed. Returns how many. */
  count(before: Int32Array, after: Int32Array, { left, top, width, height }: Rectangle, stride: number): number {
    this.#clear();
    let changed = 0;
    for (let y = top; y < top + height; y += 1) {
      const end = y * stride + left + width;
      for (let at = end - width; at < end; ) {
        const colour = after[at];
        const start = at;
        if (before[at] === colour) {
          at += 1;
          continue;
        }
        while (at < end && after[at] === colour && before[at] !== colour) at += 1;
        this.#add(colour, at - start);
        changed += at - start;
      }
    }
    return changed;
  }

  #clear(): void {
    this.#set.clear();
    this.#mask = allBits;
  }

  #add(colour: number, weight: number): void {
    if (this.#set.isFull && this.isExact && this.#set.find(colour) < 0) this.#share();
    const known = this.#set.size;
    const entry = this.#set.add(colour & this.#mask);
    if (entry === known) {
      this.colours[entry] = colour;
      this.weights[entry] = 0;
    }
    this.weights[entry] += weight;
  }

  #share(): void {
    const colours = this.colours.slice();
    const weights = this.weights.slice();
    const heaviest = new Int32Array(colours.length);
    this.#set.clear();
    this.#mask = sixBits;
    for (const [index, colour] of colours.entries()) {
      this.#add(colour, weights[index]);
      const entry = this.entryOf(colour);
      if (weights[index] <= heaviest[entry]) continue;
      heaviest[entry] = weights[index];
      this.colours[entry] = colour;
    }
  }
}
