import type { Action } from '../context/action-context.js';
import { withAftermath } from '../input/aftermath.js';
import { checkInWindow } from '../input/check-in-window.js';
import { moveAlong } from '../input/move-along.js';

export const moveMouse: Action<'move_mouse'> = async (context, { x, y, steps }) => {
  const { page, memory } = context;
  await checkInWindow(context, { x, y });
  const from = memory.cursorOf(page);
  await withAftermath(context, () => moveAlong(context, { from, to: { x, y }, steps }));
  return memory.moveCursor(page, { x, y });
};
