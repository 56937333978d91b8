import { ApiError, ConnectionError, TimeoutError, TintypeError, WebhookError } from '@tintype/client';
import type { Bundle, Z } from './platform.js';

type Connection = Pick<Bundle, 'authData'>;

interface Step {
  z: Z;
  bundle: Connection;
  /** The error for a wrong key or secret. */
  unauthorized: (message: string) => Error;
}

/** Sentences of the service name its paths. */
const withAddress = (sentence: string, { authData }: Connection): string =>
  sentence.replace('`/docs`', `${authData.baseUrl?.trim().replace(/\/+$/, '')}/docs`);

const ofService = ({ z, bundle, unauthorized }: Step, error: ApiError): Error => {
  const { code, errorClass, requestId, retryAfter, status } = error;
  const message = withAddress(error.sentence, bundle);
  // The service's sentence speaks of headers, which this app writes.
  if (errorClass === 'credentials')
    return unauthorized(
      `The service does not know this API key with this secret (${code}). Reconnect Tintype in Zapier.`,
    );
  const sentence = `${message} (${code}${errorClass === 'service' && requestId ? `, request ${requestId}` : ''})`;
  if (retryAfter !== undefined) return new z.errors.ThrottledError(sentence, retryAfter);
  return new z.errors.Error(sentence, code, status);
};

/** The first sentence of the error says why; the others are for programmers. */
const refused = (z: Z, { message }: WebhookError): Error => {
  const [why = ''] = message.split(/\.( |$)/);
  const advice = why.includes('does not fit') ? ' Start batches with the secret of this connection.' : '';
  return new z.errors.HaltedError(`A notification was refused. ${why}.${advice}`);
};

const platformErrorOf = (step: Step, error: unknown): object => {
  const { z } = step;
  if (error instanceof ApiError) return ofService(step, error);
  if (error instanceof TimeoutError)
    return new z.errors.Error(
      'The service needed more than 28 s, and Zapier ends a step after 30 s. Shorten `timeout`, `delay` or `duration`, or start a batch, which may take longer.',
      'timeout',
      504,
    );
  if (error instanceof ConnectionError)
    return new z.errors.Error(`${error.message} Zapier must reach the service from the internet.`, 'connection');
  if (error instanceof WebhookError) return refused(z, error);
  return error instanceof TintypeError ? new z.errors.Error(error.message, 'invalid_input') : Object(error);
};

/** Turns each error of the client into one that Zapier shows. `unauthorized` is for a wrong key or secret. */
export const explained = async <T>(
  z: Z,
  bundle: Connection,
  work: () => Promise<T>,
  unauthorized: (message: string) => Error = (message) => new z.errors.ExpiredAuthError(message),
): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    // Otherwise the platform adds all inputs to some messages, among them cookies and passwords of pages.
    throw Object.assign(platformErrorOf({ z, bundle, unauthorized }, error), { doNotContextify: true });
  }
};
