/** What the Kubernetes API takes as the note of an event, in bytes of UTF-8. */
const longestNote = 1024;

const mark = '…';

/** The sentence, cut at a whole character and marked so where it is too long. */
export const boundedNote = (sentence: string): string => {
  const bytes = Buffer.from(sentence);
  if (bytes.length <= longestNote) return sentence;
  const room = longestNote - Buffer.byteLength(mark);
  // Bytes 10xxxxxx go on with a character that began before them.
  let end = room;
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.toString('utf8', 0, end) + mark;
};
