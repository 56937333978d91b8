/** Pictures that may be on their way at first, while the encoder starts and its code is compiled. */
const mostAtBegin = 10;
/** The limit falls by one each time the encoder has taken this many pictures. */
const takenPerStep = 2;
/** The final limit, so that the file is complete soon after the last picture. */
const mostLater = 2;
/** While more bytes are on their way, the final limit applies. */
const mostBytes = 16 * 2 ** 20;

/** Limits the pictures on their way to an encoder, so that a recording neither stutters nor ends late. */
export class Backlog {
  readonly #sizes: number[] = [];
  #bytes = 0;
  #taken = 0;

  /** The next picture has to wait. */
  get isFull(): boolean {
    const most = this.#bytes > mostBytes ? 0 : mostAtBegin - Math.floor(this.#taken / takenPerStep);
    return this.#sizes.length >= Math.max(most, mostLater);
  }

  /** How many pictures are on their way. */
  get count(): number {
    return this.#sizes.length;
  }

  /** A picture of this many bytes is on its way. */
  add(bytes: number): void {
    this.#sizes.push(bytes);
    this.#bytes += bytes;
  }

  /** The encoder has taken the oldest picture. */
  take(): void {
    this.#bytes -= this.#sizes.shift() ?? 0;
    this.#taken += 1;
  }
}
