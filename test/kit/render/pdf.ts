import assert from 'node:assert/strict';
import { inflateSync } from 'node:zlib';

export interface PdfFile {
  /** Page sizes in points, rounded. */
  pages: [width: number, height: number][];
  /** PDF operators: `1 0 0 rg` fills with red. */
  drawn: string;
  images: number;
}

/** Reads Chromium's PDFs: only stream contents are compressed. */
export const readPdf = (bytes: Buffer): PdfFile => {
  const text = bytes.toString('latin1');
  assert.match(text, /^%PDF-/);
  // A cut file lacks its end, or its table is elsewhere.
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
