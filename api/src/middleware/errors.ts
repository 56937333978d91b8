import { errorTable, isServiceFailure, TintypeError } from '@tintype/contracts';
import type { Logger } from '@tintype/runtime';
import { type Context, HttpError, type Middleware } from 'koa';
import { ClientLeft } from '../client-left.js';

export interface ErrorBody {
  success: false;
  error: string;
  code: string;
  requestId: string;
  [detail: string]: unknown;
}

export const errorBody = (error: TintypeError, requestId: string): ErrorBody => ({
  success: false,
  error: error.message,
  code: error.code,
  requestId,
  ...error.details,
});

/**
 * Keeps only the status of Koa's HttpErrors, because their messages are not for clients. Any other error is `internal`,
 * even if it has a `status`.
 */
const catalogueErrorOf = (error: unknown): TintypeError => {
  const status = error instanceof HttpError ? error.status : 500;
  if (status === 413) return new TintypeError('request_too_large', undefined, { cause: error });
  if (status < 500) return new TintypeError('invalid_request', undefined, { cause: error });
  return new TintypeError('internal', undefined, { cause: error });
};

const answer = (context: Context, error: TintypeError) => {
  context.status = errorTable[error.code].status;
  context.set('Cache-Control', 'no-store');
  if (error.retryAfterSeconds !== undefined) context.set('Retry-After', String(error.retryAfterSeconds));
  if (error.code === 'invalid_credentials') context.set('WWW-Authenticate', 'Bearer');
  const { creditsCharged } = error.details;
  if (creditsCharged !== undefined) context.set('X-Credits-Charged', String(creditsCharged));
  context.body = errorBody(error, context.state.requestId);
  context.state.errorCode = error.code;
};

/** The status that nginx gives a request whose client left. It appears only in the log and the metrics. */
const clientClosedRequest = 499;

const endUnanswered = (context: Context) => {
  context.respond = false;
  context.status = clientClosedRequest;
};

const answerAndLog = (context: Context, thrown: unknown, log: Logger) => {
  const error = thrown instanceof TintypeError ? thrown : catalogueErrorOf(thrown);
  answer(context, error);
  const { requestId } = context.state;
  if (isServiceFailure(error.code))
    log.warn({ err: error.cause ?? error, code: error.code, requestId }, 'request failed');
};

/**
 * The error of an unknown path, or of a method that the path does not take. For such a method, sets `Allow`. Only the
 * tool server answers 405 instead of 404, because its clients need 405.
 */
const notFoundError = (context: Context): TintypeError => {
  const layers: { methods: string[] }[] = context.matched ?? [];
  const methods = [...new Set(layers.flatMap((layer) => layer.methods))];
  if (methods.length === 0) return new TintypeError('not_found');
  const allowed = methods.sort().join(', ');
  context.set('Allow', allowed);
  return new TintypeError('not_found', `This path takes ${allowed}.`);
};

/**
 * Answers every error that a route throws with a row of the error catalogue. Clients see nothing internal. For a failure
 * of the service, the log has the cause under the same request id. A client that left gets no answer.
 */
export const errors = (log: Logger): Middleware =>
  async function errorsMiddleware(context, next) {
    try {
      await next();
      if (context.status === 404 && context.body === undefined) throw notFoundError(context);
    } catch (thrown) {
      if (thrown instanceof ClientLeft) endUnanswered(context);
      else answerAndLog(context, thrown, log);
    }
  };
