import Router from '@koa/router';
import { devices } from '@tintype/contracts';

export interface PublicRoutesOptions {
  outboundPrefixes: readonly string[];
}

export const publicRoutes = ({ outboundPrefixes }: PublicRoutesOptions): Router => {
  const router = new Router();
  router.get('/screenshot/devices', (context) => {
    context.body = { success: true, count: devices.length, devices };
  });
  router.get('/ip-ranges.json', (context) => {
    context.body = { prefixes: outboundPrefixes };
  });
  return router;
};
