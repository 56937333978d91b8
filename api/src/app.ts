import type Router from '@koa/router';
import type { Logger } from '@tintype/runtime';
import Koa from 'koa';
import { errors } from './middleware/errors.js';
import { observe, type RequestObserver } from './middleware/observe.js';
import { requestId } from './middleware/request-id.js';

export interface AppOptions {
  /** Routers are tried in this order. Signed URLs come last, because their paths match almost anything. */
  routers: readonly Router[];
  observer?: RequestObserver | undefined;
  log: Logger;
}

/** An HTTP application that listens on no port and reads no environment. It keeps no state that other replicas need. */
export const createApp = ({ routers, observer, log }: AppOptions): Koa => {
  const app = new Koa();
  app.silent = true;
  app.use(requestId());
  if (observer) app.use(observe(observer));
  app.use(errors(log));
  for (const router of routers) app.use(router.routes());
  return app;
};
