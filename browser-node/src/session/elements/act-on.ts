import { limits, TintypeError } from '@tintype/contracts';
import type { Locator } from 'playwright-core';
import type { FieldKind } from '../../in-page/fields.js';
import { type PlaywrightErrorKind, playwrightErrorKind } from '../browser/playwright-error.js';
import type { ActionContext } from '../context/action-context.js';
import { NavigationWatch } from '../navigation/navigation-watch.js';
import { ask, type CallLimit } from '../page-world/ask.js';
import { outlasts } from '../waits/in-time.js';
import { diagnose } from './diagnosis.js';
import { callLimit, elementLocator, type FoundElement, nameOf } from './element.js';

/** Said of what a field made nothing of. */
export const formatHint = 'takes a value of its own form, as 2030-01-31 for a date or #ff0000 for a colour';

const textless = 'takes no text: click or check it';

/** What is said of elements that something cannot be done with. */
const wrongKinds: Partial<Record<PlaywrightErrorKind, string>> = {
  noSelect: 'is no select: click it, and then what it offers',
  noCheckbox: 'is no checkbox and no radio button',
  radio: 'is a radio button: check another one of its group instead',
  noField: 'takes no text',
  textless,
  noNumber: 'takes a number',
  malformed: formatHint,
};

const wrongKindOf = (error: unknown): string | undefined => {
  const said = playwrightErrorKind(error);
  return said && wrongKinds[said];
};

const pauseMs = 50;

/** File inputs open a dialog that nobody sees, and would have this machine's files. Answers the kind of any other. */
export const refuseFiles = async (
  context: ActionContext,
  { frame, which }: FoundElement,
): Promise<FieldKind | null> => {
  const kind = await ask(frame, 'kind', { question: which, limit: callLimit(context) });
  if (!kind?.isFile) return kind;
  throw new TintypeError('invalid_request', `${nameOf(which)} takes a file, and sessions have none to give.`);
};

/** Inputs that text does nothing to. */
const withoutText = new Set(['checkbox', 'radio', 'button', 'submit', 'reset', 'image']);

/** As {@link refuseFiles}, and those that no text can be typed into. */
export const refuseTextless = async (context: ActionContext, found: FoundElement): Promise<void> => {
  const kind = await refuseFiles(context, found);
  if (!kind || !withoutText.has(kind.type)) return;
  throw new TintypeError('invalid_request', `${nameOf(found.which)} ${textless}.`);
};

type Act<T> = (locator: Locator, limit: CallLimit) => Promise<T>;

/** With an element that takes the place of one that has just gone, too. */
const retryReplaced = async <T>({ deadline }: ActionContext, act: () => Promise<T>): Promise<T> => {
  for (;;) {
    try {
      return await act();
    } catch (error) {
      if (playwrightErrorKind(error) !== 'replaced') throw error;
      await deadline.sleep(pauseMs);
    }
  }
};

const leavingError = () => new TintypeError('timeout', 'The page is on its way to another one, and does not answer.');

/** What keeps an element from being acted on, once it had its time to get ready; undefined when it has been done. */
const troubleIn = async (context: ActionContext, found: FoundElement, acting: Promise<unknown>) => {
  const watch = new NavigationWatch(context.page);
  try {
    while (await outlasts(acting, limits.elementMs)) {
      const trouble = watch.isUnderWay ? leavingError() : await diagnose(context, found).catch(() => undefined);
      if (trouble) return trouble;
    }
    return undefined;
  } finally {
    watch.leave();
  }
};

/**
 * Throws what keeps an element from being acted on once it had its time to get ready. A page that is busy with what was
 * done answers no question meanwhile: a script runs, or a dialog is open. It has all the time that the action has.
 */
const actInTime = async <T>(context: ActionContext, found: FoundElement, act: Act<T>): Promise<T> => {
  const givenUp = new AbortController();
  const { timeout, signal } = callLimit(context);
  const limit = { timeout, signal: AbortSignal.any([signal, givenUp.signal]) };
  const acting = retryReplaced(context, () => act(elementLocator(found), limit));
  const trouble = await troubleIn(context, found, acting);
  if (!trouble) return acting;
  givenUp.abort();
  try {
    return await acting;
  } catch (cause) {
    trouble.cause = cause;
    throw trouble;
  }
};

/** Does something with an element as soon as it is ready for it, or says why it is not. */
export const actOn = async <T>(context: ActionContext, found: FoundElement, act: Act<T>): Promise<T> => {
  try {
    return await actInTime(context, found, act);
  } catch (error) {
    const wrong = wrongKindOf(error);
    if (wrong)
      throw new TintypeError('invalid_request', `${nameOf(found.named ?? found.which)} ${wrong}.`, { cause: error });
    throw error;
  }
};
