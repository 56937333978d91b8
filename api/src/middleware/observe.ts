import { Counter, durationBuckets, Histogram, type Logger, type Registry } from '@tintype/runtime';
import type { Middleware } from 'koa';

/** Log line and sample have the route's pattern, never the path: signed paths contain key and hash. */
export const observe = (registry: Registry, log: Logger): Middleware => {
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
  return async function observeMiddleware(context, next) {
    const start = performance.now();
    await next();
    const milliseconds = performance.now() - start;
    const route = String(context._matchedRoute ?? 'none');
    const { requestId, errorCode = '', account } = context.state;
    requests.inc({ route, status: context.status, code: errorCode });
    durations.observe({ route }, milliseconds / 1000);
    const { method, status } = context;
    log.info({ method, route, status, code: errorCode, account, requestId, ms: Math.round(milliseconds) }, 'request');
  };
};
