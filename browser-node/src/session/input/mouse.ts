import { type SessionActionType, TintypeError } from '@tintype/contracts';
import { letPointerGo } from '../../in-page/guards.js';
import { windowSize } from '../../in-page/window.js';
import type { Action, ActionContext } from '../context/action-context.js';
import { callInPage } from '../page-world/call-in-page.js';
import type { Point } from '../pages/page-state.js';
import { ifInTime } from '../waits/in-time.js';

/** Throws where a mouse would do nothing: whoever reckons in pixels of a picture, or has not scrolled, is to learn of it. */
export const checkInWindow = async ({ target }: Pick<ActionContext, 'target'>, { x, y }: Point): Promise<void> => {
  const { width, height } = await callInPage(target, windowSize);
  if (x < width && y < height) return;
  throw new TintypeError(
    'invalid_request',
    `payload: x ${x}, y ${y} is outside of the window, which is ${width} by ${height} CSS pixels: scroll to what is meant, or have a larger one (vw and vh of goto or screenshot).`,
  );
};

/** Moves the mouse in so many steps, until the time is up. */
export const moveAlong = async (
  { page, deadline, state }: ActionContext,
  { from, to, steps }: { from: Point; to: Point; steps: number },
): Promise<void> => {
  for (let step = 1; step <= steps; step += 1) {
    deadline.signal.throwIfAborted();
    const [x, y] = [from.x + (to.x - from.x) * (step / steps), from.y + (to.y - from.y) * (step / steps)];
    await page.mouse.move(x, y);
    state.moveCursor(page, { x, y });
  }
};

/** A frame that hangs has none to let go of that anybody could tell of. */
const askMs = 300;

/** Each document knows of its own lock alone. */
const unlockPointer = async ({ page, target, state }: ActionContext): Promise<void> => {
  const inner = page.frames().filter((frame) => frame !== page.mainFrame());
  const asked = [callInPage(target, letPointerGo), ...inner.map((frame) => frame.evaluate(letPointerGo))];
  const answers = await Promise.all(asked.map((each) => ifInTime(each, askMs)));
  if (answers.includes(true)) state.journal.note('The page had locked the mouse: it was let go.');
};

/** The action, with a mouse that is where it is pointed: while a page has it locked, all that it does is for one element. */
export const withUnlockedPointer =
  <T extends SessionActionType>(act: Action<T>): Action<T> =>
  async (context, payload) => {
    await unlockPointer(context);
    return act(context, payload);
  };
