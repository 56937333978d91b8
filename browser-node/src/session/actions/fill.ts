import { TintypeError } from '@tintype/contracts';
import type { Action } from '../context/action-context.js';
import { actOn, ownForm, refuseFiles } from '../elements/act-on.js';
import { elementOf, nameOf } from '../elements/element.js';
import { hasOwnForm, valueIn } from '../elements/fields.js';
import { locate } from '../elements/locate.js';
import { withAftermath } from '../input/aftermath.js';

export const fill: Action<'fill'> = async (context, payload) => {
  const which = elementOf(payload);
  const value = payload.value ?? payload.text;
  if (value === undefined) throw new TintypeError('invalid_request');
  const found = await locate(context, which);
  await refuseFiles(context, found);
  await withAftermath(context, () => actOn(context, found, (locator, within) => locator.fill(value, within)));
  const filled = await valueIn(context, found);
  // Left empty by a page that has taken what was filled in, it is as it should be.
  if (value !== '' && filled === '' && (await hasOwnForm(context, found)))
    throw new TintypeError('invalid_request', `${nameOf(which)} ${ownForm}.`);
  return { matched: true, value: filled };
};
