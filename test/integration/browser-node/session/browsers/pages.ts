import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createTarget, startSessionBrowser } from '../../../../kit/browser-node/guarded-browser.js';
import { html, type PageServer, startPages } from '../../../../kit/pages/pages.js';
import { until } from '../../../../kit/until.js';

export const pageCases = (): void => {
  describe('the browser of a session, by its pages', () => {
    let site: PageServer;

    before(async () => {
      const link =
        '<a target="_blank" rel="noopener" href="/popup">x</a><button onclick="window.open(\'/popup\')">y</button>';
      site = await startPages({ '/': html(link), '/popup': html('popup') });
    });
    after(() => site.close());

    it('is on the newest page that was opened, and on the one before when that is closed', async () => {
      await using browser = await startSessionBrowser();
      const first = await browser.current.get();
      await first.goto(site.url('/'));
      for (const opener of ['a', 'button']) {
        await first.click(opener);
        await until('the popup is there', async () => (await browser.current.get()).url() === site.url('/popup'));
        await (await browser.current.get()).close();
        assert.ok((await browser.current.get()) === first);
      }
      // A client's own page does not count.
      await createTarget(browser, { url: site.url('/popup') });
      await until('the page is there', () => first.context().pages().length === 2);
      assert.ok((await browser.current.get()) === first);
      for (const page of first.context().pages()) await page.close();
      const next = await browser.current.get();
      await next.goto(site.url('/'));
    });

    it('is never on a page of a context that a client made, and counts it as those do who act', async () => {
      await using browser = await startSessionBrowser();
      const client = browser.process.connection.browser;
      const first = await browser.current.get();
      const pages = () => first.context().pages();
      const { browserContextId } = await client.send('Target.createBrowserContext', {});
      await createTarget(browser, { url: site.url('/popup'), browserContextId });
      await until('both know of it', () => pages().length === 2 && browser.targets.pageCount === 2);
      assert.ok((await browser.current.get()) === first);
      await first.close();
      const next = await browser.current.get();
      assert.equal(next.url(), 'about:blank');
      await until('both know of it', () => pages().length === 2 && browser.targets.pageCount === 2);
      const [foreign] = pages().filter((page) => page !== next);
      // A page that it opens is the client's, too.
      await foreign?.evaluate(`void open('/popup')`);
      await until('it has opened another', () => pages().length === 3 && browser.targets.pageCount === 3);
      assert.ok((await browser.current.get()) === next);
      await next.close();
      assert.equal((await browser.current.get()).url(), 'about:blank');
    });

    it('has another page when one has crashed', async () => {
      await using browser = await startSessionBrowser();
      const page = await browser.current.get();
      await page.goto(site.url('/'));
      await page.goto('chrome://crash').catch(() => undefined);
      await until('the page is gone', () => page.isClosed());
      const next = await browser.current.get();
      assert.equal((await next.goto(site.url('/')))?.status(), 200);
    });

    it('has 20 pages at most, and notes a further one', async () => {
      await using browser = await startSessionBrowser();
      await Promise.all(Array.from({ length: 25 }, () => createTarget(browser, { url: 'about:blank' })));
      const context = (await browser.current.get()).context();
      await until('the others are closed', () => context.pages().length === 20);
      const note = 'A new page was closed: a session may have 20 pages at most.';
      assert.ok(browser.state.journal.take().some((each) => each.startsWith(note)));
    });

    it('has a page for actions however many a client has in a context of its own', async () => {
      await using browser = await startSessionBrowser();
      const first = await browser.current.get();
      const { browserContextId } = await browser.process.connection.browser.send('Target.createBrowserContext', {});
      for (let count = 1; count < 20; count += 1) await createTarget(browser, { url: 'about:blank', browserContextId });
      await until('they are there', () => first.context().pages().length === 20);
      await first.close();
      await createTarget(browser, { url: 'about:blank', browserContextId });
      await until('there are as many as there can be', () => first.context().pages().length === 20);
      const own = await browser.current.get();
      await own.goto(site.url('/'));
      assert.ok((await browser.current.get()) === own);
    });
  });
};
