import { ifInTime } from '@tintype/runtime';
import type { Protocol } from 'devtools-protocol';
import type { CdpSession } from '../../browser/cdp/connection.js';
import { callFunction, type Json, worldName } from '../../browser/page/call-function.js';
import type { Page } from '../../browser/page/page.js';
import { keepRoot } from '../../in-page/banners/closed-roots.js';

/** At most this many frames of a page are asked. Only test pages have more. */
const maxFrames = 50;
/** Limit of a frame's answer. The frames answer side by side: 12.5 MiB at most. */
const maxBytes = 256 * 1024;
/** Limit of the frame tree. The tree includes the addresses of all frames, and `data:` addresses are long. */
const maxTreeBytes = 4 * 1024 * 1024;
/** Limit for a frame of another site to name its frames. A busy one must not delay the others. */
const frameTreeMs = 500;

/** Calls a function of `in-page/` in the isolated world of one document. It returns at most 256 KiB of JSON. */
export type CallInFrame = <A extends readonly Json[], R>(
  script: (...parameters: A) => R,
  ...parameters: A
) => Promise<Awaited<R>>;

/** A document of a page. */
export interface FrameDocument {
  call: CallInFrame;
  /** Evaluates an expression in the page's own world. Returns whether its value is truthy. False if it throws. */
  evaluate: (expression: string) => Promise<boolean>;
  /** Opens the closed shadow roots of the elements that `find` returns, for functions of `in-page/` that ask `shadowOf`. */
  openRoots: (find: () => unknown) => Promise<void>;
  /** Calls a function of `in-page/` with the element that holds this frame, in that element's document. */
  callOnOwner: <R>(script: (owner: never) => R) => Promise<R | undefined>;
  /** Undefined for the main frame. */
  parent: () => FrameDocument | undefined;
  isMain: boolean;
  url: string;
}

/** Limit for a boolean in JSON, with DevTools' text around it. */
const maxTruthBytes = 4096;

const framesIn = ({ frame, childFrames = [] }: Protocol.Page.FrameTree): Protocol.Page.Frame[] => [
  frame,
  ...childFrames.flatMap(framesIn),
];

type World = Promise<Protocol.Page.CreateIsolatedWorldResponse>;

/** Later calls ask for the world again: the frame may have another document by then. */
const callIn =
  (own: FoundFrame): CallInFrame =>
  async <A extends readonly Json[], R>(script: (...parameters: A) => R, ...parameters: A): Promise<Awaited<R>> => {
    const { session, frame } = own;
    const opening = own.world ?? session.send('Page.createIsolatedWorld', { frameId: frame.id, worldName });
    own.world = undefined;
    const { executionContextId } = await opening;
    return callFunction(session, executionContextId, { script, parameters, maxBytes });
  };

/**
 * `DOM.resolveNode` leads from our world into the page's. `Runtime.enable` would show that world, too. But it sends an
 * event for each context, and pages notice it.
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

/** The elements of an array in the page. */
const elementsIn = async (session: CdpSession, objectId: string): Promise<string[]> => {
  const { result } = await session.send('Runtime.getProperties', { objectId, ownProperties: true });
  return result.flatMap(({ value }) => (value?.subtype === 'node' && value.objectId ? value.objectId : []));
};

/** Only DevTools sees into a closed shadow root. */
const openRootsIn =
  (session: CdpSession, frameId: string) =>
  async (find: () => unknown): Promise<void> => {
    const { executionContextId } = await session.send('Page.createIsolatedWorld', { frameId, worldName });
    const functionDeclaration = find.toString();
    const { result } = await session.send('Runtime.callFunctionOn', { functionDeclaration, executionContextId });
    const resolve = async ({ backendNodeId }: Protocol.DOM.Node) => {
      const { object } = await session.send('DOM.resolveNode', { backendNodeId, executionContextId });
      return { objectId: object.objectId ?? '' };
    };
    const openRoot = async (host: string) => {
      const { node } = await session.send('DOM.describeNode', { objectId: host });
      const [shadow] = node.shadowRoots ?? [];
      const root = shadow?.shadowRootType === 'closed' ? await resolve(shadow) : { value: null };
      await session.send('Runtime.callFunctionOn', {
        functionDeclaration: keepRoot.toString(),
        executionContextId,
        arguments: [{ objectId: host }, root],
      });
    };
    await Promise.all((await elementsIn(session, result.objectId ?? '')).map(openRoot));
  };

interface FoundFrame {
  session: CdpSession;
  frame: Protocol.Page.Frame;
  /** The isolated world for the first call, if it is already requested. */
  world?: World | undefined;
}

/** Finds the owner through the frame's id: addresses change, and several frames may have the same. */
const callOnOwnerOf =
  ({ frame: { id, parentId } }: FoundFrame, all: readonly FoundFrame[]) =>
  async <R>(script: (owner: never) => R): Promise<R | undefined> => {
    const session = all.find(({ frame }) => frame.id === parentId)?.session;
    if (!session || parentId === undefined) return undefined;
    const { backendNodeId } = await session.send('DOM.getFrameOwner', { frameId: id });
    const { executionContextId } = await session.send('Page.createIsolatedWorld', { frameId: parentId, worldName });
    const { object } = await session.send('DOM.resolveNode', { backendNodeId, executionContextId });
    const { result } = await session.send('Runtime.callFunctionOn', {
      functionDeclaration: script.toString(),
      executionContextId,
      arguments: [{ objectId: object.objectId ?? '' }],
      returnByValue: true,
    });
    return result.value as R;
  };

const documentOf = (page: Page, own: FoundFrame, all: readonly FoundFrame[]): FrameDocument => {
  const { session, frame } = own;
  const { id, parentId, url } = frame;
  return {
    call: callIn(own),
    evaluate: evaluateIn(session, id),
    openRoots: openRootsIn(session, id),
    callOnOwner: callOnOwnerOf(own, all),
    parent: () => {
      const parent = all.find(({ frame }) => frame.id === parentId);
      return parent && documentOf(page, parent, all);
    },
    // The root frame of another site is not the main one: it has a parent, or at least another session.
    isMain: session === page.session && parentId === undefined,
    url,
  };
};

const framesOf = async (session: CdpSession): Promise<FoundFrame[]> => {
  const { frameTree } = await session.send('Page.getFrameTree', undefined, maxTreeBytes);
  return framesIn(frameTree).map((frame) => ({ session, frame }));
};

/**
 * Runs `work` in the first 50 documents of a page, frames of other sites included. Skips a frame that is removed
 * meanwhile, has not loaded, or does not answer.
 */
export const inFrames = async (page: Page, work: (frame: FrameDocument) => Promise<void>): Promise<void> => {
  const ofSites = [...page.frameSessions].slice(0, maxFrames - 1);
  const found = Promise.all([
    framesOf(page.session).catch(() => []),
    ...ofSites.map(async (session) => (await ifInTime(framesOf(session), frameTreeMs)) ?? []),
  ]);
  // Requests the world together with the tree, because most pages have only this frame.
  const world = page.session.send('Page.createIsolatedWorld', { frameId: page.mainFrame, worldName });
  world.catch(() => undefined);
  const ofPage = ({ session, frame }: FoundFrame) => session === page.session && frame.id === page.mainFrame;
  const frames = (await found)
    .flat()
    .slice(0, maxFrames)
    .map((each) => (ofPage(each) ? { ...each, world } : each));
  const run = (frame: FoundFrame) => work(documentOf(page, frame, frames)).catch(() => undefined);
  await Promise.all(frames.map(run));
};
