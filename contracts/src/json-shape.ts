/** The shape of a JSON text. The time to parse the text depends on its shape, not only on its bytes. */
interface JsonShape {
  /** The depth to which lists and objects are nested. */
  levels: number;
  /** Commas and opening brackets: about the number of values in lists and objects. */
  values: number;
}

const [quote, backslash] = [0x22, 0x5c];

/** A table with the weight of each byte; 0 for all other bytes. */
const weightsByByte = (weights: Readonly<Record<string, number>>): Int8Array => {
  const table = new Int8Array(256);
  for (const [character, weight] of Object.entries(weights)) table[character.charCodeAt(0)] = weight;
  return table;
};
const levelChanges = weightsByByte({ '[': 1, '{': 1, ']': -1, '}': -1 });
const valueCounts = weightsByByte({ '[': 1, '{': 1, ',': 1 });

/** Whether an odd number of backslashes stands before the byte at `at`. */
const isEscaped = (bytes: Buffer, at: number): boolean => {
  let before = at - 1;
  while (bytes[before] === backslash) before -= 1;
  return (at - before) % 2 === 0;
};

/**
 * The index of the string's closing quote; the length of `bytes` if there is none. Most strings have no escaped quote, so
 * native `indexOf` finds the end.
 */
const endOfString = (bytes: Buffer, start: number): number => {
  const first = bytes.indexOf(quote, start + 1);
  if (first === -1) return bytes.length;
  if (!isEscaped(bytes, first)) return first;
  let at = first + 1;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at;
};

/**
 * Counts levels and values without parsing. Returns `tooDeep` or `tooWide` as soon as a count is above `max`. For text
 * that is not JSON, the counts mean nothing.
 */
export const jsonShapeOf = (bytes: Buffer, max: JsonShape): JsonShape | 'tooDeep' | 'tooWide' => {
  const shape = { levels: 0, values: 0 };
  let level = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === quote) at = endOfString(bytes, at);
    level += levelChanges[byte] ?? 0;
    shape.levels = Math.max(shape.levels, level);
    shape.values += valueCounts[byte] ?? 0;
    if (shape.levels > max.levels) return 'tooDeep';
    if (shape.values > max.values) return 'tooWide';
  }
  return shape;
};
