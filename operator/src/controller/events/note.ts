/** Kubernetes' limit for an event's note, in bytes of UTF-8. */
const longestNote = 1024;

const mark = '…';

/** Cuts a sentence that is too long after a whole character, and marks the cut with `…`. */
export const boundedNote = (sentence: string): string => {
  const bytes = Buffer.from(sentence);
  if (bytes.length <= longestNote) return sentence;
  const room = longestNote - Buffer.byteLength(mark);
  // Bytes 10xxxxxx continue a character.
  let end = room;
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.toString('utf8', 0, end) + mark;
};
