import { agentErrorSchema, TintypeError } from '@tintype/contracts';

/**
 * What a pod answers to a token that is not for it: its address has come to another pod. Nobody has been told anything
 * then, and it says nothing of the client, whom we have let in.
 */
export const tokenRefusedStatus = 401;

/** What a pod says that its client is to be told, in the body of its answer; undefined where it says nothing of the kind. */
export const clientErrorFrom = (body: unknown): TintypeError | undefined => {
  const { data } = agentErrorSchema.safeParse(body);
  if (!data) return undefined;
  const { code, error, retryAfterSeconds, details = {} } = data;
  return new TintypeError(code, error, { details, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) });
};
