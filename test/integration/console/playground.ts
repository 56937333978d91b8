import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { consoleTabs } from '../../clients/guide.js';
import { fullChromium } from '../../kit/browser-node/guarded-browser.js';
import {
  assertAccessible,
  assertAccessibleHere,
  ConsoleBrowser,
  phone,
  signIn,
} from '../../kit/console/console-browser.js';
import type { Stack } from '../../kit/standalone/stack.js';
import { until } from '../../kit/until.js';

/** Tests of the playground, on a service and a browser that run. */
export const describePlayground = (the: () => { stack: Stack; browser: ConsoleBrowser }) =>
  describe('the playground', () => {
    const openPlayground = async (look = {}) => {
      const opened = await the().browser.open('/console/playground', look);
      await signIn(opened.page, the().stack.account);
      await opened.page.getByLabel('URL of the page').fill(the().stack.examplePage);
      return opened;
    };

    const renderAs = async (page: Page, tab: string) => {
      await page.getByRole('tab', { name: tab, exact: true }).click();
      await page.getByRole('button', { name: 'Render' }).click();
      await page.getByText('Credits', { exact: true }).waitFor();
    };

    const chargesOfAccount = async () => {
      const { id, secret } = the().stack.account;
      const authorization = `Bearer ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
      const response = await fetch(`${the().stack.url}/v1/account/charges?limit=100`, { headers: { authorization } });
      type Charges = { charges: { endpoint: string | null; requestId: string | null }[] };
      return ((await response.json()) as Charges).charges;
    };

    /** How many new images the account has paid for. A render is charged before it is answered. */
    const imagesMade = async () => (await chargesOfAccount()).filter(({ endpoint }) => endpoint === 'image').length;

    const facts = async (page: Page) => (await page.locator('.render-facts').textContent()) ?? '';

    const widthOfPicture = `(async (picture) => (await picture.decode(), picture.naturalWidth))(document.querySelector('.picture'))`;

    it('renders with the changed options alone, and says time, credits and cache', async () => {
      await using opened = await openPlayground();
      const { page, complaints } = opened;
      await page.getByLabel('Search options').fill('viewport width');
      await page.getByRole('textbox', { name: 'Window width' }).fill('640');
      await renderAs(page, 'Image');
      const picture = page.getByRole('img', { name: /^The result/ });
      await picture.waitFor();
      assert.equal(await page.evaluate(widthOfPicture), 640);
      assert.match(await facts(page), /Credits1CacheNew/);
      const paid = await page.getByText(/^req_/).textContent();
      await page.getByRole('button', { name: 'Render' }).click();
      await page.getByText('From the cache').waitFor();
      assert.match(await facts(page), /Credits0/);

      const [, address = ''] = /'(http[^']+)'/.exec((await page.locator('.samples pre').textContent()) ?? '') ?? [];
      assert.deepEqual([...new URL(address).searchParams.keys()], ['url', 'vw']);
      const response = await fetch(address);
      assert.deepEqual([response.status, response.headers.get('x-cache')], [200, 'HIT']);
      await page.getByRole('tab', { name: 'Python' }).click();
      await page.getByText('vw=640').waitFor();
      const file = page.waitForEvent('popup');
      await page.getByRole('link', { name: 'Open', exact: true }).click();
      await (await file).waitForURL(/\/files\/.+\.png$/);
      await (await file).close();
      const isPaid = async () => (await chargesOfAccount()).some(({ requestId }) => requestId === paid);
      await until('the ledger lists the charge', isPaid);
      await page.getByRole('link', { name: 'Usage' }).click();
      await page.getByRole('cell', { name: paid ?? '' }).waitFor();
      assert.deepEqual(complaints, []);
    });

    it('keeps the form over a reload and Back, its secrets out of the address', async () => {
      await using opened = await openPlayground();
      const { page } = opened;
      await page.getByRole('tab', { name: 'PDF', exact: true }).click();
      for (const [name, text] of [
        ['httpAuth', 'ada:pass'],
        ['timezone', 'Europe/Paris'],
      ] as const) {
        await page.getByLabel('Search options').fill(name);
        await page.locator(`[data-option="${name}"]`).getByRole('textbox').fill(text);
      }
      const entered = { endpoint: 'pdf', url: the().stack.examplePage, timezone: 'Europe/Paris' };
      await page.waitForURL((address) => address.hash === `#${new URLSearchParams(entered)}`);
      const isKept = async () => {
        await page.getByRole('button', { name: 'Reset 2' }).waitFor();
        assert.equal(await page.getByLabel('URL of the page').inputValue(), the().stack.examplePage);
        assert.equal(await page.getByRole('tab', { name: 'PDF' }).getAttribute('aria-selected'), 'true');
      };
      await page.reload();
      await isKept();
      await page.getByRole('link', { name: 'Presets' }).click();
      await page.goBack();
      await isKept();
      await page.getByRole('button', { name: 'Reset 2' }).click();
      await page.getByLabel('URL of the page').fill('');
      await page.getByText('Enter a URL: its signed URL').waitFor();
      assert.equal(await page.getByRole('button', { name: 'Copy signed URL' }).count(), 0);
    });

    it('shows what each other endpoint makes', async () => {
      await using opened = await openPlayground();
      const { page, complaints } = opened;
      await renderAs(page, 'Content');
      await page.getByText('# Tintype works').waitFor();
      await renderAs(page, 'Metadata');
      await page.getByText('publisher', { exact: true }).waitFor();
      await renderAs(page, 'PDF');
      const download = page.waitForEvent('download');
      await page.getByRole('link', { name: 'Download' }).click();
      assert.match((await download).suggestedFilename(), /\.pdf$/);
      await page.getByRole('tab', { name: 'Animated' }).click();
      await page.getByRole('textbox', { name: 'Seconds', exact: true }).fill('1');
      await renderAs(page, 'Animated');
      await page.getByText('image/gif', { exact: true }).waitFor();
      await page.getByRole('img', { name: /^The result/ }).waitFor();
      assert.ok((await page.evaluate<number>(widthOfPicture)) > 0);
      assert.deepEqual(complaints, []);
    });

    it('posts where the browser cannot sign, as on http without localhost', async () => {
      await using opened = await the().browser.open('/console/playground');
      const { page } = opened;
      await page.addInitScript("Object.defineProperty(crypto, 'subtle', { value: undefined })");
      await page.reload();
      await signIn(page, the().stack.account);
      await page.getByLabel('URL of the page').fill(the().stack.examplePage);
      await page.getByRole('textbox', { name: 'quality' }).fill('50');
      await page.getByLabel('File type', { exact: true }).selectOption('jpeg');
      const request = page.waitForRequest((each) => each.url().endsWith('/v1/renders'));
      await renderAs(page, 'Image');
      assert.deepEqual((await request).postDataJSON(), {
        ...{ endpoint: 'image', url: the().stack.examplePage, type: 'jpeg', quality: 50 },
      });
      await page.getByText('image/jpeg', { exact: true }).waitFor();

      const cwd = mkdtempSync(join(tmpdir(), 'tintype-sample-'));
      const { apiKey: TINTYPE_KEY, secret: TINTYPE_SECRET } = the().stack.account;
      const sample = (await page.locator('.samples pre').textContent()) ?? '';
      execFileSync('sh', ['-c', sample], { cwd, env: { PATH: process.env.PATH, TINTYPE_KEY, TINTYPE_SECRET } });
      const bytes = readFileSync(join(cwd, 'page.jpg'));
      rmSync(cwd, { recursive: true });
      assert.equal(bytes.subarray(0, 2).toString('hex'), 'ffd8');
    });

    it('shows a PDF in the page, where the browser has a viewer', async () => {
      const full = await ConsoleBrowser.start(the().stack, fullChromium);
      try {
        await using opened = await full.open('/console/playground');
        const { page, complaints } = opened;
        await signIn(page, the().stack.account);
        await page.getByLabel('URL of the page').fill(the().stack.examplePage);
        await renderAs(page, 'PDF');
        // The viewer is an extension, which shows a document in a frame of its own.
        const isShown = () => page.frames().some((frame) => frame.parentFrame()?.url().startsWith('chrome-extension:'));
        await until('the viewer shows the document', isShown);
        assert.deepEqual(complaints, []);
      } finally {
        await full.stop();
      }
    });

    it('writes code that renders the same as the page', async () => {
      await using opened = await openPlayground();
      const { page } = opened;
      await page.getByLabel('File type', { exact: true }).selectOption('webp');
      for (const [name, text] of [
        ['css', '@media all { h1::after { content: "ü \\n #{x} $HOME \'`"; } }'],
        ['hide', `.ad,[title='it"s'],#top`],
        ['userAgent', 'Firefox1'],
      ] as const) {
        await page.getByLabel('Search options').fill(name);
        await page.locator(`[data-option="${name}"]`).getByRole('textbox').fill(text);
      }
      const before = await imagesMade();
      await renderAs(page, 'Image');
      for (const { tab, command, environment } of consoleTabs()) {
        await page.getByRole('tab', { name: tab, exact: true }).click();
        const code = (await page.locator('.samples pre').textContent()) ?? '';
        const cwd = mkdtempSync(join(tmpdir(), 'tintype-sample-'));
        const { apiKey: TINTYPE_KEY, secret: TINTYPE_SECRET } = the().stack.account;
        const env = { ...process.env, ...environment, TINTYPE_URL: the().stack.url, TINTYPE_KEY, TINTYPE_SECRET };
        const [program = '', ...args] = command(code);
        execFileSync(program, args, { cwd, env });
        const bytes = readFileSync(join(cwd, 'page.webp'));
        rmSync(cwd, { recursive: true });
        assert.equal(bytes.subarray(8, 12).toString(), 'WEBP', tab);
      }
      assert.equal(await imagesMade(), before + 1, 'all programs asked for the same');
    });

    it('offers each default to override a preset', async () => {
      await using opened = await openPlayground();
      const { page } = opened;
      const search = page.getByLabel('Search options');
      await search.fill('full');
      assert.equal(await page.getByRole('checkbox', { name: 'Full page', exact: true }).count(), 1);
      await search.fill('preset');
      await page.getByLabel('Preset', { exact: true }).fill('wide');
      await search.fill('full');
      await page.getByLabel('Full page', { exact: true }).selectOption('false');
      await page.getByText('full=false').waitFor();
      await search.fill('s3Redirect');
      await page.getByText('s3Redirect has no field here').waitFor();
    });

    it('shows an error with advice, at the option that it names', async () => {
      await using opened = await openPlayground();
      const { page } = opened;
      await page.getByRole('textbox', { name: 'quality' }).fill('900');
      await page.getByRole('button', { name: 'Render' }).click();
      await page.getByRole('alert').getByText('invalid_option').waitFor();
      await page.getByRole('alert').getByText('“Quality” takes').waitFor();
      await page.getByText('The service refuses this request').waitFor();
      await assertAccessibleHere(page, 'a refused render');
      await page.getByLabel('Search options').fill('viewport');
      await page.getByRole('button', { name: 'Show “Quality”' }).click();
      const field = page.getByRole('textbox', { name: 'quality' });
      assert.equal(await field.getAttribute('aria-invalid'), 'true');
      assert.equal(await page.evaluate('document.activeElement.name'), 'quality');
      await field.fill('90');
      assert.equal(await field.getAttribute('aria-invalid'), null);
      await page.getByRole('button', { name: 'Copy signed URL' }).waitFor();
      const selector = page.getByRole('textbox', { name: 'CSS selector', exact: true });
      await selector.fill('###');
      await page.getByRole('button', { name: 'Render' }).click();
      await page.getByRole('button', { name: 'Show “CSS selector”' }).click();
      assert.equal(await selector.getAttribute('aria-invalid'), 'true');
      await selector.fill('');
      const address = page.getByLabel('URL of the page');
      await address.fill('http://127.0.0.1:9999/');
      await page.getByRole('button', { name: 'Render' }).click();
      await page.locator('.address-bar + .fault').getByText('private or blocked').waitFor();
      await address.fill('http://example.com:99999/');
      await page.getByRole('button', { name: 'Render' }).click();
      await page.locator('.address-bar + .fault').getByText('“URL” takes').waitFor();
      assert.equal(await address.getAttribute('aria-invalid'), 'true');
      // The render is a step of Back, and so is each endpoint.
      await address.fill('ftp://b.test/');
      await page.getByRole('tab', { name: 'PDF', exact: true }).click();
      for (const [url, tab] of [
        ['ftp://b.test/', 'Image'],
        ['http://example.com:99999/', 'Image'],
      ] as const) {
        await page.goBack();
        await page.waitForFunction(`document.querySelector('[name="url"]').value === '${url}'`);
        assert.equal(await page.getByRole('tab', { name: tab, exact: true }).getAttribute('aria-selected'), 'true');
      }
    });

    it('is accessible and fits a desktop and a phone, light and dark', async () => {
      await using opened = await openPlayground();
      await renderAs(opened.page, 'Image');
      await opened.page.getByRole('img', { name: /^The result/ }).waitFor();
      await assertAccessible(opened.page, 'playground');
      // A phone begins with closed groups.
      await using small = await openPlayground({ viewport: phone });
      assert.equal(await small.page.locator('.options details[open]').count(), 0);
      await assertAccessible(small.page, 'closed groups');
    });
  });
