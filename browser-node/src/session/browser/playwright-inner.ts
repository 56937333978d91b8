import type { Protocol } from 'devtools-protocol';
import type { Page } from 'playwright-core';
import type { Clip } from '../../capture/area/clip.js';
import type { Point } from '../pages/page-state.js';

interface InjectedScript {
  expectHitTarget: (point: Point, element: unknown) => unknown;
}

export interface InnerFrame {
  _id: string;
  _page: InnerPage;
  parentFrame: () => InnerFrame | null;
  frameElement: (progress: unknown) => Promise<InnerElement>;
  utilityContext: () => Promise<{ evaluate: <T>(ask: () => T) => Promise<T> }>;
}

export interface InnerPage {
  frameManager: { frame: (id: string) => InnerFrame | null };
  delegate: { _sessionForFrame: (frame: InnerFrame) => FrameSession; _mainFrameSession: FrameSession };
}

export interface InnerElement {
  _objectId: string;
  _frame: InnerFrame;
  _context: { frame: InnerFrame };
  evaluateInUtility: <T, R>(
    ask: (parameters: [InjectedScript, unknown, T]) => R,
    argument: T,
  ) => Promise<Awaited<R> | 'error:notconnected'>;
  _checkFrameIsHitTarget: (progress: unknown, point: Point) => Promise<unknown>;
  dispose: () => void;
}

/** Playwright's CDP session with a page or a frame with its own process. */
export interface FrameSession {
  _targetId: string;
  _page: InnerPage;
  _getBoundingBox: (element: InnerElement) => Promise<Clip | null>;
  _getContentQuads: (element: InnerElement) => Promise<Point[][] | null>;
  _scrollRectIntoViewIfNeeded: (element: InnerElement, rect: unknown) => Promise<string>;
  _client: {
    send(method: 'DOM.getFrameOwner', ask: { frameId: string }): Promise<Protocol.DOM.GetFrameOwnerResponse>;
    send(
      method: 'DOM.getBoxModel',
      ask: { backendNodeId?: number; objectId?: string },
    ): Promise<Protocol.DOM.GetBoxModelResponse>;
    send(method: 'DOM.getContentQuads', ask: { objectId: string }): Promise<Protocol.DOM.GetContentQuadsResponse>;
  };
}

/**
 * Playwright's own object behind an object of its API. We pin Playwright's version. Tests of frames, areas and moving
 * elements fail if the inner objects change.
 */
export const innerOf = <T>(object: object): T =>
  (object as { _connection: { toImpl: (object: object) => T } })._connection.toImpl(object);

interface InnerObject {
  _connection: { toImpl: (page: Page) => { delegate: { _targetId: string } } };
}

/** The browser's id of the page, or undefined if it is gone. Tests of clients' contexts fail if Playwright changes. */
export const targetIdOf = (page: Page): string | undefined => {
  try {
    return (page as unknown as InnerObject)._connection.toImpl(page).delegate._targetId;
  } catch {
    return undefined;
  }
};
