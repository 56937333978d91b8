import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assertAccessible, ConsoleBrowser, desktop, phone, signIn } from '../../kit/console/console-browser.js';
import { type Stack, startStack } from '../../kit/standalone/stack.js';

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

const looks = [desktop, phone].flatMap((viewport) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ viewport, colorScheme })),
);

describe('signing in', () => {
  it('refuses a wrong secret, and says so', async () => {
    await using opened = await browser.open('/console');
    const { page } = opened;
    await page.getByLabel('API key or user id').fill(stack.account.apiKey);
    await page.getByLabel('Secret', { exact: true }).fill('wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').getByText('invalid_credentials').waitFor();
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

  it('leads to the page of the address', async () => {
    await using opened = await browser.open('/console/no/such/page');
    await signIn(opened.page, stack.account);
    await opened.page.getByText('The console has no page at this address').waitFor();
  });
});

describe('every page', () => {
  for (const look of looks)
    it(`is accessible and fits at ${look.viewport.width} px, ${look.colorScheme}`, async () => {
      await using opened = await browser.open('/console', look);
      const { page, complaints } = opened;
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      await assertAccessible(page, 'sign-in');
      await signIn(page, stack.account);
      await page.getByRole('heading', { name: 'Limits' }).waitFor();
      await assertAccessible(page, 'overview');
      assert.deepEqual(complaints, []);
    });

  it('is at hand behind the menu of a phone', async () => {
    await using opened = await browser.open('/console', { viewport: phone });
    const { page } = opened;
    await signIn(page, stack.account);
    assert.equal(await page.getByRole('link', { name: 'Overview' }).count(), 0);
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('link', { name: 'Overview' }).waitFor();
    await page.getByRole('button', { name: 'Use dark colours' }).click();
    assert.equal(await page.evaluate('document.documentElement.dataset.theme'), 'dark');
  });
});
