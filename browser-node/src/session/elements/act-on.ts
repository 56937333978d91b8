import { limits, TintypeError } from '@tintype/contracts';
import type { Locator } from 'playwright-core';
import type { ActionContext } from '../actions/action.js';
import { ask, type Within } from '../page-world/ask.js';
import { diagnose } from './diagnosis.js';
import { elementLocator, type FoundElement, nameOf, within } from './element.js';

/** Said of what a field made nothing of. */
export const ownForm = 'takes a value of its own form, as 2030-01-31 for a date or #ff0000 for a colour';

/** What Playwright says of elements that something cannot be done with, and what we say. */
const misfits: readonly [RegExp, string][] = [
  [/not a <select> element/, 'is no select: click it, and then what it offers'],
  [/Not a checkbox or radio button/, 'is no checkbox and no radio button'],
  [/[Cc]annot uncheck radio button/, 'is a radio button: check another one of its group instead'],
  [/not an <input>, <textarea>(, <select>)? or \[?contenteditable|does not have a role allowing/, 'takes no text'],
  [/Input of type "\w+" cannot be filled/, 'takes no text: click or check it'],
  [/Cannot type text into input\[type=number\]/, 'takes a number'],
  [/Malformed value/, ownForm],
];

const misfit = (error: unknown): string | undefined =>
  misfits.find(([pattern]) => error instanceof Error && pattern.test(error.message))?.[1];

const isTimeout = (error: unknown) => error instanceof Error && error.name === 'TimeoutError';

/** File inputs open a dialog that nobody sees, and would have this machine's files. */
export const refuseFiles = async (context: ActionContext, { frame, which }: FoundElement): Promise<void> => {
  const kind = await ask(frame, 'kind', { question: which, within: within(context) });
  if (!kind?.isFile) return;
  throw new TintypeError('invalid_request', `${nameOf(which)} takes a file, and sessions have none to give.`);
};

/** Does something with an element as soon as it is ready for it, or says why it is not. */
export const actOn = async <T>(
  context: ActionContext,
  found: FoundElement,
  act: (locator: Locator, within: Within) => Promise<T>,
): Promise<T> => {
  try {
    return await act(elementLocator(found), within(context, limits.elementMs));
  } catch (error) {
    const wrong = misfit(error);
    if (wrong) throw new TintypeError('invalid_request', `${nameOf(found.which)} ${wrong}.`, { cause: error });
    if (isTimeout(error) && !context.deadline.passed) throw await diagnose(context, found);
    throw error;
  }
};
