import { inflateSync } from 'node:zlib';

/** Width and height in pixels. */
export interface Size {
  width: number;
  height: number;
}

/** The size in the head of a PNG. */
export const pngSize = (png: Uint8Array): Size => {
  const head = new DataView(png.buffer, png.byteOffset, png.byteLength);
  return { width: head.getUint32(16), height: head.getUint32(20) };
};

interface Raster {
  raw: Buffer;
  /** A view of the same bytes. */
  view: DataView;
  /** Bytes a pixel: 3 (RGB) or 4 (RGBA). */
  step: number;
}

const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/** An earlier picture, and its bytes in the PNG before the filters were undone. */
export interface ReadFrame {
  pixels: Int32Array;
  raw: Buffer;
}

/**
 * Reads a PNG of Chromium into a picture of colours: 8 bits a channel, RGB or RGBA, not interlaced. Alpha is ignored,
 * because a page is painted on white. zlib's checksum covers the pixels. Throws for other files and sizes. Returns the
 * bytes before the filters are undone, and a 1 for each row that equals the row of `before`. Such a row is copied in a
 * tenth of the time.
 */
export const readPngFrame = (
  png: Uint8Array,
  size: Size,
  pixels: Int32Array,
  before?: ReadFrame,
): { raw: Buffer; same: Uint8Array } => {
  const file = Buffer.from(png.buffer, png.byteOffset, png.byteLength);
  const { header, data } = chunksOf(file);
  const step = bytesPerPixel(header, size);
  const length = (1 + size.width * step) * size.height;
  // One byte more than needed: a buffer that is exactly full makes zlib allocate a second one of this size.
  const raw = inflateSync(data, { maxOutputLength: length, chunkSize: Math.max(64, length + 1) });
  if (raw.length !== length) throw new Error(`The PNG has ${raw.length} bytes of pixels instead of ${length}.`);
  const view = new DataView(raw.buffer, raw.byteOffset, raw.byteLength);
  const same = unfilter({ raw, view, step }, size, pixels, before?.raw.length === length ? before : undefined);
  return { raw, same };
};

const chunksOf = (file: Buffer): { header: Buffer; data: Buffer } => {
  if (!file.subarray(0, 8).equals(signature)) throw new Error('The frame is not a PNG.');
  let header: Buffer = Buffer.alloc(13);
  const data: Buffer[] = [];
  for (let at = 8; at + 12 <= file.length; ) {
    const end = at + 8 + file.readUInt32BE(at);
    const type = file.toString('latin1', at + 4, at + 8);
    if (type === 'IHDR') header = file.subarray(at + 8, end);
    if (type === 'IDAT') data.push(file.subarray(at + 8, end));
    at = end + 4;
  }
  return { header, data: data.length === 1 && data[0] ? data[0] : Buffer.concat(data) };
};

const bytesPerPixel = (header: Buffer, { width, height }: Size): number => {
  const [depth, type, , , interlace] = header.subarray(8);
  if (depth !== 8 || (type !== 2 && type !== 6) || interlace !== 0) {
    throw new Error(`A PNG of depth ${depth}, colour type ${type}, interlace ${interlace} is not read here.`);
  }
  const [frameWidth, frameHeight] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  if (frameWidth !== width || frameHeight !== height) {
    throw new Error(`A frame is ${frameWidth}×${frameHeight} pixels, the recording ${width}×${height}.`);
  }
  return type === 2 ? 3 : 4;
};

/** A filter needs only its own row of bytes and the row of pixels above. Returns a 1 for each row as in `before`. */
const unfilter = (raster: Raster, { width, height }: Size, pixels: Int32Array, before?: ReadFrame): Uint8Array => {
  const same = new Uint8Array(height);
  const rowBytes = 1 + width * raster.step;
  let above: Int32Array = new Int32Array(width);
  for (let y = 0; y < height; y += 1) {
    const at = y * rowBytes;
    const row = pixels.subarray(y * width, (y + 1) * width);
    const rowBefore = before?.pixels.subarray(y * width, (y + 1) * width);
    const isAboveSame = y === 0 || same[y - 1] === 1;
    if (
      before &&
      rowBefore &&
      isAboveSame &&
      raster.raw.compare(before.raw, at, at + rowBytes, at, at + rowBytes) === 0
    ) {
      row.set(rowBefore);
      same[y] = 1;
      above = row;
      continue;
    }
    const filter = filters[raster.view.getUint8(at)];
    if (!filter) throw new Error(`The PNG has a row filter ${raster.view.getUint8(at)}.`);
    filter(raster, at, row, above);
    if (rowBefore && bytesOf(row).equals(bytesOf(rowBefore))) same[y] = 1;
    above = row;
  }
  return same;
};

const bytesOf = ({ buffer, byteOffset, byteLength }: Int32Array): Buffer => Buffer.from(buffer, byteOffset, byteLength);

/** The sum of each channel, modulo 256: the highest bits are added apart, so that none is carried over. */
const sum = (one: number, other: number): number =>
  ((one & 0x7f7f7f) + (other & 0x7f7f7f)) ^ ((one ^ other) & 0x808080);

/** Half the sum of each channel, rounded down. */
const mean = (one: number, other: number): number => (one & other) + (((one ^ other) & 0xfefefe) >> 1);

/** The channel of the three neighbours that is nearest to left + above - corner. */
const paethChannel = (left: number, above: number, corner: number): number => {
  const toLeft = Math.abs(above - corner);
  const toAbove = Math.abs(left - corner);
  const toCorner = Math.abs(left + above - corner - corner);
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
};

const paeth = (left: number, above: number, corner: number): number =>
  paethChannel(left & 0xff, above & 0xff, corner & 0xff) |
  (paethChannel((left >> 8) & 0xff, (above >> 8) & 0xff, (corner >> 8) & 0xff) << 8) |
  (paethChannel(left >> 16, above >> 16, corner >> 16) << 16);

type Filter = (raster: Raster, at: number, row: Int32Array, above: Int32Array) => void;

// `at` is the row's first byte, its filter. A word that begins one byte before a pixel has its three channels above the
// lowest byte. That holds for RGB and RGBA, and no word ends behind the raster. See
// https://www.w3.org/TR/png-3/#9Filters.
const filters: readonly Filter[] = [
  ({ view, step }, at, row) => {
    for (let x = 0; x < row.length; x += 1) row[x] = view.getUint32(at + x * step, true) >>> 8;
  },
  ({ view, step }, at, row) => {
    let left = 0;
    for (let x = 0; x < row.length; x += 1) {
      left = sum(view.getUint32(at + x * step, true) >>> 8, left);
      row[x] = left;
    }
  },
  ({ view, step }, at, row, above) => {
    for (let x = 0; x < row.length; x += 1) row[x] = sum(view.getUint32(at + x * step, true) >>> 8, above[x]);
  },
  ({ view, step }, at, row, above) => {
    let left = 0;
    for (let x = 0; x < row.length; x += 1) {
      left = sum(view.getUint32(at + x * step, true) >>> 8, mean(left, above[x]));
      row[x] = left;
    }
  },
  ({ view, step }, at, row, above) => {
    let left = 0;
    let corner = 0;
    for (let x = 0; x < row.length; x += 1) {
      left = sum(view.getUint32(at + x * step, true) >>> 8, paeth(left, above[x], corner));
      corner = above[x];
      row[x] = left;
    }
  },
];
