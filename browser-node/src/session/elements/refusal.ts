import type { Frame } from 'playwright-core';
import type { ActionContext } from '../actions/action.js';
import { ask } from '../page-world/ask.js';
import { described } from './diagnosis.js';
import { within } from './element.js';

/** A page that has become busy is left so. */
const askMs = 5000;

const refusedIn = async (context: ActionContext, frame: Frame, withinMs: number) => {
  const { memory } = context;
  // It counts from when the question is there.
  const question = { withinMs: withinMs + askMs, firstRef: memory.nextRef };
  const refused = await ask(frame, 'refused', { question, within: within(context, askMs) }).catch(() => undefined);
  memory.nextRef = refused?.nextRef ?? memory.nextRef;
  return refused?.answer;
};

/** Whoever acts learns that the browser did not send a form in the last so many milliseconds, and why: it only shows that. */
export const tellOfRefusal = async (context: ActionContext, withinMs: number): Promise<void> => {
  const { page, memory } = context;
  for (const frame of page.frames()) {
    if (frame !== page.mainFrame() && frame !== memory.actedIn) continue;
    const field = await refusedIn(context, frame, withinMs);
    if (!field) continue;
    const more = field.more > 0 ? ` And ${field.more} more.` : '';
    memory.journal.note(`The browser did not send the form. ${described(field)}: ${field.message}${more}`);
  }
};
