export interface MessageReaderOptions {
  /** Most bytes of a message that begins with this text. Asked for messages above a mebibyte only. */
  limitOf: (start: string) => number;
  onMessage: (text: string) => void;
  /** Hears of a message that was above its limit: its first and last letters, as one text. */
  onTooLarge: (ends: string) => void;
}

/** Smaller messages are read, whatever they are. */
const askedAbove = 2 ** 20;
/** Enough for the id or method that a message begins with, and the session that it ends with. */
const endBytes = 256;

/**
 * Cuts a stream into messages, each of which ends with a NUL byte. Of one that is above its limit only the ends are kept,
 * so that what a page says never takes more memory than that, nor more letters than a string can have.
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

  get #tooLarge(): boolean {
    return this.#limit !== undefined && this.#length > this.#limit;
  }

  #add(piece: Buffer): void {
    this.#pieces.push(piece);
    this.#length += piece.length;
    if (this.#length <= askedAbove) return;
    this.#limit ??= this.#options.limitOf(Buffer.concat(this.#pieces).toString('latin1', 0, endBytes));
    if (!this.#tooLarge) return;
    const all = Buffer.concat(this.#pieces);
    // Copies: a part of a buffer keeps all of it.
    this.#pieces = [Buffer.from(all.subarray(0, endBytes)), Buffer.from(all.subarray(-endBytes))];
  }

  #finish(): void {
    const text = Buffer.concat(this.#pieces).toString();
    const tooLarge = this.#tooLarge;
    this.#pieces = [];
    this.#length = 0;
    this.#limit = undefined;
    if (tooLarge) this.#options.onTooLarge(text);
    else this.#options.onMessage(text);
  }
}
