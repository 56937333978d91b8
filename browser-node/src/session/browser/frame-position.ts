import type { Protocol } from 'devtools-protocol';
import type { Page } from 'playwright-core';

interface Point {
  x: number;
  y: number;
}

interface InnerFrame {
  parentFrame: () => InnerFrame | null;
}

/** Playwright's conversation with a page, or with a frame that has a process of its own: as far as it is used here. */
interface FrameSession {
  _framePosition: () => Promise<Point | null>;
  _targetId: string;
  _page: { frameManager: { frame: (id: string) => InnerFrame | null } };
  _crPage: { _sessionForFrame: (frame: InnerFrame) => FrameSession };
  _client: {
    send(method: 'DOM.getFrameOwner', ask: { frameId: string }): Promise<Protocol.DOM.GetFrameOwnerResponse>;
    send(method: 'DOM.getBoxModel', ask: { backendNodeId: number }): Promise<Protocol.DOM.GetBoxModelResponse>;
  };
}

interface Inner {
  _connection: { toImpl: (page: Page) => { delegate: { _mainFrameSession: FrameSession } } };
}

/** Where the corner of a frame's document is in the window; null for one that has gone. */
const framePosition = async ({ _targetId, _page, _crPage }: FrameSession): Promise<Point | null> => {
  const frame = _page.frameManager.frame(_targetId);
  const parent = frame?.parentFrame();
  if (!parent) return frame ? { x: 0, y: 0 } : null;
  const outer = _crPage._sessionForFrame(parent);
  const { backendNodeId } = await outer._client.send('DOM.getFrameOwner', { frameId: _targetId });
  const { model } = await outer._client.send('DOM.getBoxModel', { backendNodeId });
  const corner = await outer._framePosition();
  const [left, top] = [0, 1].map((axis) => Math.min(...model.content.filter((_, at) => at % 2 === axis)));
  return corner && { x: corner.x + (left ?? 0), y: corner.y + (top ?? 0) };
};

/**
 * Playwright counts places in a frame that has a process of its own from the outer edge of the frame's border, but they
 * count from inside of border and padding (`_framePosition` in its `crPage.ts`; that of `bidiPage.ts` has it right):
 * clicks would miss by them, or be refused. Its version is pinned, and the tests of frames say when this fits no longer.
 */
export const correctFramePositions = (page: Page): void => {
  const { delegate } = (page as unknown as Inner)._connection.toImpl(page);
  const sessions = Object.getPrototypeOf(delegate._mainFrameSession) as FrameSession;
  sessions._framePosition = function (this: FrameSession) {
    return framePosition(this).catch(() => null);
  };
};
