/** Kubernetes' limit for an event's note, in bytes of UTF-8. */
const maxNoteBytes = 1024;

const cutMark = '…';

/** Shortens the sentence to 1,024 bytes. Cuts only between characters, and marks the cut with `…`. */
export const boundedNote = (sentence: string): string => {
  const bytes = Buffer.from(sentence);
  if (bytes.length <= maxNoteBytes) return sentence;
  let end = maxNoteBytes - Buffer.byteLength(cutMark);
  // In UTF-8, a byte 10xxxxxx continues a character: do not cut before it.
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.toString('utf8', 0, end) + cutMark;
};
