import type { ActionContext } from '../context/action-context.js';

/** Keys between checks of the deadline. */
const keysPerCheck = 100;
/** A busy small machine types 200 keys a second. A longer text would take all the action's time. */
const maxKeys = 1000;
/** A field lays out its text once for each piece. */
const pieceLength = 50_000;

const inPieces = (text: string, length: number): string[] => {
  const characters = [...text];
  return Array.from({ length: Math.ceil(characters.length / length) }, (_, at) =>
    characters.slice(at * length, (at + 1) * length).join(''),
  );
};

/** Line ends are separate pieces, typed as keys. */
const linesOf = (text: string): string[] => text.split(/(\r?\n|\r)/).flatMap((line) => inPieces(line, pieceLength));

/**
 * Types a text. A text above 1,000 characters without a delay is inserted line by line, like a paste. Pages then get
 * only `input` events.
 */
export const typeKeys = async ({ page, deadline }: ActionContext, text: string, delayMs: number): Promise<void> => {
  const isLong = delayMs === 0 && text.length > maxKeys;
  const pieces = isLong ? linesOf(text) : inPieces(text, delayMs > 0 ? 1 : keysPerCheck);
  for (const piece of pieces) {
    deadline.signal.throwIfAborted();
    if (isLong && /[^\r\n]/.test(piece)) await page.keyboard.insertText(piece);
    else await page.keyboard.type(piece);
    if (delayMs > 0) await deadline.sleep(delayMs);
  }
};
