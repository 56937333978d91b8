/** Equal pictures in a row that mean that the page stands still: half a second at the default `fps`. */
const equalPictures = 10;
/** The same for large pictures. One of 25 megapixels takes up to 2 s on a busy machine. */
const leastEqual = 2;
/** If pictures are larger than this, fewer equal ones suffice, in proportion. */
const smallMegapixels = 2.5;
/** A page that stands still gets a picture this often, for a change that no damage showed. */
const safetyMs = 1000;

/**
 * Tells whether a page moves. A page that stands still needs no pictures, which cost 15 ms each. A screenshot damages its
 * own frame and the next one. So while pictures are taken, only differences between them count. At other times, the
 * damage of each frame counts.
 */
export class Motion {
  readonly #stillAfter: number;
  #equal = 0;
  #isMoving = true;
  #lastPicture = 0;

  constructor(megapixels: number) {
    const share = Math.min(smallMegapixels / megapixels, 1);
    this.#stillAfter = Math.max(Math.round(equalPictures * share), leastEqual);
  }

  get isMoving(): boolean {
    return this.#isMoving;
  }

  /** Whether the frame at this time of the recording, in ms, needs a picture. */
  wantsPicture(at: number): boolean {
    return this.#isMoving || at - this.#lastPicture >= safetyMs;
  }

  frameWithoutPicture(hasDamage: boolean): void {
    if (!hasDamage || this.#isMoving) return;
    this.#isMoving = true;
    this.#equal = 0;
  }

  /**
   * Returns true if the page stands still. The caller then begins one more frame, and ignores its damage. In real time, a
   * change in the ignored frame may show 1 s late.
   */
  tookPicture(at: number, differs: boolean): boolean {
    this.#lastPicture = at;
    this.#equal = differs ? 0 : this.#equal + 1;
    this.#isMoving = this.#equal < this.#stillAfter;
    return !this.#isMoving;
  }
}
