import type { CdpSession } from '../../browser/cdp/connection.js';

/** A world apart from the page's scripts, which may have broken their prototypes. */
export const worldName = 'tintype';

type Json = string | number | boolean | null;

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

const callOnce = async (target: CdpSession, script: string, parameters: readonly Json[]) => {
  const frameId = await mainFrameOf(target);
  const { executionContextId } = await target.send('Page.createIsolatedWorld', { frameId, worldName });
  const { result, exceptionDetails } = await target.send('Runtime.callFunctionOn', {
    functionDeclaration: script,
    executionContextId,
    arguments: parameters.map((value) => ({ value })),
    awaitPromise: true,
    returnByValue: true,
  });
  // Not the description: it may quote the page, and would reach a log.
  if (exceptionDetails) throw new Error(`A script failed: ${exceptionDetails.exception?.className}`);
  return result.value;
};

/** Calls an import-free function in its own world. Calls again if the page navigates. */
export const callInPage = async <A extends readonly Json[], R>(
  target: CdpSession,
  script: (...parameters: A) => R,
  ...parameters: A
): Promise<Awaited<R>> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await callOnce(target, script.toString(), parameters);
    } catch (error) {
      if (!isReplaced(error) || attempt === attempts) throw error;
    }
  }
};
