import type { Protocol } from 'devtools-protocol';
import type { Frame, Page } from 'playwright-core';
import type { Clip } from '../../capture/clip.js';
import { pixelRatio } from '../../in-page/pixel-ratio.js';
import { windowSize } from '../../in-page/window-size.js';
import type { Point } from '../pages/page-memory.js';
import { around, chained, inverseOf, ontoQuad, type Projection, placed, scaledBy, unmoved } from './projection.js';

interface Evaluated<T> {
  evaluateInUtility: (
    ask: (given: [Injected, unknown, T]) => unknown,
    argument: T,
  ) => Promise<'done' | { hitTargetDescription: string }>;
}

/** The script of Playwright's own that is in each document. */
interface Injected {
  expectHitTarget: (point: Point, element: unknown) => unknown;
}

interface InnerFrame {
  _id: string;
  _page: InnerPage;
  parentFrame: () => InnerFrame | null;
  frameElement: (progress: unknown) => Promise<Evaluated<Point> & { dispose: () => void }>;
  utilityContext: () => Promise<{ evaluate: <T>(ask: () => T) => Promise<T> }>;
}

interface InnerPage {
  frameManager: { frame: (id: string) => InnerFrame | null };
  delegate: { _sessionForFrame: (frame: InnerFrame) => FrameSession; _mainFrameSession: FrameSession };
}

interface Handle {
  _objectId: string;
  _frame: InnerFrame;
  _context: { frame: InnerFrame };
}

/** Playwright's conversation with a page, or with a frame that has a process of its own: as far as it is used here. */
interface FrameSession {
  _targetId: string;
  _page: InnerPage;
  _getBoundingBox: (handle: Handle) => Promise<Clip | null>;
  _getContentQuads: (handle: Handle) => Promise<Point[][] | null>;
  _client: {
    send(method: 'DOM.getFrameOwner', ask: { frameId: string }): Promise<Protocol.DOM.GetFrameOwnerResponse>;
    send(
      method: 'DOM.getBoxModel',
      ask: { backendNodeId?: number; objectId?: string },
    ): Promise<Protocol.DOM.GetBoxModelResponse>;
    send(method: 'DOM.getContentQuads', ask: { objectId: string }): Promise<Protocol.DOM.GetContentQuadsResponse>;
  };
}

interface ElementHandle extends Handle {
  _checkFrameIsHitTarget: (progress: unknown, point: Point) => Promise<unknown>;
}

interface Client {
  _connection: { toImpl: (object: object) => unknown };
}

const innerOf = <T>(object: object): T => (object as Client)._connection.toImpl(object) as T;

const sizeOf = async (frame: InnerFrame) => (await frame.utilityContext()).evaluate(windowSize);
const ratioOf = async (frame: InnerFrame) => (await frame.utilityContext()).evaluate(pixelRatio);

/** Maps places in the window of a frame to places in the window of its page. */
const viewIn = async (frame: InnerFrame): Promise<Projection> => {
  const parent = frame.parentFrame();
  if (!parent) return unmoved;
  const session = parent._page.delegate._sessionForFrame(parent);
  const { backendNodeId } = await session._client.send('DOM.getFrameOwner', { frameId: frame._id });
  const { model } = await session._client.send('DOM.getBoxModel', { backendNodeId });
  return chained(await viewOfQuads(session, parent), ontoQuad(model.content, await sizeOf(frame)));
};

/**
 * Maps the quads that the browser tells of elements in a frame. They are in the outermost window of the same process, with
 * its transforms, but in pixels that CSS zoom around the frame has made larger.
 */
const viewOfQuads = async ({ _page, _targetId }: FrameSession, frame: InnerFrame): Promise<Projection> => {
  const root = _page.frameManager.frame(_targetId);
  if (!root) throw new Error('The frame has gone.');
  if (root === frame) return viewIn(frame);
  return chained(await viewIn(root), scaledBy((await ratioOf(frame)) / (await ratioOf(root))));
};

/** As {@link viewIn}. Throws for one that has gone. */
export const frameView = (frame: Frame): Promise<Projection> => viewIn(innerOf(frame));

const corners = (quad: readonly number[]): Point[] =>
  [0, 2, 4, 6].map((at) => ({ x: quad[at] ?? 0, y: quad[at + 1] ?? 0 }));

async function boundingBox(this: FrameSession, { _objectId: objectId, _context: { frame } }: Handle) {
  const { model } = await this._client.send('DOM.getBoxModel', { objectId });
  const view = await viewOfQuads(this, frame);
  return around(corners(model.border).map((corner) => placed(view, corner)));
}

async function contentQuads(this: FrameSession, { _objectId: objectId, _context: { frame } }: Handle) {
  const { quads } = await this._client.send('DOM.getContentQuads', { objectId });
  const view = await viewOfQuads(this, frame);
  return quads.map((quad) => corners(quad).map((corner) => placed(view, corner)));
}

/** Nothing lies over a frame, or over those around it, where something in it is to be clicked. */
async function checkFrameIsHitTarget(this: ElementHandle, progress: unknown, point: Point) {
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

/**
 * Playwright takes a frame that has a process of its own for one without border, padding, transform or zoom (`_framePosition`
 * in its `crPage.ts`, `_checkFrameIsHitTarget` in `dom.ts`): clicks would miss, or be refused. Its version is pinned, and the
 * tests of frames fail when this does not fit any longer.
 */
export const correctFrameViews = async (page: Page): Promise<void> => {
  const gone = () => null;
  const { delegate } = innerOf<InnerPage>(page);
  const sessions = Object.getPrototypeOf(delegate._mainFrameSession) as FrameSession;
  sessions._getBoundingBox = function (handle) {
    return boundingBox.call(this, handle).catch(gone);
  };
  sessions._getContentQuads = function (handle) {
    return contentQuads.call(this, handle).catch(gone);
  };
  const root = await page.evaluateHandle('document.documentElement');
  const elements = Object.getPrototypeOf(innerOf(root)) as ElementHandle;
  elements._checkFrameIsHitTarget = function (progress, point) {
    return checkFrameIsHitTarget.call(this, progress, point).catch(() => 'error:notconnected');
  };
  await root.dispose();
};
