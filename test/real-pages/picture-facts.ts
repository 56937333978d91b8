import { PNG } from 'pngjs';

const columns = 12;
const digits = 36;
/** A step of grey between neighbouring pixels that a person sees as the edge of a letter or a line. */
const edgeStep = 48;

/** What a picture shows, in cells of a twelfth of its width. Each row has a character a cell, from `0` to `z`. */
export interface PictureFacts {
  readonly width: number;
  readonly height: number;
  /** The mean of grey: `0` is black, `z` white. */
  readonly grey: readonly string[];
  /** The share of pixels that differ from their left neighbour: `0` none, `z` half of them. Texts and pictures have some. */
  readonly edges: readonly string[];
}

const digitOf = (share: number) => Math.min(Math.floor(share * digits), digits - 1).toString(digits);

interface Cell {
  pixels: number;
  grey: number;
  edges: number;
}

/** The greys of a row of pixels, from 0 to 255. */
const greysOf = (data: Buffer, width: number, y: number): number[] =>
  Array.from({ length: width }, (_, x) => {
    const at = (y * width + x) * 4;
    return 0.299 * (data[at] ?? 0) + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0);
  });

const addRow = (cells: readonly Cell[], greys: readonly number[]): void => {
  for (const [x, grey] of greys.entries()) {
    const cell = cells[Math.floor((x * columns) / greys.length)];
    if (!cell) continue;
    cell.pixels += 1;
    cell.grey += grey;
    if (Math.abs(grey - (greys[x - 1] ?? grey)) >= edgeStep) cell.edges += 1;
  }
};

/** Reads a PNG with pngjs. */
export const factsOf = (png: Buffer): PictureFacts => {
  const { width, height, data } = PNG.sync.read(png);
  const rows = Math.max(Math.round((height * columns) / width), 1);
  const cells = Array.from({ length: rows }, () =>
    Array.from({ length: columns }, (): Cell => ({ pixels: 0, grey: 0, edges: 0 })),
  );
  for (let y = 0; y < height; y += 1) addRow(cells[Math.floor((y * rows) / height)] ?? [], greysOf(data, width, y));
  const textOf = (share: (cell: Cell) => number) =>
    cells.map((row) => row.map((cell) => digitOf(share(cell))).join(''));
  return {
    width,
    height,
    grey: textOf(({ grey, pixels }) => grey / 256 / pixels),
    edges: textOf(({ edges, pixels }) => (2 * edges) / pixels),
  };
};
