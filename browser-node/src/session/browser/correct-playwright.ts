import type { Page } from 'playwright-core';
import { areaBoxes, scrollToArea } from '../../in-page/elements/image-maps.js';
import type { Point } from '../pages/page-state.js';
import { viewIn, viewOfQuads } from './frame-view.js';
import { type FrameSession, type InnerElement, type InnerFrame, type InnerPage, innerOf } from './playwright-inner.js';
import { around, inverseOf, type Projection, placed, placedBox } from './projection.js';

const gone = () => null;

const corners = (quad: readonly number[]): Point[] =>
  [0, 2, 4, 6].map((at) => ({ x: quad[at] ?? 0, y: quad[at + 1] ?? 0 }));

const placedQuad = (view: Projection, quad: readonly number[]) => corners(quad).map((corner) => placed(view, corner));

/** Reads an area's boxes in the page: the browser has none for areas of image maps. */
const areaIn = async (element: InnerElement) => {
  const boxes = await element.evaluateInUtility(areaBoxes, undefined);
  return boxes && boxes !== 'error:notconnected' ? { ...boxes, view: await viewIn(element._context.frame) } : null;
};

async function boundingBox(this: FrameSession, element: InnerElement) {
  const answer = await this._client.send('DOM.getBoxModel', { objectId: element._objectId }).catch(gone);
  if (answer) return around(placedQuad(await viewOfQuads(this, element._context.frame), answer.model.border));
  const area = await areaIn(element);
  return area && placedBox(area.view, area.whole);
}

async function contentQuads(this: FrameSession, element: InnerElement) {
  const answer = await this._client.send('DOM.getContentQuads', { objectId: element._objectId }).catch(gone);
  if (answer && answer.quads.length > 0) {
    const view = await viewOfQuads(this, element._context.frame);
    return answer.quads.map((quad) => placedQuad(view, quad));
  }
  const area = await areaIn(element);
  if (!area) return null;
  const { x, y, width, height } = area.hit;
  return [placedQuad(area.view, [x, y, x + width, y, x + width, y + height, x, y + height])];
}

/** Checks that nothing covers the point in any frame around the element. */
async function checkFrameIsHitTarget(this: InnerElement, progress: unknown, point: Point) {
  const outward: InnerFrame[] = [];
  for (let frame: InnerFrame | null = this._frame; frame; frame = frame.parentFrame()) outward.push(frame);
  let framePoint = point;
  for (const frame of outward.toReversed().slice(1)) {
    const owner = await frame.frameElement(progress);
    const hit = await owner.evaluateInUtility(
      ([injected, element, there]) => injected.expectHitTarget(there, element),
      framePoint,
    );
    owner.dispose();
    if (hit !== 'done') return hit;
    framePoint = placed(inverseOf(await viewIn(frame)), point);
  }
  return { framePoint };
}

const correctHits = (elements: InnerElement) => {
  elements._checkFrameIsHitTarget = function (progress, point) {
    return checkFrameIsHitTarget.call(this, progress, point).catch(() => 'error:notconnected');
  };
};

const correctSessions = (sessions: FrameSession) => {
  const { _scrollRectIntoViewIfNeeded: scroll } = sessions;
  sessions._getBoundingBox = function (element) {
    return boundingBox.call(this, element).catch(gone);
  };
  sessions._getContentQuads = function (element) {
    return contentQuads.call(this, element).catch(gone);
  };
  sessions._scrollRectIntoViewIfNeeded = async function (element, rect) {
    const outcome = await scroll.call(this, element, rect);
    const isArea =
      outcome === 'error:notvisible' && (await element.evaluateInUtility(scrollToArea, undefined)) === true;
    return isArea ? 'done' : outcome;
  };
};

/** A longer movement counts as endless. Playwright checks afterwards whether the click hit. */
const restMs = 2000;
/** Playwright asks again within 500 ms. After a longer pause, the question belongs to another action. */
const forgetMs = 1000;

interface ElementStates {
  elementStates?: string[];
}

interface ElementPrototype {
  evaluateInUtility: (this: InnerElement, ask: unknown, argument: ElementStates | undefined) => Promise<unknown>;
}

const isMoving = (outcome: unknown): boolean =>
  typeof outcome === 'object' && outcome !== null && 'missingState' in outcome && outcome.missingState === 'stable';

const clickMovingElements = (elements: ElementPrototype) => {
  const { evaluateInUtility: evaluate } = elements;
  // Playwright scrolls and clicks in two calls that share only the frame.
  const moves = new WeakMap<InnerFrame, { since: number; seen: number }>();
  elements.evaluateInUtility = async function (ask, argument) {
    const outcome = await evaluate.call(this, ask, argument);
    if (!isMoving(outcome)) return outcome;
    const now = performance.now();
    const { since, seen } = moves.get(this._frame) ?? { since: now, seen: now };
    const began = now - seen > forgetMs ? now : since;
    moves.set(this._frame, { since: began, seen: now });
    if (now - began < restMs) return outcome;
    const others = argument?.elementStates?.filter((state) => state !== 'stable');
    // The call before scrolling asks for stability alone. There, undefined means success.
    return others && evaluate.call(this, ask, { ...argument, elementStates: others });
  };
};

let isCorrected = false;

/**
 * Corrects Playwright, whose clicks would miss or fail. Playwright ignores border, padding, transform and zoom of
 * frames with their own process (`_framePosition` in `crPage.ts`, `_checkFrameIsHitTarget` in `dom.ts`). Playwright
 * takes areas of image maps for hidden, and waits for ever for elements that pulse. This function corrects that once
 * per process. It reaches Playwright's classes through the root element of the page. False if the page has none.
 */
export const correctPlaywright = async (page: Page): Promise<boolean> => {
  if (isCorrected) return true;
  // Playwright searches in its own world of the document, where the page cannot fake the answer.
  const root = await page.$(':root');
  if (!root) return false;
  isCorrected = true;
  correctSessions(Object.getPrototypeOf(innerOf<InnerPage>(page).delegate._mainFrameSession));
  const elements = Object.getPrototypeOf(innerOf(root));
  correctHits(elements);
  clickMovingElements(elements);
  await root.dispose();
  return true;
};
