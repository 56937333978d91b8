import { CdpError, type CdpSession } from '../cdp/connection.js';

/** An isolated world of this name is apart from the page's scripts, which may have broken their prototypes. */
export const worldName = 'tintype';

export type Json = string | number | boolean | null | undefined | readonly Json[] | { readonly [key: string]: Json };

/** An import-free function with JSON parameters and a JSON result. */
export interface Call<A extends readonly Json[], R> {
  script: (...parameters: A) => R;
  parameters: A;
  /** Largest answer in JSON; beyond it: `AnswerTooLarge`. */
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
