import type { ActionContext } from './actions/action.js';

/** Of keys that are pressed without a pause: time is looked at after each so many. */
const atOnce = 100;

/** Types into what has the focus, until the time is up. */
export const typeKeys = async (context: ActionContext, text: string, delayMs: number): Promise<void> => {
  const { page, deadline } = context;
  const characters = [...text];
  const step = delayMs > 0 ? 1 : atOnce;
  for (let at = 0; at < characters.length; at += step) {
    deadline.signal.throwIfAborted();
    await page.keyboard.type(characters.slice(at, at + step).join(''));
    if (delayMs > 0) await deadline.sleep(delayMs);
  }
};
