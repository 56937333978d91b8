/** Equal pictures in a row that mean that the page stands still. */
const equalPictures = 10;
/** A page that stands still gets a picture this often, for a change that no damage showed. */
const safetyMs = 1000;

/**
 * Whether a page moves, so that no picture of one that stands still costs its 15 ms. A screenshot damages its own frame
 * and the next one. While pictures are taken, only their difference counts; otherwise, the damage of each frame.
 */
export class Motion {
  #equal = 0;
  #isMoving = true;
  #lastPicture = 0;

  get isMoving(): boolean {
    return this.#isMoving;
  }

  /** Whether a picture is worth it. */
  wantsPicture(at: number): boolean {
    return this.#isMoving || at - this.#lastPicture >= safetyMs;
  }

  frameWithoutPicture(hasDamage: boolean): void {
    if (!hasDamage || this.#isMoving) return;
    this.#isMoving = true;
    this.#equal = 0;
  }

  /** True if the page stands still: begin one more frame and ignore its damage. */
  tookPicture(at: number, differs: boolean): boolean {
    this.#lastPicture = at;
    this.#equal = differs ? 0 : this.#equal + 1;
    this.#isMoving = this.#equal < equalPictures;
    return !this.#isMoving;
  }
}
