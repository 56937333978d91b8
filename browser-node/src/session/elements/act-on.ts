import { limits, TintypeError } from '@tintype/contracts';
import { outlasts } from '@tintype/runtime';
import type { Locator } from 'playwright-core';
import type { FieldKind } from '../../in-page/elements/fields.js';
import { type PlaywrightErrorKind, playwrightErrorKind } from '../browser/playwright-error.js';
import type { ActionContext } from '../context/action-context.js';
import { NavigationWatch } from '../navigation/navigation-watch.js';
import { ask, type CallLimit } from '../page-world/ask.js';
import { diagnose } from './diagnosis.js';
import { callLimit, elementLocator, type FoundElement, nameOf } from './element.js';

export const formatHint = 'takes only its own format: 2030-01-31 for a date, #ff0000 for a colour';

const textless = 'takes no text: click or check it';

const wrongKinds: Partial<Record<PlaywrightErrorKind, string>> = {
  noSelect: 'is not a select: click it, then the option that it shows',
  noCheckbox: 'is neither a checkbox nor a radio button: click it instead',
  radio: 'is a radio button: check another one of its group instead',
  noField: 'takes no text: choose an input, a textarea or an editable element',
  textless,
  noNumber: 'takes a number',
  malformed: formatHint,
};

const wrongKindOf = (error: unknown): string | undefined => {
  const kind = playwrightErrorKind(error);
  return kind && wrongKinds[kind];
};

const pauseMs = 50;

const noFiles = 'Actions cannot give one: use a DevTools client (`setInputFiles`), in a session with `cdp`.';

/** Throws for a file input, which would open a dialog for files of this machine. Else returns the element's kind. */
export const refuseFiles = async (
  context: ActionContext,
  { frame, which }: FoundElement,
): Promise<FieldKind | null> => {
  const kind = await ask(frame, 'kind', { question: which, limit: callLimit(context) });
  if (!kind?.isFile) return kind;
  throw new TintypeError('invalid_request', `${nameOf(which)} takes a file. ${noFiles}`);
};

const withoutText = new Set(['checkbox', 'radio', 'button', 'submit', 'reset', 'image']);

/** Throws for a file input, and for an element that takes no text. */
export const refuseTextless = async (context: ActionContext, found: FoundElement): Promise<void> => {
  const kind = await refuseFiles(context, found);
  if (!kind || !withoutText.has(kind.type)) return;
  throw new TintypeError('invalid_request', `${nameOf(found.which)} ${textless}.`);
};

type Act<T> = (locator: Locator, limit: CallLimit) => Promise<T>;

/** Retries on the successor of a replaced element. */
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

const leavingError = () =>
  new TintypeError('timeout', 'The page is loading another document and does not answer. Try again.');

/** Why the action does not finish in time. Undefined once the action is done. */
const troubleDuring = async (context: ActionContext, found: FoundElement, acting: Promise<unknown>) => {
  const watch = new NavigationWatch(context.page);
  try {
    while (await outlasts(acting, limits.elementMs)) {
      const trouble = watch.isUnderWay ? leavingError() : await diagnose(context, found).catch(() => undefined);
      if (trouble) return trouble;
    }
    return undefined;
  } finally {
    watch.end();
  }
};

/**
 * Throws the reason if the element is not ready in time. A page with a script or dialog that the action started cannot
 * answer, and may use all the time.
 */
const actInTime = async <T>(context: ActionContext, found: FoundElement, act: Act<T>): Promise<T> => {
  const givenUp = new AbortController();
  const { timeout, signal } = callLimit(context);
  const limit = { timeout, signal: AbortSignal.any([signal, givenUp.signal]) };
  const acting = retryReplaced(context, () => act(elementLocator(found), limit));
  const trouble = await troubleDuring(context, found, acting);
  if (!trouble) return acting;
  givenUp.abort();
  try {
    return await acting;
  } catch (cause) {
    trouble.cause = cause;
    throw trouble;
  }
};

/** Acts on the element. Throws `invalid_request` for the wrong kind of element, else the reason of the failure. */
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
