import { CodeStream } from './code-stream.js';
import { LzwDictionary, mostCodes } from './lzw-dictionary.js';

/** Set on a symbol whose pixel may as well stay as it is. */
export const orTransparent = 0x100;

export interface Symbols {
  /** 0 to 255, some with `orTransparent`. */
  symbols: Uint16Array;
  /** The symbol that leaves a pixel as it is. */
  transparent: number;
}

/** The most strings that are followed at once where pixels leave a choice. */
const mostPaths = 4;

/** Codes between two looks at a full dictionary. */
const windowCodes = 256;

// `write` returns these if the dictionary learned no string.
const full = -1;
const emptied = -2;

/** Makes the image data of frames. Its tables serve one frame after the other. */
export class LzwEncoder {
  readonly #dictionary = new LzwDictionary();
  // Codes of the strings that match so far; twice the limit, because each may go on in two ways.
  #paths = new Int16Array(2 * mostPaths);
  #longer = new Int16Array(2 * mostPaths);

  /** The least code size, `depth` or more, then the codes in blocks. The symbols are below 2^depth. */
  encode(symbols: Symbols, depth: number): Uint8Array {
    const { length } = symbols.symbols;
    const dictionary = this.#dictionary;
    const codes = new CodeWriter(dictionary, depth, symbols);
    let matched = this.#match(symbols, 0, -1);
    let code = this.#paths[0];
    for (let at = matched; at < length; at += matched) {
      const before = code;
      const lengthBefore = matched;
      matched = this.#match(symbols, at, dictionary.lastSymbols[before]);
      code = this.#paths[0];
      const first = dictionary.firstSymbols[code];
      const learned = codes.write(before, first, lengthBefore);
      if (learned === emptied) {
        code = first;
        matched = 1;
      } else if (learned >= 0 && code === before && isSymbol(symbols, at + matched, first)) {
        // The string that the dictionary learned just now is this match and one more pixel.
        code = learned;
        matched += 1;
      }
    }
    return codes.end(code);
  }

  /**
   * Puts the longest string of the dictionary into the first path. Of two as long, it takes the one that begins with
   * `last`. Returns its length.
   */
  #match({ symbols, transparent }: Symbols, start: number, last: number): number {
    const { length } = symbols;
    let count = this.#begin(symbols[start], transparent, last);
    let at = start + (symbols[start] === transparent ? this.#followRun(symbols, transparent, start) : 1);
    for (; at < length; at += 1) {
      const pixel = symbols[at];
      const found =
        count === 1 && pixel < orTransparent ? this.#follow(pixel) : this.#extend(count, pixel, transparent);
      if (found === 0) break;
      count = found;
    }
    return at - start;
  }

  /** Takes pixels that stay as they are with one look at the dictionary. Returns how many. */
  #followRun(symbols: Uint16Array, transparent: number, start: number): number {
    const { runs, longestRun } = this.#dictionary;
    const end = Math.min(start + longestRun, symbols.length);
    let at = start + 1;
    while (at < end && symbols[at] === transparent) at += 1;
    this.#paths[0] = runs[at - start - 1];
    return at - start;
  }

  /** Paths of one symbol. Returns how many. */
  #begin(pixel: number, transparent: number, last: number): number {
    const drawn = pixel & 0xff;
    this.#paths[0] = drawn;
    if (pixel < orTransparent) return 1;
    this.#paths[0] = last === transparent ? transparent : drawn;
    this.#paths[1] = last === transparent ? drawn : transparent;
    return 2;
  }

  /** Extends the only path by a pixel that leaves no choice, as `#extend` does. */
  #follow(pixel: number): number {
    const child = this.#dictionary.child(this.#paths[0], pixel);
    if (child < 0) return 0;
    this.#paths[0] = child;
    return 1;
  }

  /** Extends the first paths by a pixel. Returns how many are left; if none, they stay as they were. */
  #extend(count: number, pixel: number, transparent: number): number {
    const dictionary = this.#dictionary;
    const paths = this.#paths;
    const longer = this.#longer;
    let found = 0;
    for (let path = 0; path < count; path += 1) {
      const child = dictionary.child(paths[path], pixel & 0xff);
      if (child >= 0) longer[found++] = child;
      const other = pixel >= orTransparent ? dictionary.child(paths[path], transparent) : -1;
      if (other >= 0) longer[found++] = other;
    }
    if (found === 0) return 0;
    this.#paths = longer;
    this.#longer = paths;
    return Math.min(found, mostPaths);
  }
}

/** Whether the pixel may have this symbol. False behind the last one. */
const isSymbol = ({ symbols, transparent }: Symbols, at: number, symbol: number): boolean =>
  at < symbols.length && ((symbols[at] & 0xff) === symbol || (symbols[at] >= orTransparent && symbol === transparent));

/** Writes codes, and lets the dictionary grow as a decoder's does. */
class CodeWriter {
  readonly #dictionary: LzwDictionary;
  readonly #stream: CodeStream;
  readonly #depth: number;
  readonly #clearCode: number;
  readonly #transparent: number;
  #width = 0;
  #next = 0;
  // Bits and pixels since the last clear code. Pixels since the last look at the full dictionary, codes to the next.
  #bits = 0;
  #pixels = 0;
  #windowPixels = 0;
  #windowLeft = 0;

  constructor(dictionary: LzwDictionary, depth: number, { symbols, transparent }: Symbols) {
    this.#dictionary = dictionary;
    this.#transparent = transparent;
    this.#depth = Math.max(2, depth);
    this.#clearCode = 1 << this.#depth;
    this.#stream = new CodeStream(this.#depth, symbols.length >> 4);
    this.#width = this.#depth + 1;
    this.#clear();
  }

  /**
   * Writes a code. The dictionary learns its string with the symbol that follows. Returns the code of the new
   * string, `full` or `emptied`.
   */
  write(code: number, symbol: number, pixels: number): number {
    this.#write(code);
    this.#pixels += pixels;
    if (this.#next < mostCodes) {
      this.#dictionary.add(code, symbol, this.#next);
      return this.#next++;
    }
    if (!this.#isStale(pixels)) return full;
    this.#clear();
    return emptied;
  }

  end(code: number): Uint8Array {
    this.#write(code);
    this.#write(this.#clearCode + 1);
    return this.#stream.end();
  }

  #write(code: number): void {
    this.#stream.write(code, this.#width);
    this.#bits += this.#width;
    // A decoder learns each string one code later, so the width grows before the next string is added.
    if (this.#next === 1 << this.#width && this.#next < mostCodes) this.#width += 1;
  }

  #clear(): void {
    this.#stream.write(this.#clearCode, this.#width);
    this.#dictionary.clear(this.#transparent);
    this.#width = this.#depth + 1;
    this.#next = this.#clearCode + 2;
    this.#bits = 0;
    this.#pixels = 0;
    this.#windowPixels = 0;
    this.#windowLeft = windowCodes;
  }

  /**
   * Whether a full dictionary packs fewer pixels into a bit than its average since it was empty. A new one is then
   * worth its bad start.
   */
  #isStale(pixels: number): boolean {
    this.#windowPixels += pixels;
    this.#windowLeft -= 1;
    if (this.#windowLeft > 0) return false;
    const isStale = this.#windowPixels * this.#bits < this.#pixels * windowCodes * this.#width;
    this.#windowPixels = 0;
    this.#windowLeft = windowCodes;
    return isStale;
  }
}
