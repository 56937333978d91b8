/** Two pictures under way keep a connection with a long round trip busy. */
const inFlightMax = 2;

/** Pictures on their way to one viewer, and the newest that waits. Times are monotonic milliseconds. */
export class ViewerPace<Picture> {
  readonly #sentAt = new Map<number, number>();
  #lastNumber = 0;
  #newest: Picture | undefined;

  /** Whether another picture could be sent at once. */
  get isReady(): boolean {
    return this.#sentAt.size < inFlightMax;
  }

  /** Replaces a picture that waits: a slow viewer sees fewer pictures, never old ones. */
  offer(picture: Picture): void {
    this.#newest = picture;
  }

  /** The picture to send now, if there is one. */
  next(now: number): { number: number; picture: Picture } | undefined {
    const picture = this.#newest;
    if (picture === undefined || !this.isReady) return undefined;
    this.#newest = undefined;
    this.#lastNumber = (this.#lastNumber + 1) % 2 ** 32;
    this.#sentAt.set(this.#lastNumber, now);
    return { number: this.#lastNumber, picture };
  }

  /** How long the picture took until it was drawn. Undefined if it is not on its way. */
  drawn(number: number, now: number): number | undefined {
    const sentAt = this.#sentAt.get(number);
    this.#sentAt.delete(number);
    return sentAt === undefined ? undefined : now - sentAt;
  }

  /** Forgets the picture that waits. */
  clear(): void {
    this.#newest = undefined;
  }
}
