import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { consoleTabs } from '../../clients/guide.js';
import { fullChromium } from '../../kit/browser-node/guarded-browser.js';
import { assertAccessible, ConsoleBrowser, phone, signIn } from '../../kit/console/console-browser.js';
import { type Stack, startStack } from '../../kit/standalone/stack.js';
import { until } from '../../kit/until.js';

let stack: Stack;
let browser: ConsoleBrowser;

before(async () => {
  stack = await startStack();
  browser = await ConsoleBrowser.start(stack);
});
after(async () => {
  await browser?.stop();
  assert.equal(await stack?.stop(), 0);
});

describe('signing in', () => {
  it('refuses a wrong secret, and says so', async () => {
    await using opened = await browser.open('/console');
    const { page } = opened;
    await page.getByLabel('API key or user id').fill(stack.account.apiKey);
    await page.getByLabel('Secret', { exact: true }).fill('wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').getByText('does not know this key or this secret').waitFor();
    assert.equal(await page.evaluate('sessionStorage.length'), 0);
  });

  it('keeps the secret for this tab alone, and forgets it at signing out', async () => {
    await using opened = await browser.open('/console');
    const { page, complaints } = opened;
    await signIn(page, stack.account);
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    await page.getByText(stack.account.apiKey, { exact: true }).first().waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    const { secret } = stack.account;
    const kept = await page.evaluate<string>('[document.cookie, JSON.stringify(localStorage), location.href].join()');
    assert.doesNotMatch(kept, new RegExp(`${secret}|${Buffer.from(secret).toString('base64').slice(0, 12)}`));
    assert.deepEqual(await page.context().cookies(), []);
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    assert.equal(await page.evaluate('sessionStorage.length'), 0);
    assert.deepEqual(complaints, []);
  });

  it('takes a bearer', async () => {
    await using opened = await browser.open('/console');
    const { page } = opened;
    const { id, secret } = stack.account;
    await page.getByRole('tab', { name: 'Bearer' }).click();
    await page.getByRole('textbox', { name: 'Bearer' }).fill(Buffer.from(`${id}:${secret}`).toString('base64url'));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
  });

  it('says what to do where a proxy answers instead of the service', async () => {
    await using opened = await browser.open('/console');
    const { page } = opened;
    for (const status of [200, 502]) {
      await page.route('**/v1/account', (route) => route.fulfill({ status, body: '<h1>The proxy</h1>' }));
      await page.getByLabel('API key or user id').fill(stack.account.apiKey);
      await page.getByLabel('Secret', { exact: true }).fill(stack.account.secret);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('alert').getByText(`with status ${status}. Try again.`).waitFor();
      await page.unroute('**/v1/account');
    }
  });

  it('leads to the page of the address', async () => {
    await using opened = await browser.open('/console/no/such/page');
    await signIn(opened.page, stack.account);
    await opened.page.getByText('The console has no page at this address').waitFor();
  });
});

describe('every page', () => {
  it('is accessible and fits a desktop and a phone, light and dark', async () => {
    await using opened = await browser.open('/console');
    const { page, complaints } = opened;
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await assertAccessible(page, 'sign-in');
    await signIn(page, stack.account);
    await page.getByRole('heading', { name: 'Limits' }).waitFor();
    await assertAccessible(page, 'overview');
    assert.deepEqual(complaints, []);
  });

  it('is at hand behind the menu of a phone, which Escape and each link close', async () => {
    await using opened = await browser.open('/console', { viewport: phone });
    const { page } = opened;
    await signIn(page, stack.account);
    const overview = page.getByRole('link', { name: 'Overview' });
    assert.equal(await overview.count(), 0);
    await page.getByRole('button', { name: 'Menu' }).click();
    await overview.focus();
    await page.keyboard.press('Escape');
    await overview.waitFor({ state: 'hidden' });
    assert.equal(await page.evaluate('document.activeElement.ariaLabel'), 'Menu');
    await page.keyboard.press('Enter');
    await overview.click();
    await overview.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('button', { name: 'Use dark colours' }).click();
    assert.equal(await page.evaluate('document.documentElement.dataset.theme'), 'dark');
  });
});

