import { TintypeError } from '@tintype/contracts';
import { windowSize } from '../../in-page/window.js';
import type { ActionContext } from '../context/action-context.js';
import { callInPage } from '../page-world/call-in-page.js';
import type { Point } from '../pages/page-memory.js';

/** Throws where a mouse would do nothing: whoever reckons in pixels of a picture, or has not scrolled, is to learn of it. */
export const checkInWindow = async ({ target }: Pick<ActionContext, 'target'>, { x, y }: Point): Promise<void> => {
  const { width, height } = await callInPage(target, windowSize);
  if (x < width && y < height) return;
  throw new TintypeError(
    'invalid_request',
    `payload: x ${x}, y ${y} is outside of the window, which is ${width} by ${height} CSS pixels: scroll to what is meant, or have a larger one (vw and vh of goto or screenshot).`,
  );
};
