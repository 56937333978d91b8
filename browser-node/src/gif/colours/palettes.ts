import type { ColourCounts } from './colour-counts.js';
import { NearestColour } from './nearest-colour.js';
import { mostColours, Palette } from './palette.js';
import { heavyShare, quantise } from './quantise.js';

/** A palette serves the next frame too while its mean squared error grows by no more than this factor. */
const reuseFactor = 1.5;
/** Unless more pixels than this share became visibly wrong: a mean hides an area whose colours the palette lacks. */
const wrongShare = 1 / 256;
/** The squared distance of eight levels in each channel. */
const visible = 192;
/** A colour of more pixels than this share is a flat area. Its new part must not show an edge beside the old one. */
const flatAreaShare = 1 / 64;
/** The squared distance of two levels in each channel. */
const visibleInFlat = 12;
/** A mean squared error of all three channels below this, 53 dB, is small enough in any case. */
const invisibleError = 1;

/**
 * If colours are quantised, a pixel stays as it is within this squared distance. Two levels in two channels are
 * invisible. A page of gradients then takes 7 % fewer bytes, and loses 0.5 dB of 57. If `mostChanged` of the pixels
 * change, there is no tolerance. Single pixels that stay would cut LZW's strings: 5 % more bytes.
 */
const tolerance = 8;
const mostChanged = 1 / 2;

/** The most colours with few pixels whose errors are measured. They stand for all such colours. */
const mostSamples = 4096;

interface Errors {
  /** The mean squared distance of a changed pixel. */
  mean: number;
  /** The share of changed pixels that are visibly wrong, without flat areas. */
  wrong: number;
  /** The same of flat areas. */
  wrongFlat: number;
}

/** A palette, and its errors when it was made. */
interface Quantised {
  palette: Palette;
  nearest: NearestColour;
  errors: Errors;
}

/** How changed colours are drawn. */
export interface Mapping {
  palette: Palette;
  /** The index of the palette for a colour of a changed pixel. */
  indexOf: (colour: number) => number;
  /** A pixel stays as it is within this squared distance; 0 where colours are exact. */
  tolerance: number;
}

/** Chooses the palette of each frame. Frames share palettes where they can, because a table costs 768 bytes. */
export class Palettes {
  #exact = new Palette([]);
  #quantised: Quantised | undefined;

  /**
   * How to draw the counted colours of the changed pixels. `share`: their part of the rectangle. Colours that fit into
   * one palette are exact. If all pixels change, all 256 indices can be colours.
   */
  choose(counts: ColourCounts, share: number): Mapping {
    return this.#exactMapping(counts, share === 1) ?? this.#nearestMapping(counts, share < mostChanged ? tolerance : 0);
  }

  #exactMapping(counts: ColourCounts, isWhole: boolean): Mapping | undefined {
    if (counts.size > mostColours) return undefined;
    const colours = counts.colours.subarray(0, counts.size);
    const palette = this.#paletteWith(colours, isWhole);
    return palette && { palette, indexOf: (colour) => palette.indexOf(colour), tolerance: 0 };
  }

  #paletteWith(colours: Int32Array, isWhole: boolean): Palette | undefined {
    if (this.#exact.hold(colours)) return this.#exact;
    const quantised = this.#quantised?.palette;
    if (quantised && colours.every((colour) => quantised.indexOf(colour) >= 0)) return quantised;
    if (colours.length === mostColours) return isWhole ? new Palette(colours, false) : undefined;
    this.#exact = new Palette(colours);
    return this.#exact;
  }

  #nearestMapping(counts: ColourCounts, tolerance: number): Mapping {
    const last = this.#quantised;
    const isReusable = last && isNear(errorsOf(last.nearest, counts), last.errors);
    const { palette, nearest } = isReusable ? last : this.#quantise(counts);
    const indices = new Uint8Array(counts.size);
    for (const entry of indices.keys()) indices[entry] = nearest.find(counts.colours[entry]) + palette.firstColour;
    return { palette, indexOf: (colour) => indices[counts.entryOf(colour)], tolerance };
  }

  #quantise(counts: ColourCounts): Quantised {
    const palette = new Palette(quantise(counts, mostColours - 1));
    const nearest = new NearestColour(palette.colours);
    this.#quantised = { palette, nearest, errors: errorsOf(nearest, counts) };
    return this.#quantised;
  }
}

const isNear = (now: Errors, before: Errors): boolean =>
  now.mean <= Math.max(invisibleError, before.mean * reuseFactor) &&
  now.wrong <= before.wrong + wrongShare &&
  now.wrongFlat <= before.wrongFlat;

/** Samples would miss a flat area, which is one colour: colours with many pixels all count, the others by samples. */
const errorsOf = (nearest: NearestColour, { size, colours, weights }: ColourCounts): Errors => {
  const sum = totalOf(weights.subarray(0, size));
  const [heavy, flat] = [heavyShare * sum, flatAreaShare * sum];
  const step = Math.ceil(size / mostSamples);
  let error = 0;
  let wrong = 0;
  let wrongFlat = 0;
  let pixels = 0;
  for (let entry = 0; entry < size; entry += 1) {
    const isHeavy = weights[entry] > heavy;
    if (!isHeavy && entry % step !== 0) continue;
    const weight = weights[entry] * (isHeavy ? 1 : step);
    const isFlat = weights[entry] > flat;
    nearest.find(colours[entry]);
    error += nearest.distance * weight;
    if (isFlat && nearest.distance > visibleInFlat) wrongFlat += weight;
    if (!isFlat && nearest.distance > visible) wrong += weight;
    pixels += weight;
  }
  return { mean: error / pixels, wrong: wrong / pixels, wrongFlat: wrongFlat / pixels };
};

const totalOf = (weights: Int32Array): number => weights.reduce((sum, weight) => sum + weight, 0);
