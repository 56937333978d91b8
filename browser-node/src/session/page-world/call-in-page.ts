import type { CdpSession } from '../../browser/cdp/connection.js';
import { type Call, callFunction, type Json, worldName } from '../../browser/page/call-function.js';

/** The page navigated during the call. */
const isReplaced = (error: unknown) =>
  error instanceof Error && /context|navigated|No frame|Inspected target/i.test(error.message);

const attempts = 20;

/** The main frame's id, which stays the same in all documents. */
const mainFrames = new WeakMap<CdpSession, string>();

const mainFrameOf = async (target: CdpSession): Promise<string> => {
  const known = mainFrames.get(target);
  if (known !== undefined) return known;
  const { frameTree } = await target.send('Page.getFrameTree');
  mainFrames.set(target, frameTree.frame.id);
  return frameTree.frame.id;
};

const callOnce = async <A extends readonly Json[], R>(target: CdpSession, call: Call<A, R>): Promise<Awaited<R>> => {
  const frameId = await mainFrameOf(target);
  const { executionContextId } = await target.send('Page.createIsolatedWorld', { frameId, worldName });
  return callFunction(target, executionContextId, call);
};

/** Calls an import-free function in our isolated world of the page. Calls again if the page navigates. */
export const callInPage = async <A extends readonly Json[], R>(
  target: CdpSession,
  script: (...parameters: A) => R,
  ...parameters: A
): Promise<Awaited<R>> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await callOnce(target, { script, parameters });
    } catch (error) {
      if (!isReplaced(error) || attempt === attempts) throw error;
    }
  }
};
