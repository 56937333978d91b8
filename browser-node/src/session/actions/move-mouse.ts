import { withAftermath } from '../aftermath.js';
import type { Action } from './action.js';

export const moveMouse: Action<'move_mouse'> = async (context, { x, y, steps }) => {
  const { page, memory } = context;
  await withAftermath(context, () => page.mouse.move(x, y, { steps }));
  return memory.moveCursor(page, { x, y });
};
