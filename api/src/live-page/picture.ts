/** Draws pictures. Never draws an earlier one over a later one. */
export class PictureDrawing {
  readonly #canvas: HTMLCanvasElement;
  readonly #onResize: () => void;
  readonly #context: CanvasRenderingContext2D;
  /** The number of the last drawn picture. */
  #lastNumber = -1;

  /** Calls `onResize` when pictures of another size come. */
  constructor(canvas: HTMLCanvasElement, onResize: () => void) {
    const context = canvas.getContext('2d', { alpha: false });
    if (!context) throw new Error('This browser has no canvas.');
    this.#canvas = canvas;
    this.#context = context;
    this.#onResize = onResize;
  }

  /** Begins with a new connection, whose pictures count from 1 again. */
  restart(): void {
    this.#lastNumber = -1;
  }

  /** Resolves when the picture is drawn, or skipped because a later one was drawn first. Rejects bad JPEGs. */
  async draw(number: number, jpeg: Blob): Promise<void> {
    const picture = await createImageBitmap(jpeg);
    // A later picture may be decoded first.
    if (number > this.#lastNumber) this.#paint(picture);
    this.#lastNumber = Math.max(this.#lastNumber, number);
    picture.close();
  }

  #paint(picture: ImageBitmap): void {
    const { width, height } = picture;
    if (this.#canvas.width !== width || this.#canvas.height !== height) {
      this.#canvas.width = width;
      this.#canvas.height = height;
      this.#onResize();
    }
    this.#context.drawImage(picture, 0, 0);
  }
}
