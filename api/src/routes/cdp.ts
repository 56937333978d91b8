import Router from '@koa/router';
import { TintypeError } from '@tintype/contracts';

/** What becomes a WebSocket never comes here (sessions/tunnel). */
export const cdpRoutes = (): Router => {
  const router = new Router();
  router.get('/cdp', () => {
    throw new TintypeError('invalid_request', 'This is for WebSockets: give a DevTools client the whole `connectUrl`.');
  });
  return router;
};
