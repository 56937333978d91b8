import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { StorageState } from '@tintype/contracts';
import { SessionNode } from '../../../../kit/browser-node/session-node.js';
import { html, type PageServer, startPages } from '../../../../kit/pages/pages.js';
import { until } from '../../../../kit/until.js';

const session = 'sess_00000000-0000-4000-8000-0000000000b1';

const cookies = [
  'login=secret-of-login; HttpOnly; Path=/; SameSite=Lax',
  'kept=7; Max-Age=3600; Path=/',
  'narrow=1; Path=/shop',
];

const store = `
  localStorage.setItem('cart', 'torch × 2');
  const opening = indexedDB.open('shop', 3);
  opening.onupgradeneeded = () => opening.result.createObjectStore('tokens').put({ token: 'db-token' }, 'mine');
  opening.onsuccess = () => { opening.result.close(); document.title = 'stored'; };`;

const show = `
  const opening = indexedDB.open('shop');
  opening.onsuccess = () => {
    const answer = (token) => { document.title = JSON.stringify({ cart: localStorage.getItem('cart'), token }); };
    if (!opening.result.objectStoreNames.contains('tokens')) return answer(null);
    const reading = opening.result.transaction('tokens').objectStore('tokens').get('mine');
    reading.onsuccess = () => answer(reading.result?.token ?? null);
  };`;

export const profileCases = (): void => {
  describe('a profile', { timeout: 300_000 }, () => {
    let site: PageServer;
    const nodes: SessionNode[] = [];
    /** Cookies of each request, by path. */
    const seen = new Map<string, string>();

    before(async () => {
      const noting =
        (page: ReturnType<typeof html>, headers: Record<string, string[]> = {}): ReturnType<typeof html> =>
        (request, response) => {
          seen.set(`${request.headers.host?.split(':')[0]}${request.url}`, request.headers.cookie ?? '');
          for (const [name, values] of Object.entries(headers)) response.setHeader(name, values);
          page(request, response);
        };
      site = await startPages({
        '/login': noting(html(`<script>${store}</script>`), { 'set-cookie': cookies }),
        '/shop': noting(html(`<script>${show}</script>`)),
        '/large': html(`<script>localStorage.setItem('x', 'é'.repeat(5_000_000)); document.title = 'stored'</script>`),
      });
    });
    after(async () => {
      for (const node of nodes) await node.stop();
      await site?.close();
    });

    const start = async (cdp = false) => {
      const node = await SessionNode.start({ allow: `127.0.0.1:${site.port},localhost:${site.port}` });
      nodes.push(node);
      assert.equal((await node.activate(session, { cdp })).status, 200);
      return node;
    };

    const done = async (node: SessionNode, type: string, payload?: object) => {
      const { status, body } = await node.act(session, type, payload);
      assert.equal(status, 200, `${type}: ${JSON.stringify(body)}`);
      return body;
    };

    const titled = async (node: SessionNode, isTitle: (title: string) => boolean): Promise<string> => {
      for (;;) {
        const { title } = await done(node, 'title');
        if (isTitle(title)) return title;
        await done(node, 'wait_for_timeout', { timeoutMs: 50 });
      }
    };

    const load = (node: SessionNode, state: unknown, token = node.token(session, 'load')) =>
      node.request(`/sessions/${session}/load`, { token, body: JSON.stringify({ state }) });

    const local = (path: string) => site.url(path).replace('127.0.0.1', 'localhost');

    const savedAtLogin = async (): Promise<StorageState> => {
      const node = await start();
      await done(node, 'goto', { url: site.url('/login') });
      await titled(node, (title) => title === 'stored');
      // Another origin: the first one has no open page any more.
      await done(node, 'goto', { url: local('/login') });
      await titled(node, (title) => title === 'stored');
      return (await done(node, 'save_profile', { name: 'shop' })).state;
    };

    it('has cookies, web storage and databases of every visited origin, and the next session begins with them', async () => {
      const state = await savedAtLogin();
      assert.deepEqual(state.origins.map(({ origin }) => origin).sort(), [site.url('').replace(/\/$/, ''), local('')]);
      const before = site.requests.length;
      const node = await start();
      assert.equal((await node.stand(session)).body.loaded, false);
      assert.deepEqual(await load(node, state), { status: 200, body: { loaded: true } });
      assert.equal((await node.stand(session)).body.loaded, true);
      assert.equal(site.requests.length, before, 'loading sends no request');
      for (const at of [site.url('/shop'), local('/shop')]) {
        await done(node, 'goto', { url: at });
        const title = await titled(node, (text) => text.startsWith('{'));
        assert.deepEqual(JSON.parse(title), { cart: 'torch × 2', token: 'db-token' }, at);
      }
      for (const host of ['127.0.0.1', 'localhost'])
        assert.deepEqual(
          (seen.get(`${host}/shop`) ?? '').split('; ').sort(),
          ['kept=7', 'login=secret-of-login', 'narrow=1'],
          host,
        );
      // Loads once: a repeated call of an api does not undo what the session did.
      assert.equal((await load(node, { cookies: [], origins: [] })).status, 200);
      await done(node, 'reload');
      assert.match(seen.get('localhost/shop') ?? '', /login=secret-of-login/);
      // The session saves what it loaded, also of an origin that it did not open.
      const again: StorageState = (await done(node, 'save_profile', { name: 'shop' })).state;
      assert.equal(again.origins.length, 2);
    });

    it('is saved from what a DevTools client opened, before Playwright is connected', async () => {
      const node = await start(true);
      const client = await node.connect(session);
      const { targetInfos } = await client.send('Target.getTargets');
      const page = await client.attach(targetInfos.find(({ type }: { type: string }) => type === 'page').targetId);
      await client.send('Page.navigate', { url: site.url('/login') }, page);
      await until('the page has stored', async () => (await client.evaluate(page, 'document.title')) === 'stored');
      await client.send('Page.navigate', { url: 'about:blank' }, page);
      const { state } = await done(node, 'save_profile', { name: 'shop' });
      assert.deepEqual(
        state.origins.map(({ origin }: { origin: string }) => origin),
        [site.url('').replace(/\/$/, '')],
      );
      await client.close();
    });

    it('is refused above 5 MiB, and names what is large', async () => {
      const node = await start();
      await done(node, 'goto', { url: site.url('/large') });
      const { status, body } = await node.act(session, 'save_profile', { name: 'shop' });
      assert.deepEqual([status, body.code], [422, 'result_too_large']);
      assert.match(body.error, /larger than 5 MiB.*http:\/\/127\.0\.0\.1:\d+ has 9\.5 MiB/);
    });

    it('that the browser refuses ends no session, needs its own token, and is not logged', async () => {
      const node = await start();
      const wrong = { cookies: [{ name: 'a', value: 'secret-in-cookie', domain: '', path: '' }], origins: [] };
      assert.equal((await load(node, wrong, node.token(session, 'act'))).status, 401);
      const { status, body } = await load(node, wrong);
      assert.deepEqual([status, body.code], [409, 'profile_unusable']);
      assert.equal((await load(node, { cookies: 7 })).status, 400);
      assert.equal(node.output.includes('secret-in-cookie'), false);
      assert.equal((await node.stand(session)).status, 200);
    });
  });
};
