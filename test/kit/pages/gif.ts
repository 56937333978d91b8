import assert from 'node:assert/strict';
import { GifReader } from 'omggif';

export interface GifPicture {
  /** Milliseconds from the begin, and until the next one. */
  atMs: number;
  delayMs: number;
  /** `#rrggbb` of what a viewer sees: earlier pictures show through. */
  at: (x: number, y: number) => string;
}

export interface DecodedGif {
  width: number;
  height: number;
  /** Repetitions; 0: for ever; null: none. */
  loop: number | null;
  durationMs: number;
  pictures: GifPicture[];
}

/** Decodes with an independent decoder, and lays the pictures upon each other as a viewer does. */
export const decodeGif = (bytes: Buffer): DecodedGif => {
  const reader = new GifReader(bytes);
  const { width, height } = reader;
  const canvas = new Uint8ClampedArray(width * height * 4);
  const pictures: GifPicture[] = [];
  let atMs = 0;
  for (let index = 0; index < reader.numFrames(); index += 1) {
    const { delay, disposal } = reader.frameInfo(index);
    assert.ok(disposal <= 1, `picture ${index} is disposed of by ${disposal}`);
    reader.decodeAndBlitFrameRGBA(index, canvas as unknown as number[]);
    const data = canvas.slice();
    const at = (x: number, y: number) => {
      assert.ok(x >= 0 && x < width && y >= 0 && y < height, `${x},${y} lies in ${width}×${height}`);
      const [red = 0, green = 0, blue = 0] = data.subarray((y * width + x) * 4);
      return `#${[red, green, blue].map((value) => value.toString(16).padStart(2, '0')).join('')}`;
    };
    pictures.push({ atMs, delayMs: delay * 10, at });
    atMs += delay * 10;
  }
  return { width, height, loop: reader.loopCount(), durationMs: atMs, pictures };
};

/**
 * Two seconds of a page that always moves, in real time. The warning counts the pictures for which the others' times
 * leave a gap. Without a warning, at most a tenth is missing, those of the end included.
 */
export const assertCounted = (pictures: readonly { delayMs: number }[], warnings: string) => {
  const [, counted, wanted] = /has (\d+) of (\d+) pictures: the machine was too busy/.exec(warnings) ?? [];
  const lastMs = pictures.slice(0, -1).reduce((sum, { delayMs }) => sum + delayMs, 0);
  const taken = pictures.length - 1;
  const fromTimes = (endMs: number) => Math.round(endMs / 50) - taken;
  // None is missing while a script keeps the page from painting.
  const silence = Number(/painted nothing for (\d+\.\d) s/.exec(warnings)?.[1] ?? 0);
  const silent = silence > 0 ? silence * 20 + 2 : 0;
  const text = `${taken} pictures after the first, the last at ${lastMs} ms: ${warnings}`;
  // Times in the file are rounded. A page that painted nothing at the end has no pictures to miss there.
  const wholeMs = Math.max(lastMs, 1950);
  const isEndKnown = wanted !== undefined || /painted nothing in the last/.test(warnings);
  const least = Math.max(fromTimes(isEndKnown ? lastMs : wholeMs) - 1 - silent, 0);
  const most = fromTimes(wholeMs) + 1;
  if (wanted === undefined) return assert.ok(least * 10 <= taken + least, text);
  const missed = Number(wanted) - Number(counted);
  assert.ok(missed >= least && missed <= most, text);
  assert.equal(Number(counted), pictures.length, text);
};
