/** Pictures that an encoder may lag at its begin. It starts, and its code is compiled, during the first ones. */
const mostAtBegin = 10;
/** The limit falls by one each time the encoder has taken this many. */
const takenPerStep = 2;
/** The final limit, so that the file is complete soon after the last picture. */
const mostLater = 2;
/** Larger pictures wait as later ones do. */
const mostBytes = 16 * 2 ** 20;

/** Pictures on their way to an encoder: how many may be, so that a recording neither stutters nor ends late. */
export class Backlog {
  readonly #sizes: number[] = [];
  #bytes = 0;
  #taken = 0;

  /** The next picture has to wait. */
  get isFull(): boolean {
    const most = this.#bytes > mostBytes ? 0 : mostAtBegin - Math.floor(this.#taken / takenPerStep);
    return this.#sizes.length >= Math.max(most, mostLater);
  }

  /** How many are on their way. */
  get count(): number {
    return this.#sizes.length;
  }

  /** A picture of this many bytes is on its way. */
  add(bytes: number): void {
    this.#sizes.push(bytes);
    this.#bytes += bytes;
  }

  /** The encoder has taken the oldest one. */
  take(): void {
    this.#bytes -= this.#sizes.shift() ?? 0;
    this.#taken += 1;
  }
}
