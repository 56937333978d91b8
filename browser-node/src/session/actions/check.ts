import { actOn } from '../elements/act-on.js';
import { unchanged } from '../elements/diagnosis.js';
import { elementOf } from '../elements/element.js';
import { locate } from '../elements/locate.js';
import { elementToPointAt } from '../elements/pointed.js';
import { withAftermath } from '../navigation/aftermath.js';
import { playwrightError } from '../run/playwright-error.js';
import type { Action } from './action.js';

export const check: Action<'check'> = async (context, payload) => {
  const { page, memory } = context;
  const { checked } = payload;
  const which = elementOf(payload);
  const found = await locate(context, which);
  if ((await actOn(context, found, (locator, within) => locator.isChecked(within))) === checked) return { checked };
  // The mouse goes there, as for a click.
  const { point } = await elementToPointAt(context, found);
  const set = () => actOn(context, found, (locator, within) => locator.setChecked(checked, within));
  await withAftermath(context, set).catch((error: unknown) => {
    throw playwrightError(error) === 'unchanged' ? unchanged(which) : error;
  });
  memory.moveCursor(page, point);
  return { checked };
};
