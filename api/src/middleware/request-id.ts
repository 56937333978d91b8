import { randomUUID } from 'node:crypto';
import type { Middleware } from 'koa';

export const newRequestId = () => `req_${randomUUID()}`;

/** For the answer, log lines and jobs of a request. */
export const requestId = (): Middleware =>
  async function requestIdMiddleware(context, next) {
    context.state.requestId = newRequestId();
    context.set('X-Request-Id', context.state.requestId);
    await next();
  };
