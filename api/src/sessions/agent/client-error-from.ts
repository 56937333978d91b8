import { agentErrorSchema, TintypeError } from '@tintype/contracts';

/** A pod answers this status to a token that was made for another pod, an earlier owner of its address. */
export const tokenRefusedStatus = 401;

/** The client's error in a pod's answer, if there is one. */
export const clientErrorFrom = (body: unknown): TintypeError | undefined => {
  const { data } = agentErrorSchema.safeParse(body);
  if (!data) return undefined;
  const { code, error, retryAfterSeconds, details = {} } = data;
  return new TintypeError(code, error, { details, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) });
};
