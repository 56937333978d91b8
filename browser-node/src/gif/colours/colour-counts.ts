import type { Changes } from '../rectangles.js';
import { ColourSet } from './colour-set.js';

/** Colours, and how many pixels have each. Only the first `size` entries count. */
export interface WeightedColours {
  size: number;
  colours: Int32Array;
  weights: Int32Array;
}

/** Up to 2^17 colours are counted one by one. */
const exactBits = 17;
/** A group has the colours with the same upper six bits of each channel. */
const groups = 1 << 18;
const groupOf = (colour: number): number =>
  ((colour >> 2) & 0x3f) | ((colour >> 4) & 0xfc0) | ((colour >> 6) & 0x3f000);
/** Up to 2^12 colours of flat areas stay apart from their group. */
const flatBits = 12;
/** A colour is flat if it has more than this share of the pixels before the first group. */
const ownColourShare = 1 / 256;
/** After that, a colour is flat if it has at least this many pixels in a row. */
const flatRun = 32;

/**
 * Counts the changed pixels of a frame by colour. Past 2^17 colours it counts groups whose colours differ by at most
 * three levels a channel. The group's colour is the most frequent or the first.
 */
export class ColourCounts implements WeightedColours {
  readonly #exact = new ColourSet(exactBits);
  readonly #flat = new ColourSet(flatBits);
  readonly #flatEntries = new Int32Array(1 << flatBits);
  /** The entry of each group, plus one. 0: the group has none yet. */
  readonly #entries = new Int32Array(groups);
  readonly colours = new Int32Array(groups + (1 << flatBits));
  readonly weights = new Int32Array(groups + (1 << flatBits));
  size = 0;
  /** False once colours share an entry. */
  isExact = true;

  /** The entry of a colour that was counted. */
  entryOf(colour: number): number {
    if (this.isExact) return this.#exact.find(colour);
    const flat = this.#flat.find(colour);
    return flat >= 0 ? this.#flatEntries[flat] : this.#entries[groupOf(colour)] - 1;
  }

  /** Counts anew the pixels that changed. Returns how many. */
  count(before: Int32Array, after: Int32Array, { rectangle, lefts, ends }: Changes, stride: number): number {
    const { top, height } = rectangle;
    this.#clear();
    let changed = 0;
    for (let y = top; y < top + height; y += 1) {
      const end = y * stride + ends[y];
      for (let at = y * stride + lefts[y]; at < end; ) {
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
    this.#exact.clear();
    this.isExact = true;
    this.size = 0;
  }

  #add(colour: number, weight: number, isFlat = weight >= flatRun): void {
    if (this.isExact && this.#exact.isFull && this.#exact.find(colour) < 0) this.#group();
    const entry = this.isExact ? this.#exact.add(colour) : this.#groupEntry(colour, isFlat);
    if (entry === this.size) this.#append(colour);
    this.weights[entry] += weight;
  }

  #append(colour: number): void {
    this.colours[this.size] = colour;
    this.weights[this.size] = 0;
    this.size += 1;
  }

  #groupEntry(colour: number, isFlat: boolean): number {
    const flat = this.#flat.find(colour);
    if (flat >= 0) return this.#flatEntries[flat];
    if (isFlat && !this.#flat.isFull) return this.#addFlat(colour);
    const group = groupOf(colour);
    if (this.#entries[group] === 0) this.#entries[group] = this.size + 1;
    return this.#entries[group] - 1;
  }

  /** The entry of the colour is the next free one. */
  #addFlat(colour: number): number {
    this.#flatEntries[this.#flat.add(colour)] = this.size;
    return this.size;
  }

  /** Groups the colours that were counted so far, the most frequent colours first. */
  #group(): void {
    const counted = Array.from(this.colours.subarray(0, this.size), (colour, entry) => ({
      colour,
      weight: this.weights[entry],
    })).sort((one, other) => other.weight - one.weight);
    const total = counted.reduce((sum, { weight }) => sum + weight, 0);
    this.#clear();
    this.isExact = false;
    this.#flat.clear();
    this.#entries.fill(0);
    for (const { colour, weight } of counted) this.#add(colour, weight, weight > total * ownColourShare);
  }
}
