import type { Action } from '../context/action-context.js';
import { actOn } from '../elements/act-on.js';
import { whichOf } from '../elements/element.js';
import { locate } from '../elements/locate.js';
import { elementAtPoint, elementToPointAt } from '../elements/pointed.js';
import { withAftermath } from '../input/aftermath.js';
import { checkInWindow } from '../input/check-in-window.js';
import { addressOf } from '../navigation/address.js';

export const hover: Action<'hover'> = async (context, payload) => {
  const { page, memory } = context;
  const { x = 0, y = 0 } = payload;
  const which = whichOf(payload);
  if (!which) {
    await checkInWindow(context, { x, y });
    await withAftermath(context, () => page.mouse.move(x, y));
    const element = await elementAtPoint(context, { x, y });
    return { url: await addressOf(context), ...element, hoveredPoint: memory.moveCursor(page, { x, y }) };
  }
  const found = await locate(context, which);
  const { element, point } = await elementToPointAt(context, found);
  await withAftermath(context, () => actOn(context, found, (locator, within) => locator.hover(within)));
  return { url: await addressOf(context), ...element, hoveredPoint: memory.moveCursor(page, point) };
};
