const largestBlock = 255;

/** Codes of varying width for GIF: lowest bit first, in blocks of at most 255 bytes, then an empty block. */
export class CodeStream {
  #bytes: Uint8Array;
  #length = 2;
  /** Where the length of the open block is. */
  #block = 1;
  #bits = 0;
  #bitCount = 0;

  /** `firstByte` stands before the blocks. */
  constructor(firstByte: number, expectedBytes: number) {
    this.#bytes = new Uint8Array(expectedBytes + 3 * largestBlock);
    this.#bytes[0] = firstByte;
  }

  write(code: number, width: number): void {
    this.#bits |= code << this.#bitCount;
    this.#bitCount += width;
    while (this.#bitCount >= 8) {
      this.#byte(this.#bits & 0xff);
      this.#bits >>>= 8;
      this.#bitCount -= 8;
    }
  }

  /** The blocks, with the empty one. */
  end(): Uint8Array {
    if (this.#bitCount > 0) this.#byte(this.#bits);
    const length = this.#length - this.#block - 1;
    this.#bytes[this.#block] = length;
    // An open block without a byte is the empty one.
    if (length > 0) this.#bytes[this.#length++] = 0;
    return this.#bytes.slice(0, this.#length);
  }

  #byte(byte: number): void {
    this.#bytes[this.#length++] = byte;
    if (this.#length - this.#block - 1 === largestBlock) this.#nextBlock();
  }

  #nextBlock(): void {
    this.#bytes[this.#block] = largestBlock;
    this.#block = this.#length++;
    if (this.#length + largestBlock + 2 <= this.#bytes.length) return;
    const grown = new Uint8Array(2 * this.#bytes.length);
    grown.set(this.#bytes);
    this.#bytes = grown;
  }
}
