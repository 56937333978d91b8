import type { SessionActionPayload } from '@tintype/contracts';
import type { Frame } from 'playwright-core';
import type { Scrolled, ScrollQuestion, WheelTurn } from '../../in-page/elements/scrolling.js';
import type { Action, ActionContext } from '../context/action-context.js';
import { notFound } from '../elements/diagnosis.js';
import { callLimit, namedElement } from '../elements/element.js';
import { locate } from '../elements/locate.js';
import { type PointInFrame, pointsAt } from '../elements/points.js';
import { withAftermath } from '../input/aftermath.js';
import { ask } from '../page-world/ask.js';
import type { Point } from '../pages/page-state.js';

type Scroll = SessionActionPayload<'scroll'>;

/** Longer than any page. Chromium ignores much larger numbers. */
const maxDelta = 1e8;

const bounded = (delta: number) => Math.max(-maxDelta, Math.min(delta, maxDelta));

/** Leaves a fifth of the window visible for orientation. */
const defaultShare = 0.8;

interface Deltas {
  deltaX: number;
  deltaY: number;
}

const deltasOf = (
  { direction = 'down', amount, deltaX, deltaY }: Scroll,
  window: { width: number; height: number },
): Deltas => {
  if (deltaX !== undefined || deltaY !== undefined) return { deltaX: deltaX ?? 0, deltaY: deltaY ?? 0 };
  const isAcross = direction === 'left' || direction === 'right';
  const distance = amount ?? defaultShare * (isAcross ? window.width : window.height);
  const signed = direction === 'up' || direction === 'left' ? -distance : distance;
  return isAcross ? { deltaX: signed, deltaY: 0 } : { deltaX: 0, deltaY: signed };
};

const scrollTo = async (context: ActionContext, which: NonNullable<ReturnType<typeof namedElement>>) => {
  const { frame } = await locate(context, which);
  const scrolled = await ask(frame, 'scrollTo', { question: which, limit: callLimit(context) });
  if (!scrolled) throw await notFound(context, which);
  return scrolled;
};

/** A scroller smaller than this share of the window counts as a small box. */
const minShare = 0.4;

/** Whether the frame has `scrolling=no`. A person cannot scroll it, even if its document can scroll. */
const isUnscrollable = (outer: PointInFrame | undefined) =>
  outer?.element?.attributes.scrolling?.toLowerCase() === 'no';

/** Prefers the page to small boxes and frames, unless the mouse is over one. */
const scrollWindow = async (context: ActionContext, deltas: Deltas, mouse?: Point): Promise<Scrolled | null> => {
  const { width, height } = context.browser.targets.settings.viewport;
  const places = await pointsAt(context, mouse ?? { x: width / 2, y: height / 2 });
  const scrolling = places.filter((_, index) => !isUnscrollable(places[index + 1]));
  const turn = ({ frame, ...rest }: Pick<ScrollQuestion, 'at' | 'minArea'> & { frame: Frame }) =>
    ask(frame, 'scrollPage', { question: { ...deltas, ...rest }, limit: callLimit(context) });
  const minAreas = mouse ? [0] : [minShare * width * height, 0];
  const turns = minAreas.flatMap((minArea) => scrolling.map(({ frame, point }) => ({ frame, at: point, minArea })));
  let unmoved: WheelTurn | null = null;
  for (const each of turns) {
    const turned = await turn(each);
    if (turned?.hasMoved) return turned;
    unmoved ??= turned;
  }
  return unmoved ?? turn({ frame: context.page.mainFrame(), at: null, minArea: 0 });
};

/** Wheel deltas scroll at the mouse, once an action has moved it. */
const mouseOf = ({ page, state }: ActionContext, { deltaX, deltaY }: Scroll): Point | undefined =>
  deltaX === undefined && deltaY === undefined ? undefined : state.movedCursorOf(page);

export const scroll: Action<'scroll'> = async (context, payload) => {
  const which = namedElement(payload);
  const { deltaX, deltaY } = deltasOf(payload, context.browser.targets.settings.viewport);
  const deltas = { deltaX: bounded(deltaX), deltaY: bounded(deltaY) };
  const scrolled = await withAftermath(context, () =>
    which ? scrollTo(context, which) : scrollWindow(context, deltas, mouseOf(context, payload)),
  );
  const { scrollX = 0, scrollY = 0, atEnd = true } = scrolled ?? {};
  return { scrollX, scrollY, atEnd };
};
