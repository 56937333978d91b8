import type { ColourCounts } from './colour-counts.js';
import type { Mapping } from './layer.js';
import { NearestColour } from './nearest-colour.js';
import { mostColours, Palette } from './palette.js';
import { quantise } from './quantise.js';

/** A palette serves the next frame too while its mean squared error grows by no more than this factor. */
const reuseFactor = 1.2;
/** And always below this mean squared error, 48 dB. */
const invisibleError = 1;

interface Mapped extends Mapping {
  /** The mean squared error of a changed pixel. */
  error: number;
}

/** Chooses the palette of each frame. Frames share palettes where they can, because a table costs 768 bytes. */
export class Palettes {
  #exact = new Palette([]);
  #quantised: Mapped | undefined;

  /**
   * `changed` pixels have the counted colours. Exact where the colours fit into one palette; `isWhole` says that no pixel
   * stays as it is, so that all 256 indices can be colours.
   */
  choose(counts: ColourCounts, changed: number, isWhole: boolean): Mapping {
    return this.#exactMapping(counts, isWhole) ?? this.#nearestMapping(counts, changed);
  }

  #exactMapping(counts: ColourCounts, isWhole: boolean): Mapping | undefined {
    if (counts.size > mostColours || !counts.isExact) return undefined;
    const colours = counts.colours.subarray(0, counts.size);
    const palette = this.#paletteWith(colours, isWhole);
    return palette && { palette, indexOf: (colour) => palette.indexOf(colour) };
  }

  #paletteWith(colours: Int32Array, isWhole: boolean): Palette | undefined {
    if (this.#exact.hold(colours)) return this.#exact;
    const quantised = this.#quantised?.palette;
    if (quantised && colours.every((colour) => quantised.indexOf(colour) >= 0)) return quantised;
    if (colours.length === mostColours) return isWhole ? new Palette(colours, false) : undefined;
    this.#exact = new Palette(colours);
    return this.#exact;
  }

  #nearestMapping(counts: ColourCounts, changed: number): Mapping {
    const last = this.#quantised;
    if (last) {
      const mapped = mapping(last.palette, counts, changed);
      if (mapped.error <= Math.max(invisibleError, last.error * reuseFactor)) return mapped;
    }
    this.#quantised = mapping(new Palette(quantise(counts, mostColours - 1)), counts, changed);
    return this.#quantised;
  }
}

const mapping = (palette: Palette, counts: ColourCounts, changed: number): Mapped => {
  const nearest = new NearestColour(palette.colours);
  const indices = new Uint8Array(counts.size);
  let error = 0;
  for (let entry = 0; entry < counts.size; entry += 1) {
    indices[entry] = nearest.find(counts.colours[entry]) + palette.firstColour;
    error += nearest.distance * counts.weights[entry];
  }
  return { palette, error: error / changed, indexOf: (colour) => indices[counts.entryOf(colour)] };
};