describe('the playground', () => {
  const openPlayground = async (look = {}) => {
    const opened = await browser.open('/console/playground', look);
    await signIn(opened.page, stack.account);
    await opened.page.getByLabel('URL of the page').fill(stack.examplePage);
    return opened;
  };

  const renderAs = async (page: Page, tab: string) => {
    await page.getByRole('tab', { name: tab, exact: true }).click();
    await page.getByRole('button', { name: 'Render' }).click();
    await page.getByText('Credits', { exact: true }).waitFor();
  };

  /** How many new images the account has paid for. A render is charged before it is answered. */
  const imagesMade = async (): Promise<number> => {
    const { id, secret } = stack.account;
    const authorization = `Bearer ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
    const response = await fetch(`${stack.url}/v1/account/charges?limit=100`, { headers: { authorization } });
    const { charges } = (await response.json()) as { charges: { endpoint: string | null }[] };
    return charges.filter(({ endpoint }) => endpoint === 'image').length;
  };

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
    await page.getByRole('button', { name: 'Render' }).click();
    await page.getByText('From the cache').waitFor();
    assert.match(await facts(page), /Credits0/);

    const [, address = ''] = /'(http[^']+)'/.exec((await page.locator('.samples pre').textContent()) ?? '') ?? [];
    assert.deepEqual([...new URL(address).searchParams.keys()], ['url', 'vw']);
    const response = await fetch(address);
    assert.deepEqual([response.status, response.headers.get('x-cache')], [200, 'HIT']);
    await page.getByRole('tab', { name: 'Python' }).click();
    await page.getByText('vw=640').waitFor();
    assert.deepEqual(complaints, []);
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
    assert.deepEqual(complaints, []);
  });

  it('posts where the browser cannot sign, as on http without localhost', async () => {
    await using opened = await browser.open('/console/playground');
    const { page } = opened;
    await page.addInitScript("Object.defineProperty(crypto, 'subtle', { value: undefined })");
    await page.reload();
    await signIn(page, stack.account);
    await page.getByLabel('URL of the page').fill(stack.examplePage);
    await page.getByRole('textbox', { name: 'quality' }).fill('50');
    await page.getByLabel('File type', { exact: true }).selectOption('jpeg');
    const request = page.waitForRequest((each) => each.url().endsWith('/v1/renders'));
    await renderAs(page, 'Image');
    assert.deepEqual((await request).postDataJSON(), {
      ...{ endpoint: 'image', url: stack.examplePage, type: 'jpeg', quality: 50 },
    });
    await page.getByText('image/jpeg', { exact: true }).waitFor();

    const cwd = mkdtempSync(join(tmpdir(), 'tintype-sample-'));
    const { apiKey: TINTYPE_KEY, secret: TINTYPE_SECRET } = stack.account;
    const sample = (await page.locator('.samples pre').textContent()) ?? '';
    execFileSync('sh', ['-c', sample], { cwd, env: { PATH: process.env.PATH, TINTYPE_KEY, TINTYPE_SECRET } });
    const bytes = readFileSync(join(cwd, 'page.jpg'));
    rmSync(cwd, { recursive: true });
    assert.equal(bytes.subarray(0, 2).toString('hex'), 'ffd8');
  });

  it('shows a PDF in the page, where the browser has a viewer', async () => {
    const full = await ConsoleBrowser.start(stack, fullChromium);
    try {
      await using opened = await full.open('/console/playground');
      const { page, complaints } = opened;
      await signIn(page, stack.account);
      await page.getByLabel('URL of the page').fill(stack.examplePage);
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
      const { apiKey: TINTYPE_KEY, secret: TINTYPE_SECRET } = stack.account;
      const env = { ...process.env, ...environment, TINTYPE_URL: stack.url, TINTYPE_KEY, TINTYPE_SECRET };
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
    await page.getByText('Change the request').waitFor();
    await page.getByLabel('Search options').fill('viewport');
    await page.getByRole('button', { name: 'Show quality' }).click();
    const field = page.getByRole('textbox', { name: 'quality' });
    assert.equal(await field.getAttribute('aria-invalid'), 'true');
    assert.equal(await page.evaluate('document.activeElement.name'), 'quality');
    await field.fill('90');
    assert.equal(await field.getAttribute('aria-invalid'), null);
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
