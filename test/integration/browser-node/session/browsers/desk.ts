import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { SessionBrowser } from '@tintype/browser-node/testing';
import { fullChromium } from '../../../../kit/browser-node/guarded-browser.js';
import { html, type PageServer, startPages } from '../../../../kit/pages/pages.js';

const uid = process.getuid?.() === 0 ? 65_534 : undefined;

const startSessionBrowser = async () => {
  const browser = await SessionBrowser.start({ binary: fullChromium, full: true, uid, switches: [], wall: undefined });
  await browser.connectPlaywright();
  return Object.assign(browser, { [Symbol.asyncDispose]: () => browser.stop().then(() => browser.clear()) });
};

export const deskCases = (): void => {
  describe('the desk of a session’s browser, and the devices that it plays', { timeout: 600_000 }, () => {
    let site: PageServer;

    before(async () => {
      site = await startPages({
        '/': html('<a target="_blank" rel="noopener" href="/">x</a>'),
        '/framed': html(`<iframe></iframe><script>
        document.querySelector('iframe').src = 'http://localhost:' + location.port + '/';</script>`),
      });
    });

    after(() => site.close());

    it('has a mouse, or a finger on a device with touch', async () => {
      await using browser = await startSessionBrowser();
      const page = await browser.current.get();
      const has = (on = page) =>
        on.evaluate(`['(hover: hover)', '(any-hover: hover)', '(pointer: fine)', '(any-pointer: fine)', '(pointer: coarse)',
        '(any-pointer: coarse)'].map((query) => Number(matchMedia(query).matches)).join('')`);
      for (const host of ['127.0.0.1', 'localhost']) {
        await page.goto(site.url('/').replace('127.0.0.1', host));
        assert.equal(await has(), '111100', host);
      }
      const [popup] = await Promise.all([page.context().waitForEvent('page'), page.click('a')]);
      assert.equal(await has(popup), '111100');
      await popup.close();
      const { viewport } = browser.targets.settings;
      await browser.targets.change({ viewport: { ...viewport, mobile: true, touch: true } });
      for (const host of ['127.0.0.1', 'localhost']) {
        await page.goto(site.url('/').replace('127.0.0.1', host));
        assert.equal(await has(), '000011', host);
      }
      await page.goto(site.url('/framed'), { waitUntil: 'load' });
      const touches = await Promise.all(page.frames().map((frame) => frame.evaluate('navigator.maxTouchPoints')));
      assert.deepEqual(touches, [5, 5], 'also in a frame of another site');
      await browser.targets.change({ viewport });
      // Another site has another process.
      await page.goto(site.url('/').replace('127.0.0.1', 'localhost'));
      assert.equal(await has(), '111100');
    });

    it('lies in a window on a screen that is as large as its page', async () => {
      await using browser = await startSessionBrowser();
      await browser.hideAutomation();
      const page = await browser.current.get();
      for (const [width, height] of [
        [1440, 900],
        [2560, 1440],
        [800, 600],
      ] as const) {
        const viewport = { width, height, deviceScaleFactor: 1, mobile: false, touch: false };
        await browser.targets.change({ viewport });
        const sizes = (await page.evaluate(
          '[[innerWidth, outerWidth, screen.width], [innerHeight, outerHeight, screen.height]]',
        )) as [number, number, number][];
        assert.deepEqual(
          sizes.map(([inner]) => inner),
          [width, height],
        );
        for (const [inner, outer, screen] of sizes) assert.ok(inner <= outer && outer <= screen, JSON.stringify(sizes));
        const [, [inner, outer] = []] = sizes;
        assert.ok(inner !== undefined && outer !== undefined && outer > inner, 'there is a bar above the page');
      }
    });

    it('is held as a device of this shape is', async () => {
      await using browser = await startSessionBrowser();
      const page = await browser.current.get();
      const held = async (width: number, height: number, mobile: boolean) => {
        await browser.targets.change({ viewport: { width, height, deviceScaleFactor: 1, mobile, touch: mobile } });
        return page.evaluate("[screen.orientation.type, screen.orientation.angle].join(' ')");
      };
      assert.equal(await held(393, 659, true), 'portrait-primary 0');
      assert.equal(await held(659, 393, true), 'landscape-primary 90');
      assert.equal(await held(800, 900, false), 'landscape-primary 0');
    });
  });
};
