import { TintypeError } from '@tintype/contracts';
import type { Action } from '../context/action-context.js';
import { actOn, formatHint, refuseFiles, refuseTextless } from '../elements/act-on.js';
import { namedElement, nameOf, requireElement } from '../elements/element.js';
import { focusField, hasOwnFormat, valueIn } from '../elements/fields.js';
import { locate } from '../elements/locate.js';
import { withAftermath } from '../input/aftermath.js';
import { typeKeys } from '../input/type-keys.js';

/** Types key by key, at the end of the field's text. */
export const type: Action<'type'> = async (context, payload) => {
  const { text, delayMs, clear } = payload;
  const which = requireElement(payload);
  const found = await locate(context, which);
  await refuseTextless(context, found);
  await withAftermath(context, async () => {
    if (clear) await actOn(context, found, (locator, limit) => locator.clear(limit));
    await focusField(context, found);
    await typeKeys(context, text, delayMs);
  });
  return { matched: true, visible: true, value: await valueIn(context, found) };
};

export const typeText: Action<'type_text'> = async (context, { text, delayMs }) => {
  await withAftermath(context, () => typeKeys(context, text, delayMs));
  return {};
};

export const press: Action<'press'> = async (context, payload) => {
  const { page, deadline } = context;
  const { key, count } = payload;
  const which = namedElement(payload);
  if (which) {
    const found = await locate(context, which);
    await actOn(context, found, (locator, limit) => locator.focus(limit));
  }
  await withAftermath(context, async () => {
    for (let press = 0; press < count; press += 1) {
      deadline.signal.throwIfAborted();
      await page.keyboard.press(key);
    }
  });
  return {};
};

export const fill: Action<'fill'> = async (context, payload) => {
  const which = requireElement(payload);
  const value = payload.value ?? payload.text;
  if (value === undefined) throw new TintypeError('invalid_request');
  const found = await locate(context, which);
  await refuseFiles(context, found);
  await withAftermath(context, () => actOn(context, found, (locator, limit) => locator.fill(value, limit)));
  const filled = await valueIn(context, found);
  // Only a field with its own format drops a wrong value. The page may empty any other field, which is no error.
  if (value !== '' && filled === '' && (await hasOwnFormat(context, found)))
    throw new TintypeError('invalid_request', `${nameOf(which)} ${formatHint}.`);
  return { matched: true, value: filled };
};
