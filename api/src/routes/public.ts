import Router from '@koa/router';
import { devices, notYetAvailable, TintypeError } from '@tintype/contracts';

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

const patterns: Record<string, (index: number) => string> = {
  '*': (index) => `:part${index}`,
  '**': () => '{*rest}',
};

const unavailable = () => {
  throw new TintypeError(
    'invalid_option',
    'This endpoint is not available in this version. `/docs` lists those that are.',
  );
};

/** Answers planned endpoints with a reason instead of 404. */
export const notYetAvailableRoutes = (): Router => {
  const router = new Router();
  for (const route of notYetAvailable.routes) {
    const [method = '', path = ''] = route.split(' ');
    const segments = path.split('/').map((segment, index) => patterns[segment]?.(index) ?? segment);
    router.register(segments.join('/'), [method], unavailable);
  }
  return router;
};
