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
