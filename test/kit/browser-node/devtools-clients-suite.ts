import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { PageServer } from '../pages/pages.js';
import { pythonFolder, pythonLibraries } from '../programs/test-programs.js';
import { type Stack, sessionCalls, startStack } from '../standalone/stack.js';
import { until } from '../until.js';
import { type playwrights, type puppeteers, startDevToolsSite } from './devtools-clients.js';

const png = [0x89, 0x50, 0x4e, 0x47];

interface Clients {
  playwrights: typeof playwrights;
  puppeteers: typeof puppeteers;
}

/** Tests these versions, and Playwright of Python, on one running service. */
export const devToolsClientsSuite = ({ playwrights, puppeteers }: Clients): void => {
  describe('DevTools clients of a session', { timeout: 600_000 }, () => {
    let site: PageServer;
    let stack: Stack;
    let call: ReturnType<typeof sessionCalls>;

    before(async () => {
      site = await startDevToolsSite();
      stack = await startStack({ environment: { TINTYPE_EGRESS_ALLOW: `127.0.0.1:${site.port}` } });
      call = sessionCalls(stack);
    });
    after(async () => {
      await stack?.stop();
      await site?.close();
    });

    const open = async () => {
      const { status, body } = await call('POST', '', { cdp: true });
      assert.equal(status, 201, body.error);
      const { sessionId: id, connectUrl } = body;
      assert.equal(body.session.connectUrl, connectUrl);
      return {
        url: String(connectUrl),
        act: async (type: string, payload = {}) => (await call('POST', `/${id}/actions`, { type, payload })).body,
        status: async () => (await call('GET', `/${id}`)).body.session.status,
        close: () => call('DELETE', `/${id}`),
      };
    };

    for (const { name, library: chromium } of playwrights) {
      it(`${name} uses the page that actions use`, async () => {
        const session = await open();
        const browser = await chromium.connectOverCDP(session.url);
        const [page] = browser.contexts()[0]!.pages();
        assert.ok(page);
        assert.equal((await page.goto(site.url('/')))?.status(), 200);
        assert.equal((await session.act('url')).url, site.url('/'));
        await page.getByLabel('Word').fill('one two');
        await page.getByRole('button', { name: 'Tell' }).click();
        assert.equal(await page.locator('output').textContent(), 'one%20two');
        await session.act('goto', { url: site.url('/') });
        await until('the page follows', () => page.url() === site.url('/'));
        assert.equal(await page.frameLocator('iframe').locator('#inside').textContent(), 'inside');
        assert.deepEqual([...(await page.screenshot()).subarray(0, 4)], png);
        assert.equal((await page.pdf()).subarray(0, 5).toString(), '%PDF-');
        await browser.close();
        assert.equal(await session.status(), 'active');
        await session.close();
      });

      it(`${name} has popups, dialogs and refused downloads, on pages and in contexts of its own too`, async () => {
        const session = await open();
        const browser = await chromium.connectOverCDP(session.url);
        const own = await browser.newContext({ viewport: { width: 500, height: 400 }, locale: 'de-DE' });
        for (const context of [browser.contexts()[0]!, own]) {
          const page = await context.newPage();
          await page.goto(site.url('/'));
          const [popup] = await Promise.all([page.waitForEvent('popup'), page.click('#popup')]);
          assert.equal(await popup.locator('output').textContent(), 'popup');
          const [download] = await Promise.all([page.waitForEvent('download'), page.click('#download')]);
          assert.equal(await download.failure(), 'canceled');
          const told = new Promise((resolve) => page.once('dialog', (dialog) => resolve(dialog.accept())));
          await page.click('#ask');
          await told;
          assert.equal(await page.locator('#ask').textContent(), 'yes');
          // Without a listener, Playwright itself dismisses the dialog.
          await page.click('#ask');
          assert.equal(await page.locator('#ask').textContent(), 'no');
          const file = { name: 'x.txt', mimeType: 'text/plain', buffer: Buffer.from('from memory') };
          await page.setInputFiles('#file', file);
          await until('it is read', async () => (await page.locator('#readout').textContent()) === 'from memory');
        }
        const [page] = own.pages();
        assert.deepEqual(await page!.evaluate('[innerWidth, navigator.language]'), [500, 'de-DE']);
        await browser.close();
        await session.close();
      });
    }

    it(`playwright ${pythonLibraries.playwright.version} of Python does all that`, async () => {
      const session = await open();
      const script = fileURLToPath(new URL('../../../python/drive.py', import.meta.url));
      const env = { ...process.env, PYTHONPATH: pythonFolder('playwright') };
      const { stdout } = await promisify(execFile)('python3', [script, session.url, site.url('/')], { env });
      assert.equal(stdout, 'done\n');
      assert.match(String((await session.act('url')).url), /\/received/);
      await session.close();
    });

    for (const { name, library: puppeteer } of puppeteers) {
      it(`${name} uses the page that actions use`, async () => {
        const session = await open();
        const browser = await puppeteer.connect({ browserWSEndpoint: session.url, defaultViewport: null });
        const [page] = await browser.pages();
        assert.ok(page);
        assert.equal((await page.goto(site.url('/')))?.status(), 200);
        assert.equal((await session.act('url')).url, site.url('/'));
        await page.type('[name=word]', 'one two');
        await Promise.all([page.waitForNavigation(), page.click('form button')]);
        assert.equal(await page.$eval('output', ({ textContent }) => textContent), 'one%20two');
        await session.act('goto', { url: site.url('/') });
        await until('the page follows', () => page.url() === site.url('/'));
        const frame = await page.waitForFrame((each) => each.url() === site.url('/frame'));
        assert.equal(await frame.$eval('#inside', ({ textContent }) => textContent), 'inside');
        assert.deepEqual([...(await page.screenshot()).subarray(0, 4)], png);
        assert.equal(
          Buffer.from(await page.pdf())
            .subarray(0, 5)
            .toString(),
          '%PDF-',
        );
        await browser.disconnect();
        assert.equal(await session.status(), 'active');
        await session.close();
      });

      it(`${name} has popups and dialogs, in contexts of its own too, which stay when it leaves`, async () => {
        const session = await open();
        const browser = await puppeteer.connect({ browserWSEndpoint: session.url });
        const own = await browser.createBrowserContext();
        for (const context of [browser.defaultBrowserContext(), own]) {
          const page = await context.newPage();
          await page.goto(site.url('/'));
          const popup = new Promise<string>((resolve) => page.once('popup', (each) => resolve(String(each?.url()))));
          await page.click('#popup');
          assert.match(await popup, /popup|^about:blank$|^$/);
          const told = new Promise((resolve) => page.once('dialog', (dialog) => resolve(dialog.accept())));
          await page.click('#ask');
          await told;
          await page.waitForFunction(`document.querySelector('#ask').textContent === 'yes'`);
        }
        await browser.disconnect();
        const again = await puppeteer.connect({ browserWSEndpoint: session.url });
        assert.equal(again.browserContexts().length, 2);
        // Closes the browser, as Puppeteer does.
        await again.close();
        assert.equal(await session.status(), 'active');
        await session.close();
      });
    }
  });
};
