/** A code of 12 bits is the longest that GIF has. */
export const mostCodes = 4096;
const tableBits = 14;
const places = 1 << tableBits;
const generations = 1 << 12;

/** Strings of symbols by code: each is a shorter string and one more symbol. Emptying it costs no time. */
export class LzwDictionary {
  /** The first and last symbol of each code's string. */
  readonly firstSymbols = new Uint8Array(mostCodes);
  readonly lastSymbols = new Uint8Array(mostCodes);
  // An open hash table, at most a quarter full. A key has 12 bits of generation, 12 of code and 8 of symbol.
  // An entry of an earlier generation is a free place.
  readonly #keys = new Int32Array(places);
  readonly #codes = new Int16Array(places);
  #generation = 0;
  /** The codes of the strings that have `#runSymbol` once, twice, and so on. `longestRun` is their number. */
  readonly runs = new Int16Array(mostCodes);
  longestRun = 0;
  #runSymbol = -1;

  /** Keeps only the strings of one symbol, which are their own code. `runs` are those of `runSymbol`. */
  clear(runSymbol: number): void {
    this.#runSymbol = runSymbol;
    this.runs[0] = runSymbol;
    this.longestRun = 1;
    for (let symbol = 0; symbol < 256; symbol += 1) {
      this.firstSymbols[symbol] = symbol;
      this.lastSymbols[symbol] = symbol;
    }
    this.#generation += 1;
    if (this.#generation < generations) return;
    this.#keys.fill(0);
    this.#generation = 1;
  }

  /** The code of the string with one more symbol, -1 if the dictionary does not have it. */
  child(code: number, symbol: number): number {
    const place = this.#placeOf(code, symbol);
    return this.#keys[place] >>> 20 === this.#generation ? this.#codes[place] : -1;
  }

  add(code: number, symbol: number, child: number): void {
    const place = this.#placeOf(code, symbol);
    this.#keys[place] = (this.#generation << 20) | (code << 8) | symbol;
    this.#codes[place] = child;
    if (symbol === this.#runSymbol && code === this.runs[this.longestRun - 1]) this.runs[this.longestRun++] = child;
    this.firstSymbols[child] = this.firstSymbols[code];
    this.lastSymbols[child] = symbol;
  }

  /** Where the string is, or would be. */
  #placeOf(code: number, symbol: number): number {
    const keys = this.#keys;
    const pair = (code << 8) | symbol;
    const key = (this.#generation << 20) | pair;
    let place = Math.imul(pair, 0x9e3779b1) >>> (32 - tableBits);
    while (keys[place] !== key && keys[place] >>> 20 === this.#generation) place = (place + 1) & (places - 1);
    return place;
  }
}
