import { TintypeError } from '@tintype/contracts';
import type { Action } from '../context/action-context.js';
import { actOn } from '../elements/act-on.js';
import { namedElement } from '../elements/element.js';
import { locate } from '../elements/locate.js';
import { elementAtPoint, elementToPointAt } from '../elements/points.js';
import { withAftermath } from '../input/aftermath.js';
import { checkInWindow, moveAlong } from '../input/mouse.js';
import { addressOf } from '../navigation/address.js';

export const hover: Action<'hover'> = async (context, payload) => {
  const { page, state } = context;
  const { x = 0, y = 0 } = payload;
  const which = namedElement(payload);
  if (!which) {
    await checkInWindow(context, { x, y });
    await withAftermath(context, () => page.mouse.move(x, y));
    const element = await elementAtPoint(context, { x, y });
    return { url: await addressOf(context), ...element, hoveredPoint: state.moveCursor(page, { x, y }) };
  }
  const found = await locate(context, which);
  const { element, point } = await elementToPointAt(context, found);
  await withAftermath(context, () => actOn(context, found, (locator, limit) => locator.hover(limit)));
  return { url: await addressOf(context), ...element, hoveredPoint: state.moveCursor(page, point) };
};

export const moveMouse: Action<'move_mouse'> = async (context, { x, y, steps }) => {
  const { page, state } = context;
  await checkInWindow(context, { x, y });
  const from = state.cursorOf(page);
  await withAftermath(context, () => moveAlong(context, { from, to: { x, y }, steps }));
  return state.moveCursor(page, { x, y });
};

/** The first point must be in the window, the others may lie outside. */
export const dragMouse: Action<'drag_mouse'> = async (context, { path, from, to, steps }) => {
  const { page, state } = context;
  const [start, ...way] = path ?? [from, to].filter((point) => point !== undefined);
  const end = way.at(-1);
  if (!start || !end) throw new TintypeError('invalid_request');
  await checkInWindow(context, start);
  await withAftermath(context, async () => {
    await moveAlong(context, { from: start, to: start, steps: 1 });
    await page.mouse.down();
    try {
      for (const next of way) await moveAlong(context, { from: state.cursorOf(page), to: next, steps });
    } finally {
      await page.mouse.up();
    }
  });
  return state.moveCursor(page, end);
};

export const cursorPosition: Action<'cursor_position'> = async ({ page, state }) => state.cursorOf(page);
