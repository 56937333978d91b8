/** What a message is made of: what makes it slow to read is not its bytes alone. */
export interface MessageShape {
  /** Lists and objects in each other. */
  levels: number;
  /** Values in lists and objects, roughly: their commas and opening brackets. */
  values: number;
}

const [quote, backslash] = [0x22, 0x5c];

const byByte = (worth: Readonly<Record<string, number>>): Int8Array => {
  const all = new Int8Array(256);
  for (const [character, each] of Object.entries(worth)) all[character.charCodeAt(0)] = each;
  return all;
};
const levelsOf = byByte({ '[': 1, '{': 1, ']': -1, '}': -1 });
const valuesOf = byByte({ '[': 1, '{': 1, ',': 1 });

const isEscaped = (bytes: Buffer, at: number): boolean => {
  let before = at - 1;
  while (bytes[before] === backslash) before -= 1;
  return (at - before) % 2 === 0;
};

/** Where the string ends that begins here. Most have no quote inside, and are looked through by the machine. */
const endOfString = (bytes: Buffer, start: number): number => {
  const first = bytes.indexOf(quote, start + 1);
  if (first === -1) return bytes.length;
  if (!isEscaped(bytes, first)) return first;
  let at = first + 1;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at;
};

/**
 * The shape of a text of JSON, without reading it, and no further than it may go. Of what is no JSON it says anything.
 */
export const shapeOf = (bytes: Buffer, most: MessageShape): MessageShape | 'tooDeep' | 'tooWide' => {
  const shape = { levels: 0, values: 0 };
  let level = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === quote) at = endOfString(bytes, at);
    level += levelsOf[byte] ?? 0;
    shape.levels = Math.max(shape.levels, level);
    shape.values += valuesOf[byte] ?? 0;
    if (shape.levels > most.levels) return 'tooDeep';
    if (shape.values > most.values) return 'tooWide';
  }
  return shape;
};
