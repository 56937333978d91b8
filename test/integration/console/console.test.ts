import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  assertAccessible,
  assertAccessibleHere,
  ConsoleBrowser,
  isFocusSeen,
  phone,
  signIn,
} from '../../kit/console/console-browser.js';
import { type Stack, startStack } from '../../kit/standalone/stack.js';
import { describePlayground } from './playground.js';

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
    assert.equal(await page.evaluate('document.activeElement.textContent + sessionStorage.length'), 'Sign in0');
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
    await page.goto(`${stack.url}/console/playground#endpoint=pdf&url=`);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    assert.equal(new URL(page.url()).hash, '');
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

  it('has a menu on a phone, which Escape and each link close, begins dark, and has German numbers', async () => {
    await using opened = await browser.open('/console', {
      viewport: phone,
      colorScheme: 'dark',
      locale: 'de-DE',
    });
    const { page } = opened;
    await signIn(page, stack.account);
    await page.getByText('1.000', { exact: true }).waitFor();
    const overview = page.getByRole('link', { name: 'Overview' });
    assert.equal(await overview.count(), 0);
    await assertAccessibleHere(page, 'a phone', ['dark']);
    await page.getByRole('button', { name: 'Menu' }).click();
    await assertAccessibleHere(page, 'a menu', ['dark']);
    await overview.focus();
    await page.keyboard.press('Escape');
    await overview.waitFor({ state: 'hidden' });
    assert.equal(await page.evaluate('document.activeElement.ariaLabel'), 'Menu');
    assert.ok(await isFocusSeen(page));
    await page.keyboard.press('Enter');
    await overview.click();
    await overview.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.locator('html[data-theme=dark]').getByRole('button', { name: 'Use light colours' }).click();
    await page.locator('html[data-theme=light]').waitFor();
  });
});

void describePlayground(() => ({ stack, browser }));
