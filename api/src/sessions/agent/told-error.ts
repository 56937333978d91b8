import { agentErrorSchema, TintypeError } from '@tintype/contracts';

/** What a pod says that its client is to be told, in the body of its answer; undefined where it says nothing of the kind. */
export const toldError = (body: unknown): TintypeError | undefined => {
  const { data } = agentErrorSchema.safeParse(body);
  if (!data) return undefined;
  const { code, error, retryAfterSeconds, details = {} } = data;
  return new TintypeError(code, error, { details, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) });
};
