import { Counter, durationBuckets, Histogram, type Logger, type Registry } from '@tintype/runtime';
import type { Middleware } from 'koa';

export interface ObservedRequest {
  method: string;
  /** The route's pattern, never the path: a signed path contains API key and hash. */
  route: string;
  status: number;
  /** The error's code. Empty if the request succeeded. */
  code: string;
  /** The account's id. */
  account: string | undefined;
  requestId: string;
}

/** Counts and logs an answered request. */
export type RequestObserver = (request: ObservedRequest, milliseconds: number) => void;

export const createObserver = (registry: Registry, log: Logger): RequestObserver => {
  const requests = new Counter({
    name: 'tintype_http_requests_total',
    help: 'Answered requests.',
    labelNames: ['route', 'status', 'code'],
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'tintype_http_request_seconds',
    help: 'Time from request to answer.',
    labelNames: ['route'],
    buckets: durationBuckets,
    registers: [registry],
  });
  // No field of an `ObservedRequest` can hold a secret, and redaction takes half of the time to log a line.
  const requestLog = log.child({}, { redact: [] });
  return (request, milliseconds) => {
    const { route, status, code } = request;
    requests.inc({ route, status, code });
    durations.observe({ route }, milliseconds / 1000);
    requestLog.info({ ...request, ms: Math.round(milliseconds) }, 'request');
  };
};

export const observe = (observer: RequestObserver): Middleware =>
  async function observeMiddleware(context, next) {
    const start = performance.now();
    await next();
    const { method, status } = context;
    const route = String(context._matchedRoute ?? 'none');
    const { requestId, errorCode = '', account } = context.state;
    observer({ method, route, status, code: errorCode, account, requestId }, performance.now() - start);
  };
