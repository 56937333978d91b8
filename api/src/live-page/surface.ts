/** A position on the picture, as fractions of its width and height. */
export interface Position {
  x: number;
  y: number;
}

/** The place of the picture on this page. The picture fills the stage, and keeps its proportions. */
export class Surface {
  readonly canvas: HTMLCanvasElement;
  readonly #stage: HTMLElement;
  /** Width of the session's page in CSS pixels. Undefined for a pod of the previous release, which does not send it. */
  pageWidth: number | undefined;

  constructor(canvas: HTMLCanvasElement, stage: HTMLElement) {
    this.canvas = canvas;
    this.#stage = stage;
  }

  /** The size of the largest picture that fits the stage, in pixels of the screen. */
  get screen(): { width: number; height: number } {
    const { width, height } = this.#space;
    const pixels = (length: number) => Math.max(1, Math.round(length * devicePixelRatio));
    return { width: pixels(width), height: pixels(height) };
  }

  /** Sizes the canvas to fill the stage. */
  fit(): void {
    const { width, height } = this.#space;
    const scale = Math.min(width / this.canvas.width, height / this.canvas.height);
    this.canvas.style.width = `${Math.floor(this.canvas.width * scale)}px`;
    this.canvas.style.height = `${Math.floor(this.canvas.height * scale)}px`;
  }

  /** CSS pixels of the session's page per CSS pixel of this page. The picture itself may have fewer or more pixels. */
  get pageScale(): number {
    return (this.pageWidth ?? this.canvas.width) / this.canvas.clientWidth;
  }

  /** The position on the picture of a point in the window. */
  positionOf({ clientX, clientY }: { clientX: number; clientY: number }): Position {
    const { left, top, width, height } = this.canvas.getBoundingClientRect();
    return { x: (clientX - left) / width, y: (clientY - top) / height };
  }

  /** The inner size of the stage, in CSS pixels. */
  get #space(): { width: number; height: number } {
    const { paddingLeft, paddingRight, paddingTop, paddingBottom } = getComputedStyle(this.#stage);
    const width = this.#stage.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    const height = this.#stage.clientHeight - Number.parseFloat(paddingTop) - Number.parseFloat(paddingBottom);
    return { width: Math.max(1, width), height: Math.max(1, height) };
  }
}
