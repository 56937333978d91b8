import type Router from '@koa/router';
import type { RouterContext } from '@koa/router';
import type { AccountGuard } from '../../auth/account-guard.js';
import { jsonBody } from '../../middleware/json-body.js';
import type { AccountProxy } from '../../proxy/account-proxy.js';
import { proxyBody, proxyTestBody } from '../../proxy/proxy-body.js';

export interface ProxyRoutesOptions {
  guard: Pick<AccountGuard, 'admit' | 'admitManager'>;
  proxy: Pick<AccountProxy, 'read' | 'set' | 'remove' | 'try' | 'warningsOf'>;
}

const readProxy = jsonBody({ schema: proxyBody });
const readTest = jsonBody({ schema: proxyTestBody, example: { url: 'https://example.com/' } });

export const addProxyRoutes = (router: Router, { guard, proxy }: ProxyRoutesOptions): void => {
  router.get('/proxy', async (context: RouterContext) => {
    context.body = { success: true, proxy: await proxy.read(guard.admit(context).id) };
  });
  router.put('/proxy', async (context: RouterContext) => {
    // Check the credentials before the body: a stranger's body is not read.
    const { id } = guard.admitManager(context);
    const { url } = await readProxy(context);
    context.body = { success: true, proxy: await proxy.set(id, url), warnings: proxy.warningsOf(url) };
  });
  router.delete('/proxy', async (context: RouterContext) => {
    context.body = { success: true, proxy: await proxy.remove(guard.admitManager(context).id) };
  });
  router.post('/proxy/test', async (context: RouterContext) => {
    const { id } = guard.admitManager(context);
    const { url } = await readTest(context);
    context.body = { success: true, ...(await proxy.try(id, url)) };
  });
};
