import type { Protocol } from 'devtools-protocol';
import type { CdpSession } from '../browser/cdp/connection.js';
import { callFunction, type Json, worldName } from '../browser/page/call-function.js';
import type { Page } from '../browser/page/page.js';

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

const idsIn = ({ frame, childFrames = [] }: Protocol.Page.FrameTree): string[] => [
  frame.id,
  ...childFrames.flatMap(idsIn),
];

const callIn =
  (session: CdpSession, frameId: string): CallInFrame =>
  async <A extends readonly Json[], R>(script: (...parameters: A) => R, ...parameters: A): Promise<Awaited<R>> => {
    const { executionContextId } = await session.send('Page.createIsolatedWorld', { frameId, worldName });
    return callFunction(session, executionContextId, { script, parameters, maxBytes });
  };

const framesOf = async (session: CdpSession): Promise<[CdpSession, string][]> => {
  const { frameTree } = await session.send('Page.getFrameTree', undefined, maxTreeBytes);
  return idsIn(frameTree).map((id) => [session, id]);
};

/**
 * Runs `work` in every document of a page, frames of other sites included: `sessions` are theirs. A frame that leaves meanwhile,
 * or has not loaded, is passed over.
 */
export const callInFrames = async (
  page: Page,
  sessions: Iterable<CdpSession>,
  work: (call: CallInFrame) => Promise<void>,
): Promise<void> => {
  const all = [...new Set([page.session, ...sessions])];
  const found = await Promise.all(all.slice(0, maxFrames).map((session) => framesOf(session).catch(() => [])));
  const frames = found.flat().slice(0, maxFrames);
  await Promise.all(frames.map(([session, id]) => work(callIn(session, id)).catch(() => undefined)));
};
