import assert from 'node:assert/strict';
import { inflateSync } from 'node:zlib';

/** What a test wants to know of a PDF. */
export interface PdfFile {
  /** Width and height of each page, in points, rounded. */
  pages: [width: number, height: number][];
  /** What is drawn, as PDF operators: `1 0 0 rg` fills with red from there on. */
  drawn: string;
  /** How many pictures it holds. */
  images: number;
}

/** Reads a PDF as Chromium writes it: its objects lie open, only the contents of streams are compressed. */
export const readPdf = (bytes: Buffer): PdfFile => {
  const text = bytes.toString('latin1');
  assert.match(text, /^%PDF-/);
  // A file that was cut has no end, or a table that is not where the end says.
  const [, table = ''] = /startxref\n(\d+)\n%%EOF\s*$/.exec(text) ?? [];
  assert.equal(text.slice(Number(table), Number(table) + 4), 'xref');
  const boxes = text.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g);
  const streams = [...text.matchAll(/\/Filter \/FlateDecode[^>]*>> stream\n(.*?)\nendstream/gs)];
  return {
    pages: [...boxes].map(([, width, height]) => [Math.round(Number(width)), Math.round(Number(height))]),
    drawn: streams.map(([, data = '']) => inflateSync(Buffer.from(data, 'latin1')).toString('latin1')).join('\n'),
    images: [...text.matchAll(/\/Subtype \/Image\b/g)].length,
  };
};
