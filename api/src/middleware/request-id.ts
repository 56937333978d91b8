import { randomUUID } from 'node:crypto';
import type { Middleware } from 'koa';

export const newRequestId = () => `req_${randomUUID()}`;

/** Gives each request an id, for its answer, log lines and jobs. */
export const requestId = (): Middleware =>
  async function requestIdMiddleware(context, next) {
    context.state.requestId = newRequestId();
    context.set('X-Request-Id', context.state.requestId);
    await next();
  };
