import { ColourCounts } from './colours/colour-counts.js';
import { depthOf, mostColours, Palette } from './colours/palette.js';
import { Palettes } from './colours/palettes.js';
import { startAfter, startOfLast, toHundredths } from './delays.js';
import { type GifFrame, gifFile, gifSize } from './gif-file.js';
import { type Layer, type Pictures, paint } from './layer.js';
import { LzwEncoder } from './lzw/lzw.js';
import { readPngFrame, type Size } from './png-frame.js';
import { type Changes, changesBetween } from './rectangles.js';

export interface GifOptions {
  /** How often the GIF plays; 0, the default: for ever. */
  loop?: number;
  /** The most bytes of the whole file. */
  maxBytes: number;
}

/** The frames would make a larger file than allowed. */
export class GifTooLarge extends Error {}

/** Frames of at most this many pixels try their own palette. That costs less than the codes that it saves. */
const mostTriedPixels = 1 << 16;

/**
 * Encodes frames one after the other. It holds the encoded frames, and up to 24 bytes a pixel. These are three
 * pictures and the bytes of three PNGs. The newest frame waits for the next one, which replaces it if it comes too soon (`startAfter`).
 */
export class GifEncoder {
  readonly #options: GifOptions & Size;
  readonly #palettes = new Palettes();
  readonly #counts = new ColourCounts();
  readonly #lzw = new LzwEncoder();
  readonly #frames: GifFrame[] = [];
  readonly #pictures: Pictures;
  /** The start of the newest frame, in hundredths of a second, until the frame is encoded. */
  #waiting: number | undefined;
  /** Pictures that no viewer would show: another one came too soon after them. */
  leftOut = 0;
  /** Bytes of the PNG of `before` and of `after`, and the rows that are the same in both. */
  #rawBefore: Buffer | undefined;
  #rawAfter: Buffer | undefined;
  #same: Uint8Array | undefined;
  #firstMs: number | undefined;
  #lastPng: Uint8Array = new Uint8Array();

  constructor(options: GifOptions & Size) {
    this.#options = options;
    const picture = () => new Int32Array(options.width * options.height).fill(-1);
    this.#pictures = { before: picture(), after: picture(), shown: picture(), width: options.width };
  }

  /** Throws `GifTooLarge`, or an Error for a PNG of another kind or size. No time may be before the last one. */
  add(png: Uint8Array, atMs: number): void {
    if (Buffer.compare(png, this.#lastPng) === 0) return;
    this.#lastPng = png;
    this.#firstMs ??= atMs;
    const at = toHundredths(atMs, this.#firstMs);
    const start = this.#waiting === undefined ? at : startAfter(this.#waiting, at);
    if (start === undefined) this.leftOut += 1;
    else this.#encodeWaiting();
    const { before, after } = this.#pictures;
    const last = this.#rawBefore && { pixels: before, raw: this.#rawBefore };
    const { raw, same } = readPngFrame(png, this.#options, after, last);
    [this.#rawAfter, this.#same] = [raw, same];
    this.#waiting = start ?? this.#waiting;
  }

  /** The whole file; the last frame stays until `endMs`. */
  finish(endMs: number): Uint8Array {
    if (this.#firstMs === undefined) throw new Error('A GIF needs a frame.');
    const end = toHundredths(endMs, this.#firstMs);
    if (this.#waiting !== undefined) this.#waiting = startOfLast(this.#waiting, end, this.#frames.at(-1)?.start);
    this.#encodeWaiting();
    const { width, height, loop = 0 } = this.#options;
    return gifFile({ width, height, loop, frames: this.#frames, end });
  }

  #encodeWaiting(): void {
    const { before, after } = this.#pictures;
    const start = this.#waiting;
    this.#waiting = undefined;
    if (start === undefined) return;
    const changes = changesBetween(before, after, this.#options, this.#same);
    if (!changes) return;
    this.#frames.push({ ...changes.rectangle, ...this.#encode(changes), start });
    if (gifSize(this.#frames) > this.#options.maxBytes) throw new GifTooLarge();
    this.#pictures.before = after;
    this.#pictures.after = before;
    this.#rawBefore = this.#rawAfter;
  }

  #encode(changes: Changes): Pick<GifFrame, 'palette' | 'data'> {
    const { before, after, width } = this.#pictures;
    const { rectangle } = changes;
    const changed = this.#counts.count(before, after, changes, width);
    const share = changed / (rectangle.width * rectangle.height);
    const mapping = this.#palettes.choose(this.#counts, share);
    const layer = paint(this.#pictures, changes, mapping, share);
    const { palette } = mapping;
    const shared = this.#withPalette(layer, palette);
    if (layer.symbols.length > mostTriedPixels || palette.transparent < 0) return shared;
    const own = this.#withOwnPalette(layer, palette);
    return own.data.length + own.palette.bytes().length < shared.data.length ? own : shared;
  }

  #withPalette({ symbols, highest }: Layer, palette: Palette): Pick<GifFrame, 'palette' | 'data'> {
    const { transparent } = palette;
    return { palette, data: this.#lzw.encode({ symbols, transparent }, depthOf(highest + 1)) };
  }

  /** A frame with a palette of only the colours that it uses. */
  #withOwnPalette({ symbols }: Layer, palette: Palette): Pick<GifFrame, 'palette' | 'data'> {
    const used = new Set(symbols.map((symbol) => symbol & 0xff));
    used.delete(palette.transparent);
    const own = new Palette([...used].map((index) => palette.colourOf(index)));
    const indices = new Uint16Array(mostColours);
    for (const index of used) indices[index] = own.indexOf(palette.colourOf(index));
    const remapped = symbols.map((symbol) => (symbol & ~0xff) | indices[symbol & 0xff]);
    return this.#withPalette({ symbols: remapped, highest: own.size - 1 }, own);
  }
}
