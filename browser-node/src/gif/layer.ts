import { distance } from './colours/colour.js';
import type { Palette } from './colours/palette.js';
import type { Mapping } from './colours/palettes.js';
import { orTransparent } from './lzw/lzw.js';
import type { Changes } from './rectangles.js';

/** The pictures that a frame is made from. All have the recording's size. */
export interface Pictures {
  /** The page at the last frame; -1 where nothing was yet. */
  before: Int32Array;
  /** The page now. */
  after: Int32Array;
  /** What a decoder shows: differs from `before` where colours were quantised. */
  shown: Int32Array;
  width: number;
}

/** The symbols of a rectangle, row by row, and the highest of them. */
export interface Layer {
  symbols: Uint16Array;
  highest: number;
}

/**
 * Below this changed share of the rectangle, pixels far from their row's changes stay: LZW packs their runs at once.
 */
const stillShare = 1 / 8;
/** Pixels beside the changes that may take their colour's symbol. */
const nearby = 32;

/**
 * Draws the rectangle, in `shown` too. A pixel stays if the page did not change there, or if what is shown is near
 * enough. Near enough is within the tolerance, or as near to the page as the palette's nearest colour. No error adds
 * up: the page is the measure. `share`: the changed part of the rectangle.
 */
export const paint = (pictures: Pictures, changes: Changes, mapping: Mapping, share: number): Layer => {
  const { before, after, shown } = pictures;
  const { left, top, width, height } = changes.rectangle;
  const canStay = mapping.palette.transparent >= 0 && share < stillShare;
  // Zeros leave their pixels as they are.
  const symbols = new Uint16Array(width * height);
  let highest = 0;
  // Neighbours are mostly alike, so a symbol serves a run of them.
  let [oldColour, newColour, shownColour, drawnColour, symbol] = [-2, -2, -2, -2, 0];
  for (let y = top; y < top + height; y += 1) {
    const row = y * pictures.width;
    const [from, to] = columnsOf(changes, y, canStay);
    let at = row + from;
    const end = row + to;
    let out = (y - top) * width + at - row - left;
    while (at < end) {
      if (after[at] !== newColour || before[at] !== oldColour || shown[at] !== shownColour) {
        oldColour = before[at];
        newColour = after[at];
        shownColour = shown[at];
        symbol = symbolOf(oldColour, newColour, shownColour, mapping);
        drawnColour = drawnBy(symbol, shownColour, mapping.palette);
        highest = Math.max(highest, symbol & 0xff);
      }
      do {
        symbols[out++] = symbol;
        shown[at++] = drawnColour;
      } while (at < end && after[at] === newColour && before[at] === oldColour && shown[at] === shownColour);
    }
  }
  return { symbols, highest };
};

/** A row's columns that are drawn: the whole rectangle, or if some can stay, the changes and their surroundings. */
const columnsOf = ({ rectangle, lefts, ends }: Changes, y: number, canStay: boolean): [number, number] => {
  const { left, width } = rectangle;
  if (!canStay) return [left, left + width];
  if (ends[y] === 0) return [left, left];
  return [Math.max(left, lefts[y] - nearby), Math.min(left + width, ends[y] + nearby)];
};

const drawnBy = (symbol: number, shown: number, palette: Palette): number =>
  symbol >= orTransparent || symbol === palette.transparent ? shown : palette.colourOf(symbol);

const symbolOf = (before: number, after: number, shown: number, mapping: Mapping): number => {
  const { palette, indexOf, tolerance } = mapping;
  const index = before === after ? palette.indexOf(shown) : indexOf(after);
  if (palette.transparent < 0) return index;
  if (index < 0) return palette.transparent;
  const drawn = palette.colourOf(index);
  if (drawn === shown) return index | orTransparent;
  return shown >= 0 && distance(shown, after) <= Math.max(tolerance, distance(drawn, after))
    ? palette.transparent
    : index;
};
