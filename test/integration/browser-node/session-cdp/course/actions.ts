import assert from 'node:assert/strict';
import { on, once } from 'node:events';
import { after, before, describe, it } from 'node:test';
import { WebSocket } from 'ws';
import type { RawDevTools } from '../../../../kit/browser-node/raw-devtools.js';
import { SessionNode } from '../../../../kit/browser-node/session-node.js';
import { html, type PageServer, startPages } from '../../../../kit/pages/pages.js';
import { until } from '../../../../kit/until.js';

/** The server waits this long for a client to answer its close. */
const closeMs = 30_000;
const lessThanAClose = closeMs / 2;

const session = 'sess_00000000-0000-4000-8000-000000000015';

export const actionCases = (): void => {
  describe('actions and DevTools clients of one session', { timeout: 600_000 }, () => {
    let site: PageServer;
    let node: SessionNode;

    before(async () => {
      site = await startPages({
        '/': html('<h1>a page</h1>'),
        '/alert': html('<button onclick="alert(1); document.title = 2">x</button>'),
        '/file': html(`<input type="file" hidden onchange="document.title = this.files.length"
        ><button onclick="document.querySelector('input').click()">x</button>`),
        '/said': html('<script>document.title = navigator.platform + navigator.userAgent.slice(0, 20)</script>'),
        '/pointers': html(`<script>document.title = [...['(hover: hover)', '(pointer: fine)', '(pointer: coarse)']
        .map((query) => matchMedia(query).matches), navigator.maxTouchPoints].join(' ')</script>`),
        '/popup': html('<script>setInterval(() => console.log("popup"), 50)</script>'),
      });
      node = await SessionNode.start({ allow: `127.0.0.1:${site.port},localhost:${site.port}` });
      await node.activate(session, { cdp: true });
    });
    after(async () => {
      await node?.stop();
      await site?.close();
    });

    const done = async (type: string, payload?: object) => {
      const { status, body } = await node.act(session, type, payload);
      assert.equal(status, 200, `${type}: ${JSON.stringify(body)}`);
      return body;
    };

    const targetOf = async (client: RawDevTools, address: string): Promise<string> => {
      const { targetInfos } = await client.send('Target.getTargets');
      return targetInfos.find(({ url }: { url: string }) => url === address)?.targetId;
    };

    it('leave to a client what it has made, and what that opens', async () => {
      await done('goto', { url: site.url('/') });
      const client = await node.connect(session);
      const own = await client.open(site.url('/alert'));
      const page = await client.attach(own);
      await until('it is there', async () => (await client.evaluate(page, 'document.readyState')) === 'complete');
      await client.evaluate(page, `void open('/popup')`);
      await until('what it opens is there', async () =>
        (await done('console')).entries.some(({ text }: { text: string }) => text === 'popup'),
      );
      assert.deepEqual(await done('url'), { url: site.url('/') });
      for (const targetId of [own, await targetOf(client, site.url('/popup'))])
        await client.send('Target.closeTarget', { targetId });
      await client.close();
    });

    it('take pictures of their page while a client has another one in front, and once it has left', async () => {
      await done('goto', { url: site.url('/') });
      const client = await node.connect(session);
      const own = await client.attach(await client.open('about:blank'));
      await client.send('Page.navigate', { url: site.url('/alert') }, own);
      await until('it is there', async () => (await client.evaluate(own, 'location.pathname')) === '/alert');
      await done('screenshot');
      await client.send('Page.bringToFront', {}, own);
      await done('screenshot', { fullPage: true });
      await client.send('Page.bringToFront', {}, own);
      await client.close();
      await done('title', { screenshot: true });
      await done('screenshot');
      const next = await node.connect(session);
      await next.send('Target.closeTarget', { targetId: await targetOf(next, site.url('/alert')) });
      await next.close();
    });

    it('restore the viewport after a client that changed it has left', async () => {
      await done('goto', { url: site.url('/'), vw: 500, vh: 800 });
      const attached = async (client: RawDevTools) => client.attach(await targetOf(client, site.url('/')));
      const leaves = await node.connect(session);
      const metrics = { width: 1440, height: 700, deviceScaleFactor: 1, mobile: false };
      const page = await attached(leaves);
      await leaves.send('Emulation.setDeviceMetricsOverride', metrics, page);
      await leaves.send('Emulation.setPageScaleFactor', { pageScaleFactor: 3 }, page);
      const size = '[innerWidth, innerHeight, visualViewport.scale].join()';
      await until('the override applies', async () => (await leaves.evaluate(page, size)) === '1440,700,3');
      const huge = { ...metrics, width: 1e7, height: 1e7, deviceScaleFactor: 100 };
      assert.match(await leaves.errorOf('Emulation.setDeviceMetricsOverride', huge, page), /10000 pixels at most/);
      await leaves.close();
      const next = await node.connect(session);
      const same = await attached(next);
      await until('it is as the session has it', async () => (await next.evaluate(same, size)) === '500,800,1');
      await next.close();
    });

    it('restore the viewport as soon as a client has ended, before its socket closes', async () => {
      await done('goto', { url: site.url('/'), vw: 500, vh: 800 });
      const { url, headers } = node.devTools(session);
      const deaf = new WebSocket(url, { headers });
      await once(deaf, 'open');
      const ask = async (message: object) => {
        deaf.send(JSON.stringify({ id: 1, ...message }));
        for await (const [data] of on(deaf, 'message')) {
          const { id, result } = JSON.parse(String(data));
          if (id === 1) return result;
        }
      };
      const looks = await node.connect(session);
      const targetId = await targetOf(looks, site.url('/'));
      const { sessionId } = await ask({ method: 'Target.attachToTarget', params: { targetId, flatten: true } });
      const metrics = { width: 300, height: 300, deviceScaleFactor: 1, mobile: false };
      await ask({ method: 'Emulation.setDeviceMetricsOverride', params: metrics, sessionId });
      const same = await looks.attach(targetId);
      const widthIs = (width: number) =>
        until(`it is ${width} wide`, async () => (await looks.evaluate(same, 'innerWidth')) === width, lessThanAClose);
      await widthIs(300);
      deaf.send(JSON.stringify({ id: 2, method: 'Browser.close' }));
      deaf.pause();
      await widthIs(500);
      deaf.terminate();
      await looks.close();
    });

    const platform = 'navigator.platform + navigator.userAgent.slice(0, 20)';
    const phone = 'iPhoneMozilla/5.0 (iPhone;';
    /** Each host is another site and has another process. */
    const visit = async (...hosts: string[]) => {
      for (const host of hosts) await done('goto', { url: `http://${host}:${site.port}/said` });
    };
    const saysOf = async () => (await done('title')).title;

    it('keep a device while clients connect, visit other sites, and leave', async () => {
      await done('goto', { url: `http://127.0.0.1:${site.port}/said`, emulateDevice: 'iphone_15' });
      assert.equal(await saysOf(), phone);
      const client = await node.connect(session);
      const page = await client.attach(await targetOf(client, `http://127.0.0.1:${site.port}/said`));
      await visit('localhost');
      assert.equal(await saysOf(), phone);
      await visit('127.0.0.1');
      assert.equal(await saysOf(), phone);
      const second = await client.attach(await targetOf(client, `http://127.0.0.1:${site.port}/said`));
      await client.send('Target.detachFromTarget', { sessionId: second });
      assert.equal(await client.evaluate(page, platform), phone);
      await client.close();
      const next = await node.connect(session);
      const same = await next.attach(await targetOf(next, `http://127.0.0.1:${site.port}/said`));
      await until('it is a phone', async () => (await next.evaluate(same, platform)) === phone);
      await visit('localhost', '127.0.0.1');
      assert.equal(await saysOf(), phone);
      await next.close();
      await done('goto', { url: site.url('/said'), vw: 500, vh: 800 });
      assert.match(await saysOf(), /^Linux x86_64Mozilla/);
    });

    it('have a mouse again after a device with touch, on the same site, once they go on', async () => {
      const there = (path: string) => ({ url: site.url(path) });
      await done('goto', { ...there('/pointers'), vw: 500, vh: 800 });
      const mouse = await saysOf();
      assert.equal(mouse, 'true true false 0');
      await done('goto', { ...there('/pointers'), emulateDevice: 'iphone_15' });
      assert.equal(await saysOf(), 'false false true 5');
      await done('errors', { clear: true });
      await done('console', { clear: true });
      const asked = site.requests.length;
      const { notes } = await done('goto', { ...there('/pointers?desk'), vw: 500, vh: 800 });
      assert.equal(await saysOf(), mouse);
      assert.equal(notes, undefined);
      assert.equal(
        site.requests.slice(asked).filter((each) => each.includes('?desk')).length,
        1,
        'it is asked for once',
      );
      for (const type of ['errors', 'console']) assert.deepEqual((await done(type)).entries, []);
      await done('goto', there('/pointers?desk2'));
      await done('back');
      assert.deepEqual(await done('url'), there('/pointers?desk'));
      await done('back');
      assert.deepEqual(await done('url'), there('/pointers'));
      await done('goto', there('/'));
    });

    it('leave a client its own user agent until it removes it', async () => {
      await done('goto', { url: site.url('/said'), emulateDevice: 'iphone_15' });
      const client = await node.connect(session);
      const page = await client.attach(await targetOf(client, site.url('/said')));
      const told = { userAgent: 'Mozilla/5.0 (of a client)', platform: 'own' };
      await client.send('Emulation.setUserAgentOverride', told, page);
      assert.equal(await client.evaluate(page, platform), 'ownMozilla/5.0 (of a cl');
      await done('goto', { url: site.url('/said'), emulateDevice: 'iphone_15_pro' });
      await visit('localhost');
      assert.equal(await client.evaluate(page, platform), 'ownMozilla/5.0 (of a cl');
      await client.send('Emulation.setUserAgentOverride', { userAgent: '' }, page);
      assert.equal(await client.evaluate(page, platform), phone);
      await client.close();
      await done('goto', { url: site.url('/said'), vw: 500, vh: 800 });
    });

    it('keep a window as it was though clients have changed it, once they have left', async () => {
      await done('goto', { url: site.url('/') });
      const client = await node.connect(session);
      const targetId = await targetOf(client, site.url('/'));
      const page = await client.attach(targetId);
      const windowOf = (by: RawDevTools) => by.send('Browser.getWindowForTarget', { targetId });
      const outer = () => client.evaluate(page, '[outerWidth, outerHeight, innerWidth, innerHeight].join()');
      const [{ windowId, bounds }, size] = [await windowOf(client), await outer()];
      const set = (by: RawDevTools, wanted: object) => by.send('Browser.setWindowBounds', { windowId, bounds: wanted });
      const asBefore = async () => {
        await until('it is as it was', async () => (await outer()) === size);
        assert.deepEqual((await windowOf(client)).bounds, bounds);
      };
      for (const changed of [{ width: 555, height: 444, left: 10 }, { windowState: 'maximized' }]) {
        const [one, two] = [await node.connect(session), await node.connect(session)];
        await set(one, changed);
        await until('it is another', async () => (await outer()) !== size);
        await set(two, { windowState: 'normal' });
        await two.send('Browser.setContentsSize', { windowId, width: 333, height: 222 });
        await two.errorOf('Browser.setWindowBounds', { windowId: 77_777, bounds: { width: 5 } });
        // A later client saw the changed window, and must not make it permanent.
        await one.close();
        await asBefore();
        await two.close();
        await asBefore();
      }
      await client.close();
    });

    it('wait for a client that answers a dialog late', async () => {
      await done('goto', { url: site.url('/alert') });
      const client = await node.connect(session);
      const page = await client.attach(await targetOf(client, site.url('/alert')));
      await client.send('Page.enable', {}, page);
      // It never answers.
      await done('click', { selector: 'button' });
      assert.equal((await done('title')).title, '2');
      await client.heard('Page.javascriptDialogOpening', page);
      await client.close();
    });

    it('say nothing of files that a page asks for while a client gives them', async () => {
      await done('goto', { url: site.url('/file') });
      const client = await node.connect(session);
      const page = await client.attach(await targetOf(client, site.url('/file')));
      await client.send('Page.enable', {}, page);
      await client.send('Page.setInterceptFileChooserDialog', { enabled: true }, page);
      const click = () => client.evaluate(page, `document.querySelector('button').click()`);
      await click();
      await client.heard('Page.fileChooserOpened', page);
      assert.deepEqual(await done('title'), { title: 'test' });
      await client.send('Page.setInterceptFileChooserDialog', { enabled: false }, page);
      await click();
      await until('it is noted again', async () =>
        (await done('title')).notes?.[0].startsWith('The page asked for a file'),
      );
      await client.close();
    });
  });
};
