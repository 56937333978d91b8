/** The parts of a GIF file, https://www.w3.org/Graphics/GIF/spec-gif89a.txt. */

import { depthOf, type Palette } from './colours/palette.js';
import { delaysOf } from './delays.js';
import type { Size } from './png-frame.js';
import type { Rectangle } from './rectangles.js';

export interface GifFrame extends Rectangle {
  /** Hundredths of a second after the first frame. */
  start: number;
  palette: Palette;
  /** The least code size and the blocks of codes. */
  data: Uint8Array;
}

export interface Gif extends Size {
  frames: readonly GifFrame[];
  /** The end of the last frame, in hundredths of a second after the first frame. */
  end: number;
  /** How often the GIF plays; 0: for ever. */
  loop: number;
}

const trailer = Uint8Array.of(0x3b);

/** Header, loop extension, trailer. */
const fixedBytes = 33;
/** Bytes of a frame without its palette and data. */
const descriptorBytes = 18;
const hasTable = 0x80;
/** Leave the frame in place for the next. */
const keep = 1 << 2;

const word = (value: number): [number, number] => [value & 0xff, value >> 8];
const tableBytes = (palette: Palette): number => 3 << depthOf(palette.size);
const tableBits = (palette: Palette): number => hasTable | (depthOf(palette.size) - 1);

/** The bytes of the file. The palette that saves most bytes as the global one becomes global. */
export const gifFile = ({ width, height, frames, end, loop }: Gif): Uint8Array => {
  const global = mostShared(frames);
  const delays = delaysOf(
    frames.map(({ start }) => start),
    end,
  );
  return Buffer.concat([
    Buffer.from('GIF89a', 'latin1'),
    // 0x70: the pages had 8 bits a channel.
    Uint8Array.of(...word(width), ...word(height), global ? tableBits(global) | 0x70 : 0x70, 0, 0),
    global?.bytes() ?? new Uint8Array(),
    loopExtension(loop),
    ...frames.flatMap((frame, index) => [
      descriptor(frame, delays[index], global),
      ...table(frame, global),
      frame.data,
    ]),
    trailer,
  ]);
};

/** Bytes of the file with these frames, which more frames only increase. A GIF that plays once has 19 less. */
export const gifSize = (frames: readonly GifFrame[]): number => {
  const global = mostShared(frames);
  const bytes = frames.map(
    ({ palette, data }) => descriptorBytes + data.length + (palette === global ? 0 : tableBytes(palette)),
  );
  return bytes.reduce((sum, size) => sum + size, fixedBytes + (global ? tableBytes(global) : 0));
};

const mostShared = (frames: readonly GifFrame[]): Palette | undefined => {
  const uses = new Map<Palette, number>();
  for (const { palette } of frames) uses.set(palette, (uses.get(palette) ?? 0) + tableBytes(palette));
  return [...uses].reduce<[Palette | undefined, number]>(
    (one, other) => (other[1] > one[1] ? other : one),
    [undefined, 0],
  )[0];
};

/** Netscape's extension counts the plays after the first, 0 for no end. Without it, a GIF plays once. */
const loopExtension = (loop: number): Uint8Array =>
  loop === 1
    ? new Uint8Array()
    : Uint8Array.of(0x21, 0xff, 11, ...Buffer.from('NETSCAPE2.0', 'latin1'), 3, 1, ...word(Math.max(0, loop - 1)), 0);

const descriptor = (frame: GifFrame, delay: number, global: Palette | undefined): Uint8Array => {
  const { left, top, width, height, palette } = frame;
  const transparency = palette.transparent < 0 ? 0 : 1;
  return Uint8Array.of(
    ...[0x21, 0xf9, 4, keep | transparency, ...word(delay), 0, 0],
    ...[0x2c, ...word(left), ...word(top), ...word(width), ...word(height)],
    palette === global ? 0 : tableBits(palette),
  );
};

const table = ({ palette }: GifFrame, global: Palette | undefined): Uint8Array[] =>
  palette === global ? [] : [palette.bytes()];
