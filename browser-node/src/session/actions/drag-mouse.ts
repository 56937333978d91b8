import { TintypeError } from '@tintype/contracts';
import type { Action } from '../context/action-context.js';
import { withAftermath } from '../input/aftermath.js';
import { checkInWindow } from '../input/check-in-window.js';
import { moveAlong } from '../input/move-along.js';

/** From the first point, in the window, through the others, with so many steps to each; they may lie beyond its edges. */
export const dragMouse: Action<'drag_mouse'> = async (context, { path, from, to, steps }) => {
  const { page, memory } = context;
  const [start, ...way] = path ?? [from, to].filter((point) => point !== undefined);
  const end = way.at(-1);
  if (!start || !end) throw new TintypeError('invalid_request');
  await checkInWindow(context, start);
  await withAftermath(context, async () => {
    await moveAlong(context, { from: start, to: start, steps: 1 });
    await page.mouse.down();
    try {
      for (const next of way) await moveAlong(context, { from: memory.cursorOf(page), to: next, steps });
    } finally {
      await page.mouse.up();
    }
  });
  return memory.moveCursor(page, end);
};
