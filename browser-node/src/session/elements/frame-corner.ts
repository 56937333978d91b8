import type { Frame } from 'playwright-core';
import type { ActionContext } from '../actions/action.js';
import { ask } from '../page-world/ask.js';
import type { Point } from '../pages/page-memory.js';
import { elementLocator, within } from './element.js';

const patienceMs = 1000;

/** Where the corner is in the window from which places in a frame count. Throws for a frame that has gone. */
export const frameCorner = async (context: ActionContext, frame: Frame): Promise<Point> => {
  if (frame === context.page.mainFrame()) return { x: 0, y: 0 };
  const which = { selector: ':root' };
  const inWindow = await elementLocator({ frame, which }).boundingBox(within(context, patienceMs));
  const inFrame = await ask(frame, 'facts', { question: which, within: within(context, patienceMs) });
  if (!inWindow || !inFrame) throw new Error('The frame has gone.');
  return { x: inWindow.x - inFrame.boundingBox.x, y: inWindow.y - inFrame.boundingBox.y };
};
