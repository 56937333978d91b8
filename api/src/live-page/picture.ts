/** Draws pictures in their order, and reports each that is done. */
export class PictureDrawing {
  readonly #canvas: HTMLCanvasElement;
  readonly #onResize: () => void;
  readonly #context: CanvasRenderingContext2D;
  #last = -1;

  /** Calls `onResize` when pictures of another size come. */
  constructor(canvas: HTMLCanvasElement, onResize: () => void) {
    const context = canvas.getContext('2d', { alpha: false });
    if (!context) throw new Error('This browser has no canvas.');
    this.#canvas = canvas;
    this.#context = context;
    this.#onResize = onResize;
  }

  /** Pictures of a new connection begin at 1 again. */
  restart(): void {
    this.#last = -1;
  }

  async draw(number: number, jpeg: Blob): Promise<void> {
    const picture = await createImageBitmap(jpeg);
    // Decoding may end in another order.
    if (number > this.#last) this.#paint(picture);
    this.#last = Math.max(this.#last, number);
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
