import type { ElementFacts } from '../../in-page/elements.js';
import { placed, placedBox } from '../browser/projection.js';
import type { ActionContext } from '../context/action-context.js';
import { ask } from '../page-world/ask.js';
import type { Point } from '../pages/page-memory.js';
import { actOn } from './act-on.js';
import { notFound } from './diagnosis.js';
import { type FoundElement, within } from './element.js';
import { placesAt } from './places-at.js';
import { viewOf } from './view-of.js';

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
