import type { ActionContext } from '../context/action-context.js';
import type { Point } from '../pages/page-memory.js';

/** Moves the mouse in so many steps, until the time is up. */
export const moveAlong = async (
  { page, deadline, memory }: ActionContext,
  { from, to, steps }: { from: Point; to: Point; steps: number },
): Promise<void> => {
  for (let step = 1; step <= steps; step += 1) {
    deadline.signal.throwIfAborted();
    const [x, y] = [from.x + (to.x - from.x) * (step / steps), from.y + (to.y - from.y) * (step / steps)];
    await page.mouse.move(x, y);
    memory.moveCursor(page, { x, y });
  }
};
