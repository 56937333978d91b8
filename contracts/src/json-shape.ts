/** The time to parse JSON depends on its shape, not only on its bytes. */
interface JsonShape {
  /** Nested lists and objects. */
  levels: number;
  /** Values in lists and objects, roughly: commas and opening brackets. */
  values: number;
}

const [quote, backslash] = [0x22, 0x5c];

const weightsByByte = (weights: Readonly<Record<string, number>>): Int8Array => {
  const all = new Int8Array(256);
  for (const [character, each] of Object.entries(weights)) all[character.charCodeAt(0)] = each;
  return all;
};
const levelsOf = weightsByByte({ '[': 1, '{': 1, ']': -1, '}': -1 });
const valuesOf = weightsByByte({ '[': 1, '{': 1, ',': 1 });

const isEscaped = (bytes: Buffer, at: number): boolean => {
  let before = at - 1;
  while (bytes[before] === backslash) before -= 1;
  return (at - before) % 2 === 0;
};

/** Most strings have no inner quote, so native `indexOf` finds the end. */
const endOfString = (bytes: Buffer, start: number): number => {
  const first = bytes.indexOf(quote, start + 1);
  if (first === -1) return bytes.length;
  if (!isEscaped(bytes, first)) return first;
  let at = first + 1;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at;
};

/** Counts without parsing, up to `max`. For text that is not JSON, the counts mean nothing. */
export const jsonShapeOf = (bytes: Buffer, max: JsonShape): JsonShape | 'tooDeep' | 'tooWide' => {
  const shape = { levels: 0, values: 0 };
  let level = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === quote) at = endOfString(bytes, at);
    level += levelsOf[byte] ?? 0;
    shape.levels = Math.max(shape.levels, level);
    shape.values += valuesOf[byte] ?? 0;
    if (shape.levels > max.levels) return 'tooDeep';
    if (shape.values > max.values) return 'tooWide';
  }
  return shape;
};
