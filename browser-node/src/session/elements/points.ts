import type { Frame } from 'playwright-core';
import type { ElementFacts } from '../../in-page/elements.js';
import { frameView } from '../browser/frame-view.js';
import { inverseOf, type Projection, placed, placedBox, unmoved } from '../browser/projection.js';
import type { ActionContext } from '../context/action-context.js';
import { ask, locatorAt } from '../page-world/ask.js';
import type { Point } from '../pages/page-memory.js';
import { atMost } from '../waits/in-time.js';
import { actOn } from './act-on.js';
import { notFound } from './diagnosis.js';
import { type FoundElement, within } from './element.js';

const patienceMs = 1000;

/** Maps places in the window of a frame to places in the window of the page. Throws for a frame that has gone or hangs. */
export const viewOf = async ({ page, deadline }: ActionContext, frame: Frame): Promise<Projection> => {
  if (frame === page.mainFrame()) return unmoved;
  return deadline.race(atMost(frameView(frame), patienceMs));
};

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

const answerOf = ({ visible, elementText, tagName, attributes, boundingBox }: ElementFacts) => ({
  matched: true,
  visible,
  elementText,
  tagName,
  attributes,
  boundingBox,
});

const nothing = { matched: false, visible: false, elementText: '', tagName: '', attributes: {}, boundingBox: null };

/** Brings an element into the window, and answers what it is and where the mouse would go; before it is gone, maybe. */
export const elementToPointAt = async (context: ActionContext, found: FoundElement) => {
  const box = await actOn(context, found, async (locator, limit) => {
    await locator.scrollIntoViewIfNeeded(limit);
    return locator.boundingBox(limit);
  });
  const { frame, which } = found;
  const facts = await ask(frame, 'facts', { question: which, within: within(context) });
  if (!facts || !box) throw await notFound(context, which);
  const point = placed(await viewOf(context, frame), facts.point);
  return { element: { ...answerOf(facts), boundingBox: box }, point };
};

/** What is at a point of the window, in whatever frame; of a frame that is empty there, the frame. */
export const elementAtPoint = async (context: ActionContext, point: Point) => {
  const places = await placesAt(context, point);
  const { view, element } = places.find((place) => place.element) ?? places[0];
  if (!element) return nothing;
  return { ...answerOf(element), boundingBox: placedBox(view, element.boundingBox) };
};
