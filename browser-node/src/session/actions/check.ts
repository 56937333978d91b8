import type { Locator } from 'playwright-core';
import { actOn } from '../elements/act-on.js';
import { unchanged } from '../elements/diagnosis.js';
import { elementOf, nameOf } from '../elements/element.js';
import { locate } from '../elements/locate.js';
import { elementToPointAt } from '../elements/pointed.js';
import { withAftermath } from '../navigation/aftermath.js';
import type { Within } from '../page-world/ask.js';
import { clickStage, playwrightError } from '../run/playwright-error.js';
import type { Action } from './action.js';

/** Whether it was there to be looked at afterwards. Of a locator, Playwright would check the next element in its place. */
const setOnce = async (locator: Locator, checked: boolean, within: Within): Promise<boolean> => {
  const element = await locator.elementHandle(within);
  try {
    await element.setChecked(checked, within);
    return true;
  } catch (error) {
    if (playwrightError(error) === 'replaced' && clickStage(error) === 'done') return false;
    throw error;
  } finally {
    // Its document may have gone.
    element.dispose().catch(() => undefined);
  }
};

export const check: Action<'check'> = async (context, payload) => {
  const { page, memory } = context;
  const { checked } = payload;
  const which = elementOf(payload);
  const found = await locate(context, which);
  if ((await actOn(context, found, (locator, within) => locator.isChecked(within))) === checked) return { checked };
  // The mouse goes there, as for a click.
  const { point } = await elementToPointAt(context, found);
  const set = () => actOn(context, found, (locator, within) => setOnce(locator, checked, within));
  const isThere = await withAftermath(context, set).catch((error: unknown) => {
    throw playwrightError(error) === 'unchanged' ? unchanged(which) : error;
  });
  if (!isThere) memory.journal.note(`${nameOf(which)} was clicked, and is gone since.`);
  memory.moveCursor(page, point);
  return { checked };
};
