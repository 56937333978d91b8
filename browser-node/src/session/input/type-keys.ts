import type { ActionContext } from '../context/action-context.js';

/** Of keys that are pressed without a pause: time is looked at after each so many. */
const atOnce = 100;
/** On a small machine with much to do 200 keys are pressed in a second: more of them would take all the time there is. */
const mostKeys = 1000;
/** A field is laid out anew for each piece, whatever its length. */
const pieceLength = 50_000;

const inPieces = (text: string, length: number): string[] => {
  const characters = [...text];
  return Array.from({ length: Math.ceil(characters.length / length) }, (_, at) =>
    characters.slice(at * length, (at + 1) * length).join(''),
  );
};

/** The lines of a long text, and the ends of lines by themselves, which are keys. */
const linesOf = (text: string): string[] => text.split(/(\r?\n|\r)/).flatMap((line) => inPieces(line, pieceLength));

/**
 * Types into what has the focus, until the time is up. A long text is put in line by line, as if it was pasted: a field has
 * it then, and pages hear of it by `input`.
 */
export const typeKeys = async ({ page, deadline }: ActionContext, text: string, delayMs: number): Promise<void> => {
  const isLong = delayMs === 0 && text.length > mostKeys;
  const pieces = isLong ? linesOf(text) : inPieces(text, delayMs > 0 ? 1 : atOnce);
  for (const piece of pieces) {
    deadline.signal.throwIfAborted();
    if (isLong && /[^\r\n]/.test(piece)) await page.keyboard.insertText(piece);
    else await page.keyboard.type(piece);
    if (delayMs > 0) await deadline.sleep(delayMs);
  }
};
