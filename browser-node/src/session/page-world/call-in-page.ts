import type { CdpSession } from '../../browser/cdp/connection.js';

/** Apart from the page's own, so that a page that broke its prototypes does not break what we call. */
export const worldName = 'tintype';

type Json = string | number | boolean | null;

/** The page went on to another document while it was asked. */
const isReplaced = (error: unknown) =>
  error instanceof Error && /context|navigated|No frame|Inspected target/i.test(error.message);

const attempts = 20;

/** What the main frame of a page is called, which is the same for all its documents. */
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
  // Not the description: it may quote the page, and ends up in a log.
  if (exceptionDetails) throw new Error(`A script failed: ${exceptionDetails.exception?.className}`);
  return result.value;
};

/** Calls an import-free function inside the page, in a world of its own; anew when the page goes on to another document. */
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
