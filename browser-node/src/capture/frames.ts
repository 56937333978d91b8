import type { Protocol } from 'devtools-protocol';
import type { CdpSession } from '../browser/cdp/connection.js';
import { callFunction, type Json, worldName } from '../browser/page/call-function.js';
import type { Page } from '../browser/page/page.js';
import { keepRoot } from '../in-page/closed-roots.js';

/** Frames of a page that are asked; a page with more is one of tests. */
const maxFrames = 50;
/** The frames answer side by side: 12.5 MiB at most. */
const maxBytes = 256 * 1024;
/** Includes the addresses of all frames; `data:` ones are long. */
const maxTreeBytes = 4 * 1024 * 1024;

/** Calls a function of `in-page/` in the isolated world of one document. It returns at most 256 KiB of JSON. */
export type CallInFrame = <A extends readonly Json[], R>(
  script: (...parameters: A) => R,
  ...parameters: A
) => Promise<Awaited<R>>;

/** A document of a page. */
export interface FrameDocument {
  call: CallInFrame;
  /** Evaluates an expression in the page's own world; whether its value is truthy. False if it throws. */
  evaluate: (expression: string) => Promise<boolean>;
  /** Opens the closed shadow root of the element that `find` returns, for functions of `in-page/` that ask `shadowOf`. */
  openRoot: (find: () => unknown) => Promise<void>;
  isMain: boolean;
  url: string;
}

/** A boolean in JSON, with what DevTools writes around it. */
const maxTruthBytes = 4096;

const framesIn = ({ frame, childFrames = [] }: Protocol.Page.FrameTree): Protocol.Page.Frame[] => [
  frame,
  ...childFrames.flatMap(framesIn),
];

const callIn =
  (session: CdpSession, frameId: string): CallInFrame =>
  async <A extends readonly Json[], R>(script: (...parameters: A) => R, ...parameters: A): Promise<Awaited<R>> => {
    const { executionContextId } = await session.send('Page.createIsolatedWorld', { frameId, worldName });
    return callFunction(session, executionContextId, { script, parameters, maxBytes });
  };

/**
 * `DOM.resolveNode` leads from our world into the page's without `Runtime.enable`, which pages notice, and which sends
 * an event for each context.
 */
const evaluateIn =
  (session: CdpSession, frameId: string) =>
  async (expression: string): Promise<boolean> => {
    const { executionContextId } = await session.send('Page.createIsolatedWorld', { frameId, worldName });
    const functionDeclaration = '() => document';
    const { result: ours } = await session.send('Runtime.callFunctionOn', { functionDeclaration, executionContextId });
    const { node } = await session.send('DOM.describeNode', { objectId: ours.objectId ?? '' });
    const { object: theirs } = await session.send('DOM.resolveNode', { backendNodeId: node.backendNodeId });
    const call = {
      objectId: theirs.objectId ?? '',
      functionDeclaration: `async () => Boolean(await (${expression}))`,
      awaitPromise: true,
      returnByValue: true,
    };
    const { result } = await session.send('Runtime.callFunctionOn', call, maxTruthBytes);
    return result.value === true;
  };

/** Only DevTools sees into a closed shadow root. */
const openRootIn =
  (session: CdpSession, frameId: string) =>
  async (find: () => unknown): Promise<void> => {
    const { executionContextId } = await session.send('Page.createIsolatedWorld', { frameId, worldName });
    const functionDeclaration = find.toString();
    const { result: host } = await session.send('Runtime.callFunctionOn', { functionDeclaration, executionContextId });
    if (!host.objectId) return;
    const { node } = await session.send('DOM.describeNode', { objectId: host.objectId });
    const [shadow] = node.shadowRoots ?? [];
    const resolve = async ({ backendNodeId }: Protocol.DOM.Node) => {
      const { object } = await session.send('DOM.resolveNode', { backendNodeId, executionContextId });
      return { objectId: object.objectId ?? '' };
    };
    const root = shadow?.shadowRootType === 'closed' ? await resolve(shadow) : { value: null };
    await session.send('Runtime.callFunctionOn', {
      functionDeclaration: keepRoot.toString(),
      executionContextId,
      arguments: [{ objectId: host.objectId }, root],
    });
  };

const documentOf = (page: Page, session: CdpSession, { id, parentId, url }: Protocol.Page.Frame): FrameDocument => ({
  call: callIn(session, id),
  evaluate: evaluateIn(session, id),
  openRoot: openRootIn(session, id),
  // The root frame of another site's session names its parent too, or lies in another session.
  isMain: session === page.session && parentId === undefined,
  url,
});

const framesOf = async (page: Page, session: CdpSession): Promise<FrameDocument[]> => {
  const { frameTree } = await session.send('Page.getFrameTree', undefined, maxTreeBytes);
  return framesIn(frameTree).map((frame) => documentOf(page, session, frame));
};

/**
 * Runs `work` in every document of a page, frames of other sites included. A frame that leaves meanwhile, or has not
 * loaded, is passed over.
 */
export const inFrames = async (page: Page, work: (frame: FrameDocument) => Promise<void>): Promise<void> => {
  const all = [page.session, ...page.frameSessions];
  const found = await Promise.all(all.slice(0, maxFrames).map((session) => framesOf(page, session).catch(() => [])));
  const frames = found.flat().slice(0, maxFrames);
  await Promise.all(frames.map((frame) => work(frame).catch(() => undefined)));
};
