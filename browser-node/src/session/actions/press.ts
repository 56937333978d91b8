import type { Action } from '../context/action-context.js';
import { actOn } from '../elements/act-on.js';
import { whichOf } from '../elements/element.js';
import { locate } from '../elements/locate.js';
import { withAftermath } from '../input/aftermath.js';

/** In an element, or in what has the focus. */
export const press: Action<'press'> = async (context, payload) => {
  const { page, deadline } = context;
  const { key, count } = payload;
  const which = whichOf(payload);
  if (which) {
    const found = await locate(context, which);
    await actOn(context, found, (locator, within) => locator.focus(within));
  }
  await withAftermath(context, async () => {
    for (let press = 0; press < count; press += 1) {
      deadline.signal.throwIfAborted();
      await page.keyboard.press(key);
    }
  });
  return {};
};
