import { type SessionActionType, TintypeError } from '@tintype/contracts';
import { ifInTime } from '@tintype/runtime';
import { releasePointerLock } from '../../in-page/guards.js';
import { windowSize } from '../../in-page/window.js';
import type { Action, ActionContext } from '../context/action-context.js';
import { callInPage } from '../page-world/call-in-page.js';
import type { Point } from '../pages/page-state.js';

export const checkInWindow = async ({ target }: Pick<ActionContext, 'target'>, { x, y }: Point): Promise<void> => {
  const { width, height } = await callInPage(target, windowSize);
  if (x < width && y < height) return;
  throw new TintypeError(
    'invalid_request',
    `The point x ${x}, y ${y} is outside the window of ${width} × ${height} CSS pixels. Scroll first, or set a larger window (\`vw\` and \`vh\` of goto or screenshot).`,
  );
};

export const moveAlong = async (
  { page, deadline, state }: ActionContext,
  { from, to, steps }: { from: Point; to: Point; steps: number },
): Promise<void> => {
  for (let step = 1; step <= steps; step += 1) {
    deadline.signal.throwIfAborted();
    const x = from.x + (to.x - from.x) * (step / steps);
    const y = from.y + (to.y - from.y) * (step / steps);
    await page.mouse.move(x, y);
    state.moveCursor(page, { x, y });
  }
};

/** Limit for each frame. A frame that hangs cannot unlock the pointer. */
const askMs = 300;

/** Each document knows only its own lock. */
const unlockPointer = async ({ page, target, state }: ActionContext): Promise<void> => {
  const inner = page.frames().filter((frame) => frame !== page.mainFrame());
  const releases = [
    callInPage(target, releasePointerLock),
    ...inner.map((frame) => frame.evaluate(releasePointerLock)),
  ];
  const answers = await Promise.all(releases.map((each) => ifInTime(each, askMs)));
  if (answers.includes(true)) state.journal.note('The page had locked the mouse. It is unlocked now.');
};

/** While a page locks the pointer, all mouse events reach one element. */
export const withUnlockedPointer =
  <T extends SessionActionType>(act: Action<T>): Action<T> =>
  async (context, payload) => {
    await unlockPointer(context);
    return act(context, payload);
  };
