import { CdpError, type CdpSession } from '../cdp/connection.js';

/** The name of our isolated worlds. Scripts of a page cannot break the prototypes there. */
export const worldName = 'tintype';

export type Json = string | number | boolean | null | undefined | readonly Json[] | { readonly [key: string]: Json };

/** An import-free function with JSON parameters and a JSON result. */
export interface Call<A extends readonly Json[], R> {
  script: (...parameters: A) => R;
  parameters: A;
  /** Limit of the answer, in bytes of JSON. A larger answer throws `AnswerTooLarge`. */
  maxBytes?: number;
}

/** Calls a function in one world of a document. Throws CdpError, also for an exception of the function. */
export const callFunction = async <A extends readonly Json[], R>(
  session: CdpSession,
  executionContextId: number,
  { script, parameters, maxBytes }: Call<A, R>,
): Promise<Awaited<R>> => {
  const call = {
    functionDeclaration: script.toString(),
    executionContextId,
    arguments: parameters.map((value) => ({ value })),
    awaitPromise: true,
    returnByValue: true,
  };
  const { result, exceptionDetails } = await session.send('Runtime.callFunctionOn', call, maxBytes);
  // The error leaves out the description, which may quote the page: the error is logged.
  if (exceptionDetails) throw new CdpError(`A script failed: ${exceptionDetails.exception?.className}`);
  return result.value as Awaited<R>;
};
