import { atMost } from '@tintype/runtime';
import type { Frame } from 'playwright-core';
import type { ElementFacts } from '../../in-page/elements/elements.js';
import { frameView } from '../browser/frame-view.js';
import { identityProjection, inverseOf, type Projection, placed, placedBox } from '../browser/projection.js';
import type { ActionContext } from '../context/action-context.js';
import { ask, locatorAt } from '../page-world/ask.js';
import type { Point } from '../pages/page-state.js';
import { actOn } from './act-on.js';
import { notFound } from './diagnosis.js';
import { callLimit, type FoundElement } from './element.js';

const viewTimeoutMs = 1000;

/** Maps points of a frame to the page's window. Throws if the frame is gone or hangs. */
export const viewOf = async ({ page, deadline }: ActionContext, frame: Frame): Promise<Projection> => {
  if (frame === page.mainFrame()) return identityProjection;
  return deadline.race(atMost(viewTimeoutMs, () => frameView(frame)));
};

const frameTimeoutMs = 1000;

export interface PointInFrame {
  frame: Frame;
  /** Maps the frame's points to the window. */
  view: Projection;
  /** Relative to the frame. */
  point: Point;
  element: ElementFacts | null;
}

const pointIn = async (context: ActionContext, frame: Frame, inWindow: Point): Promise<PointInFrame> => {
  const view = await viewOf(context, frame);
  const point = placed(inverseOf(view), inWindow);
  const limit = callLimit(context, frame === context.page.mainFrame() ? Infinity : frameTimeoutMs);
  return { frame, view, point, element: await ask(frame, 'factsAt', { question: point, limit }) };
};

const frameAt = async (context: ActionContext, { frame, point, element }: PointInFrame): Promise<Frame | null> => {
  if (!/^(i?frame|object|embed)$/.test(element?.tagName ?? '')) return null;
  const handle = await locatorAt(frame, point).elementHandle(callLimit(context, frameTimeoutMs));
  try {
    return await handle.contentFrame();
  } finally {
    await handle.dispose();
  }
};

const pointInside = async (
  context: ActionContext,
  outer: PointInFrame,
  point: Point,
): Promise<PointInFrame | undefined> => {
  const frame = await frameAt(context, outer);
  return frame ? pointIn(context, frame, point) : undefined;
};

/** The point in each frame that lies under it, innermost first. */
export const pointsAt = async (context: ActionContext, point: Point): Promise<[PointInFrame, ...PointInFrame[]]> => {
  const main = await pointIn(context, context.page.mainFrame(), point);
  const places: [PointInFrame, ...PointInFrame[]] = [main];
  for (;;) {
    const inner = await pointInside(context, places[0], point).catch(() => undefined);
    if (!inner) return places;
    places.unshift(inner);
  }
};

const matchedElement = ({ visible, elementText, tagName, attributes, boundingBox }: ElementFacts) => ({
  matched: true,
  visible,
  elementText,
  tagName,
  attributes,
  boundingBox,
});

const noElement = { matched: false, visible: false, elementText: '', tagName: '', attributes: {}, boundingBox: null };

/** Scrolls to the element, and reads its facts before an action can remove it. `point` is its place in the window. */
export const elementToPointAt = async (context: ActionContext, found: FoundElement) => {
  const box = await actOn(context, found, async (locator, limit) => {
    await locator.scrollIntoViewIfNeeded(limit);
    return locator.boundingBox(limit);
  });
  const { frame, which } = found;
  const facts = await ask(frame, 'facts', { question: which, limit: callLimit(context) });
  if (!facts || !box) throw await notFound(context, which);
  const point = placed(await viewOf(context, frame), facts.point);
  return { element: { ...matchedElement(facts), boundingBox: box }, point };
};

/** The element at a point. Where a frame is empty, its `iframe` element. */
export const elementAtPoint = async (context: ActionContext, point: Point) => {
  const places = await pointsAt(context, point);
  const { view, element } = places.find((place) => place.element) ?? places[0];
  if (!element) return noElement;
  return { ...matchedElement(element), boundingBox: placedBox(view, element.boundingBox) };
};
