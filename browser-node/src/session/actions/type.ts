import type { Action } from '../context/action-context.js';
import { actOn, refuseTextless } from '../elements/act-on.js';
import { elementOf } from '../elements/element.js';
import { focusField, valueIn } from '../elements/fields.js';
import { locate } from '../elements/locate.js';
import { withAftermath } from '../input/aftermath.js';
import { typeKeys } from '../input/type-keys.js';

/** Key by key, behind what stands there, as a person would; the page hears of each. */
export const type: Action<'type'> = async (context, payload) => {
  const { text, delayMs, clear } = payload;
  const which = elementOf(payload);
  const found = await locate(context, which);
  await refuseTextless(context, found);
  await withAftermath(context, async () => {
    if (clear) await actOn(context, found, (locator, within) => locator.clear(within));
    await focusField(context, found);
    await typeKeys(context, text, delayMs);
  });
  return { matched: true, visible: true, value: await valueIn(context, found) };
};
