import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import type { RawDevTools } from '../../../../kit/browser-node/raw-devtools.js';
import { SessionNode } from '../../../../kit/browser-node/session-node.js';
import { html, type PageServer, startPages } from '../../../../kit/pages/pages.js';
import { until } from '../../../../kit/until.js';

const session = 'sess_00000000-0000-4000-8000-000000000016';

export const passwordCases = (): void => {
  describe('a DevTools client and servers that ask for a password', { timeout: 600_000 }, () => {
    let site: PageServer;
    let node: SessionNode;
    let client: RawDevTools;

    before(async () => {
      site = await startPages({
        '/': html('<h1>a page</h1>'),
        '/asks': html('<img src="/members.png"><iframe src="/members"></iframe>'),
        '/members': ({ headers }, response) => {
          const knows = headers.authorization === `Basic ${btoa('me:secret')}`;
          response.writeHead(knows ? 200 : 401, { 'www-authenticate': 'Basic realm="members"' }).end('members');
        },
        '/members.png': (_request, response) => {
          response.writeHead(401, { 'www-authenticate': 'Basic realm="pictures"' }).end();
        },
      });
      node = await SessionNode.start({ allow: `127.0.0.1:${site.port}` });
      await node.activate(session, { cdp: true });
    });
    beforeEach(async () => {
      client = await node.connect(session);
    });
    afterEach(() => client.close());
    after(async () => {
      await node?.stop();
      await site?.close();
    });

    const isLoaded = (page: string) =>
      until('it is loaded', async () => {
        const where = await client.evaluate(page, 'document.readyState + location.pathname').catch(String);
        return where === 'complete/asks';
      });

    const statusOf = (page: string, path: string) =>
      client.evaluate(page, `fetch(${JSON.stringify(site.url(path))}).then(({ status }) => status)`);

    it('waits for none, in contexts of its own neither', async () => {
      const { browserContextId } = await client.send('Target.createBrowserContext');
      for (const context of [undefined, browserContextId]) {
        const targetId = await client.open(site.url('/asks'), context);
        await isLoaded(await client.attach(targetId));
        await client.send('Target.closeTarget', { targetId });
      }
    });

    it('gives one where it has one', async () => {
      const targetId = await client.open(site.url('/asks'));
      const page = await client.attach(targetId);
      await isLoaded(page);
      await client.send('Fetch.enable', { handleAuthRequests: true, patterns: [{ urlPattern: '*/members' }] }, page);
      const asked = statusOf(page, '/members');
      const { params: paused } = await client.heard('Fetch.requestPaused', page);
      await client.send('Fetch.continueRequest', { requestId: (paused as { requestId: string }).requestId }, page);
      const { params } = await client.heard('Fetch.authRequired', page);
      const { requestId } = params as { requestId: string };
      const authChallengeResponse = { response: 'ProvideCredentials', username: 'me', password: 'secret' };
      await client.send('Fetch.continueWithAuth', { requestId, authChallengeResponse }, page);
      assert.equal(await asked, 200);
      await client.send('Target.closeTarget', { targetId });
    });

    it('sees nothing of what says no', async () => {
      await client.send('Target.setDiscoverTargets', { discover: true, filter: [{}] });
      const attach = { autoAttach: true, waitForDebuggerOnStart: false, flatten: true };
      await client.send('Target.setAutoAttach', attach);
      const page = await client.attach();
      // The event would name the worker, and a client could end it.
      for (const method of ['enable', 'stopAllWorkers', 'unregister'])
        assert.match(await client.errorOf(`ServiceWorker.${method}`, {}, page), /is refused/);
      await client.send('Page.navigate', { url: site.url('/asks') }, page);
      await isLoaded(page);
      const { targetInfos } = await client.send('Target.getTargets', { filter: [{}] });
      assert.doesNotMatch(JSON.stringify([client.events, targetInfos]), /chrome-extension:/);
    });
  });
};
