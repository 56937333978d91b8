import { actOn } from '../elements/act-on.js';
import { unchanged } from '../elements/diagnosis.js';
import { elementOf } from '../elements/element.js';
import { locate } from '../elements/locate.js';
import { withAftermath } from '../navigation/aftermath.js';
import { playwrightError } from '../run/playwright-error.js';
import type { Action } from './action.js';

export const check: Action<'check'> = async (context, payload) => {
  const { checked } = payload;
  const which = elementOf(payload);
  const found = await locate(context, which);
  const set = () => actOn(context, found, (locator, within) => locator.setChecked(checked, within));
  await withAftermath(context, set).catch((error: unknown) => {
    throw playwrightError(error) === 'unchanged' ? unchanged(which) : error;
  });
  return { checked };
};
