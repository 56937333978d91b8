import { blue, green, red } from './colour.js';
import { ColourSet } from './colour-set.js';

/** The most colours of a GIF's colour table. */
export const mostColours = 256;

/**
 * A colour table. It may grow after frames have used it, because the file is written after the last frame. An index
 * keeps its colour.
 */
export class Palette {
  /** The index that leaves a pixel as it is, or -1 where all 256 are colours. */
  readonly transparent: 0 | -1;
  /** The index of the first colour. */
  readonly firstColour: 0 | 1;
  readonly #set = new ColourSet(8);

  constructor(colours: Iterable<number>, hasTransparent = true) {
    this.transparent = hasTransparent ? 0 : -1;
    this.firstColour = hasTransparent ? 1 : 0;
    for (const colour of colours) this.#set.add(colour);
  }

  /** Indices in use, with the transparent one. */
  get size(): number {
    return this.firstColour + this.#set.size;
  }

  /** In the order of their indices. */
  get colours(): Int32Array {
    return this.#set.colours.subarray(0, this.#set.size);
  }

  colourOf(index: number): number {
    return this.#set.colours[index - this.firstColour];
  }

  /** -1 for a colour that the table does not have. */
  indexOf(colour: number): number {
    const number = this.#set.find(colour);
    return number < 0 ? -1 : number + this.firstColour;
  }

  /** Adds the missing colours if all of them fit. Returns whether the table has all these colours. */
  hold(colours: Int32Array): boolean {
    const missing = colours.filter((colour) => this.#set.find(colour) < 0);
    if (this.size + missing.length > mostColours) return false;
    for (const colour of missing) this.#set.add(colour);
    return true;
  }

  /** Red, green, blue of each index, filled up to a power of two. */
  bytes(): Uint8Array {
    const bytes = new Uint8Array(3 << depthOf(this.size));
    for (let index = this.firstColour; index < this.size; index += 1) {
      const colour = this.colourOf(index);
      bytes.set([red(colour), green(colour), blue(colour)], 3 * index);
    }
    return bytes;
  }
}

/** The bits that tell this number of indices apart, at least 1. */
export const depthOf = (size: number): number => Math.max(1, 32 - Math.clz32(size - 1));
