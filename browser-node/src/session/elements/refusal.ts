import type { Frame } from 'playwright-core';
import type { ActionContext } from '../actions/action.js';
import { askNaming } from '../page-world/ask-naming.js';
import { described } from './diagnosis.js';
import { within } from './element.js';

/** A page that has become busy is left so. */
const askMs = 5000;

const refusedIn = (context: ActionContext, frame: Frame, withinMs: number) => {
  // It counts from when the question is there.
  const question = { withinMs: withinMs + askMs };
  const asked = { question, memory: context.memory, within: within(context, askMs) };
  return askNaming(frame, 'refused', asked).catch(() => undefined);
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
