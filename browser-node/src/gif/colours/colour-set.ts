/** A set of colours that numbers them in the order of their arrival. */
export class ColourSet {
  size = 0;
  /** The first `size` are the colours, by number. */
  readonly colours: Int32Array;
  // An open hash table, at most half full: a colour + 1 (0 is a free place) and its number.
  readonly #keys: Int32Array;
  readonly #numbers: Int32Array;
  readonly #shift: number;

  /** `bits`: the set takes at most 2^bits colours. */
  constructor(bits: number) {
    this.colours = new Int32Array(1 << bits);
    this.#keys = new Int32Array(2 << bits);
    this.#numbers = new Int32Array(2 << bits);
    this.#shift = 31 - bits;
  }

  get isFull(): boolean {
    return this.size === this.colours.length;
  }

  /** The number of a colour. -1 if it is not in the set. */
  find(colour: number): number {
    const place = this.#placeOf(colour);
    return this.#keys[place] === 0 ? -1 : this.#numbers[place];
  }

  /** The number of a colour, which is added if it is new. Then the set must not be full. */
  add(colour: number): number {
    const place = this.#placeOf(colour);
    if (this.#keys[place] === 0) {
      this.#keys[place] = colour + 1;
      this.#numbers[place] = this.size;
      this.colours[this.size] = colour;
      this.size += 1;
    }
    return this.#numbers[place];
  }

  clear(): void {
    this.#keys.fill(0);
    this.size = 0;
  }

  #placeOf(colour: number): number {
    const keys = this.#keys;
    // 2^32 divided by the golden ratio spreads neighbours over the table.
    let place = Math.imul(colour, 0x9e3779b1) >>> this.#shift;
    while (keys[place] !== 0 && keys[place] !== colour + 1) place = (place + 1) & (keys.length - 1);
    return place;
  }
}
