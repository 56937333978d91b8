interface MessageReaderOptions {
  /** The limit, in bytes, of a message with this beginning. Called only above 1 MiB. */
  limitOf: (start: string) => number;
  onMessage: (text: string) => void;
  /** Receives the first and last 256 characters, joined. */
  onTooLarge: (ends: string) => void;
}

/** Smaller messages are always read. */
const uncheckedBytes = 2 ** 20;
/** The start has the id or method, the end the session. */
const keptBytes = 256;

/**
 * Splits a stream at NUL bytes. Keeps only the ends of a message above its limit: pages must not exhaust memory or a
 * string's length.
 */
export class MessageReader {
  readonly #options: MessageReaderOptions;
  #pieces: Buffer[] = [];
  #length = 0;
  #limit: number | undefined;

  constructor(options: MessageReaderOptions) {
    this.#options = options;
  }

  read(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, start)) {
      this.#add(chunk.subarray(start, end));
      this.#finish();
      start = end + 1;
    }
    if (start < chunk.length) this.#add(chunk.subarray(start));
  }

  get #isTooLarge(): boolean {
    return this.#limit !== undefined && this.#length > this.#limit;
  }

  #add(piece: Buffer): void {
    this.#pieces.push(piece);
    this.#length += piece.length;
    if (this.#length <= uncheckedBytes) return;
    this.#limit ??= this.#options.limitOf(Buffer.concat(this.#pieces).toString('latin1', 0, keptBytes));
    if (!this.#isTooLarge) return;
    const all = Buffer.concat(this.#pieces);
    // Copy: a subarray keeps its whole buffer alive.
    this.#pieces = [Buffer.from(all.subarray(0, keptBytes)), Buffer.from(all.subarray(-keptBytes))];
  }

  #finish(): void {
    const text = Buffer.concat(this.#pieces).toString();
    const isTooLarge = this.#isTooLarge;
    this.#pieces = [];
    this.#length = 0;
    this.#limit = undefined;
    if (isTooLarge) this.#options.onTooLarge(text);
    else this.#options.onMessage(text);
  }
}
