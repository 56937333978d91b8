/** The sides of a paper, in inches. */
export interface Paper {
  width: number;
  height: number;
}

const millimetres = (width: number, height: number): Paper => ({ width: width / 25.4, height: height / 25.4 });

/** Ledger is wider than high, unlike all others. Its sides are those of Tabloid. A0 to A6 follow ISO 216. */
const formats = {
  Letter: { width: 8.5, height: 11 },
  Legal: { width: 8.5, height: 14 },
  Tabloid: { width: 11, height: 17 },
  Ledger: { width: 17, height: 11 },
  A0: millimetres(841, 1189),
  A1: millimetres(594, 841),
  A2: millimetres(420, 594),
  A3: millimetres(297, 420),
  A4: millimetres(210, 297),
  A5: millimetres(148, 210),
  A6: millimetres(105, 148),
} as const satisfies Record<string, Paper>;

type PaperFormat = keyof typeof formats;

export const paperFormats = Object.keys(formats) as [PaperFormat, ...PaperFormat[]];

export interface PaperOptions {
  format: PaperFormat;
  /** Width and height in inches. They replace `format` only if both are set. */
  width?: number | undefined;
  height?: number | undefined;
  landscape: boolean;
}

/** The paper to print on. `landscape` swaps its sides. */
export const paperOf = ({ format, width, height, landscape }: PaperOptions): Paper => {
  const paper = width === undefined || height === undefined ? formats[format] : { width, height };
  return landscape ? { width: paper.height, height: paper.width } : paper;
};
