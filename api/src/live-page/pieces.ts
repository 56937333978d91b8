/** The most UTF-16 units of text in one message: `limits.livePasteLength`. */
const pieceLength = 20_000;

const isHighSurrogate = (unit: number) => unit >= 0xd800 && unit <= 0xdbff;

/** Splits a text for several messages. No piece ends within a character of two units, such as an emoji. */
export const piecesOf = (text: string): string[] => {
  const pieces: string[] = [];
  for (let at = 0; at < text.length; ) {
    const end = at + pieceLength;
    const cutsCharacter = end < text.length && isHighSurrogate(text.charCodeAt(end - 1));
    const piece = text.slice(at, cutsCharacter ? end - 1 : end);
    pieces.push(piece);
    at += piece.length;
  }
  return pieces;
};
