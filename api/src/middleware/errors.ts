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

/** Messages of Koa's HttpErrors are not for clients, and a status on any other error means nothing. */
const fromKoa = (error: unknown): TintypeError => {
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

const clientClosedRequest = 499;

const endUnanswered = (context: Context) => {
  context.respond = false;
  context.status = clientClosedRequest;
};

const fail = (context: Context, thrown: unknown, log: Logger) => {
  const error = thrown instanceof TintypeError ? thrown : fromKoa(thrown);
  answer(context, error);
  const { requestId } = context.state;
  if (isServiceFailure(error.code))
    log.warn({ err: error.cause ?? error, code: error.code, requestId }, 'request failed');
};

/** A wrong method is 404 with `Allow`. Only the tool server answers 405, because its clients need it. */
const notFoundError = (context: Context): TintypeError => {
  const layers: { methods: string[] }[] = context.matched ?? [];
  const methods = [...new Set(layers.flatMap((layer) => layer.methods))];
  if (methods.length === 0) return new TintypeError('not_found');
  const allowed = methods.sort().join(', ');
  context.set('Allow', allowed);
  return new TintypeError('not_found', `This path takes ${allowed}.`);
};

/**
 * The one place that answers errors: every thrown error becomes a row of the catalogue. Clients see nothing internal;
 * the log has it under the same request id.
 */
export const errors = (log: Logger): Middleware =>
  async function errorsMiddleware(context, next) {
    try {
      await next();
      if (context.status === 404 && context.body === undefined) throw notFoundError(context);
    } catch (thrown) {
      if (thrown instanceof ClientLeft) endUnanswered(context);
      else fail(context, thrown, log);
    }
  };
