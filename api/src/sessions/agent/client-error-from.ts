import { agentErrorSchema, TintypeError } from '@tintype/contracts';

/** A pod answers this status to a token of another pod: the address was reused. No session heard of the call. */
export const tokenRefusedStatus = 401;

/** The error for the client in the body of a pod's answer; undefined if the body has none. */
export const clientErrorFrom = (body: unknown): TintypeError | undefined => {
  const { data } = agentErrorSchema.safeParse(body);
  if (!data) return undefined;
  const { code, error, retryAfterSeconds, details = {} } = data;
  return new TintypeError(code, error, { details, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) });
};
