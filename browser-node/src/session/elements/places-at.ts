import type { Frame } from 'playwright-core';
import type { ElementFacts } from '../../in-page/elements.js';
import { inverseOf, type Projection, placed } from '../browser/projection.js';
import type { ActionContext } from '../context/action-context.js';
import { ask, locatorAt } from '../page-world/ask.js';
import type { Point } from '../pages/page-memory.js';
import { within } from './element.js';
import { viewOf } from './view-of.js';

/** A frame that hangs is not looked into. */
const frameMs = 1000;

export interface Place {
  frame: Frame;
  /** Maps places in the frame to places in the window. */
  view: Projection;
  /** In the frame. */
  point: Point;
  /** What lies there. */
  element: ElementFacts | null;
}

const placeIn = async (context: ActionContext, frame: Frame, inWindow: Point): Promise<Place> => {
  const view = await viewOf(context, frame);
  const point = placed(inverseOf(view), inWindow);
  const limit = within(context, frame === context.page.mainFrame() ? Infinity : frameMs);
  return { frame, view, point, element: await ask(frame, 'factsAt', { question: point, within: limit }) };
};

const frameThere = async (context: ActionContext, { frame, point, element }: Place): Promise<Frame | null> => {
  if (!/^(i?frame|object|embed)$/.test(element?.tagName ?? '')) return null;
  const handle = await locatorAt(frame, point).elementHandle(within(context, frameMs));
  try {
    return await handle.contentFrame();
  } finally {
    await handle.dispose();
  }
};

const placeInside = async (context: ActionContext, outer: Place, point: Point): Promise<Place | undefined> => {
  const frame = await frameThere(context, outer);
  return frame ? placeIn(context, frame, point) : undefined;
};

/** Where a point of the window lies: in the page, and in each of the frames that are there; the innermost is the first. */
export const placesAt = async (context: ActionContext, point: Point): Promise<[Place, ...Place[]]> => {
  const main = await placeIn(context, context.page.mainFrame(), point);
  const places: [Place, ...Place[]] = [main];
  for (;;) {
    // One that has gone, or does not answer, is left out.
    const inner = await placeInside(context, places[0], point).catch(() => undefined);
    if (!inner) return places;
    places.unshift(inner);
  }
};
