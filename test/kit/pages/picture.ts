import assert from 'node:assert/strict';
import { PNG } from 'pngjs';

export interface Picture {
  width: number;
  height: number;
  /** `#rrggbb`, or `#rrggbbaa` if not opaque. */
  at: (x: number, y: number) => string;
}

export const decodePng = (bytes: Buffer): Picture => {
  const { width, height, data } = PNG.sync.read(bytes);
  const at = (x: number, y: number) => {
    assert.ok(x >= 0 && x < width && y >= 0 && y < height, `${x},${y} lies in ${width}×${height}`);
    const [red, green, blue, alpha] = data.subarray((y * width + x) * 4);
    const digits = [red, green, blue, ...(alpha === 255 ? [] : [alpha])];
    return `#${digits.map((value) => value?.toString(16).padStart(2, '0')).join('')}`;
  };
  return { width, height, at };
};

const channels = (colour: string) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));

/** The luminance, 0 to 1, of a colour such as `#fe8000` (https://www.w3.org/TR/WCAG21/#dfn-relative-luminance). */
export const luminance = (colour: string): number => {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((value) =>
    value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

/** The contrast of two such colours, 1 to 21. */
export const contrastOf = (a: string, b: string): number => {
  const [less = 0, more = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (more + 0.05) / (less + 0.05);
};
