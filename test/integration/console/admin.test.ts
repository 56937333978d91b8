import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assertAccessible, ConsoleBrowser } from '../../kit/console/console-browser.js';
import { html, type PageServer, startPages } from '../../kit/pages/pages.js';
import { BearerClient } from '../../kit/service/bearer-client.js';
import { type Stack, sessionCalls, startStack } from '../../kit/standalone/stack.js';
import { until } from '../../kit/until.js';

const token = 'the-admin-token-of-the-tests';

let site: PageServer;
/** Ends the load of the site's page. */
let release: () => void = () => undefined;
let stack: Stack;
let browser: ConsoleBrowser;

before(async () => {
  site = await startPages((request, response) => {
    release = () => html('slow')(request, response);
  });
  stack = await startStack({
    environment: { TINTYPE_ADMIN_TOKEN: token, TINTYPE_EGRESS_ALLOW: `127.0.0.1:${site.port}` },
  });
  browser = await ConsoleBrowser.start({ url: stack.privateUrl });
});
after(async () => {
  await browser?.stop();
  assert.equal(await stack?.stop(), 0);
  await site?.close();
});

const openAt = async (path: string) => {
  const opened = await browser.open(path);
  await opened.page.getByLabel('Admin token').fill(token);
  await opened.page.getByRole('button', { name: 'Sign in' }).click();
  await opened.page.locator('#content').waitFor();
  return opened;
};

describe("the operator's side", () => {
  it('is on the private port alone, behind the admin token', async () => {
    const page = await fetch(`${stack.privateUrl}/console/admin`);
    const [, script = ''] = /src="([^"]+\.js)"/.exec(await page.text()) ?? [];
    assert.match(script, /^\/console\/admin\/assets\//);
    assert.equal((await fetch(stack.privateUrl + script)).status, 200);
    assert.notEqual((await fetch(stack.url + script)).headers.get('content-type'), 'text/javascript; charset=utf-8');
    assert.doesNotMatch(await (await fetch(`${stack.url}/console/admin`)).text(), /console\/admin/);

    await using opened = await browser.open('/console/admin');
    await opened.page.getByLabel('Admin token').fill('wrong');
    await opened.page.getByRole('button', { name: 'Sign in' }).click();
    await opened.page.getByRole('alert').getByText('not the admin token').waitFor();
  });

  it('shows health and pools', async () => {
    await using opened = await openAt('/console/admin');
    await opened.page.getByText('api: up').waitFor();
    const pools = opened.page.getByRole('table', { name: 'Pools' });
    await pools.getByText('all replicas are ready').waitFor();
    assert.match((await pools.getByRole('row').nth(1).textContent()) ?? '', /^default/);
    await opened.page.locator('.figure', { hasText: 'Sessions' }).getByText('0active').waitFor();
    assert.deepEqual(opened.complaints, []);
  });

  it('makes an account, sets its credits and limits, and disables it', async () => {
    await using opened = await openAt('/console/admin/accounts');
    const { page, complaints } = opened;
    await page.getByLabel('Id').fill('acme');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByText('Copy the secret now').waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('link', { name: 'acme' }).click();
    await page.getByLabel('New balance').fill('250');
    await page.getByRole('button', { name: 'Set credits' }).click();
    await page.getByText('250 left').waitFor();
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Make unlimited' }).click();
    await page.getByRole('button', { name: 'Make them unlimited' }).click();
    await page.getByText('Unlimited. What you save replaces it.').waitFor();
    await page.getByLabel('Renders at once').fill('0');
    await page.getByRole('button', { name: 'Save limits' }).click();
    await page.getByText('“Renders at once” takes a whole number from 1, “unlimited”, or nothing').waitFor();
    await page.getByLabel('Renders at once').fill('3');
    await page.getByRole('button', { name: 'Save limits' }).click();
    await page.getByRole('alert').waitFor({ state: 'detached' });
    await page.getByText('Saved', { exact: true }).last().waitFor();
    await page.getByLabel('Name').fill('recovery');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByText('Copy the secret now').waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Delete the secret recovery' }).click();
    await page.getByRole('button', { name: 'Delete it' }).click();
    await page.getByRole('row', { name: 'recovery' }).waitFor({ state: 'detached' });
    await page.reload();
    await page.locator('input[name=concurrentRenders]').waitFor();
    assert.equal(await page.getByLabel('Renders at once').inputValue(), '3');
    await page.getByRole('button', { name: 'Disable' }).click();
    await page.getByRole('button', { name: 'Disable it' }).click();
    await page.getByText('Disabled', { exact: true }).waitFor();
    assert.deepEqual(complaints, []);
  });

  it('lists the active sessions of all accounts', async () => {
    const call = sessionCalls(stack);
    const { body } = await call('POST', '', {});
    await using opened = await openAt('/console/admin/sessions');
    await opened.page.getByText(body.sessionId).waitFor();
    await call('DELETE', `/${body.sessionId}`);
    await opened.page.getByText('No active session').waitFor();
  });

  it('shows the jobs of the queue, and whose they are', async () => {
    const { id, secret } = stack.account;
    const client = new BearerClient(`${stack.url}/v1`, id, secret);
    const rendered = client.call('POST', '/renders', { endpoint: 'content', url: site.url('/') });
    await until('the page loads', () => site.hits('/') === 1);
    await using opened = await openAt('/console/admin/queue');
    const { page, complaints } = opened;
    const numbers = async (table: string, row: RegExp) =>
      page
        .getByRole('table', { name: table, exact: true })
        .getByRole('row', { name: row })
        .locator('.number')
        .allTextContents();
    await page.getByRole('table', { name: 'Jobs by account' }).waitFor();
    assert.deepEqual((await numbers('Queue', /^Pictures, PDFs/)).slice(0, 2), ['0', '1']);
    assert.deepEqual(await numbers('Jobs by account', new RegExp(`^${id} Pictures, PDFs`)), ['1']);
    await assertAccessible(page, 'a queue with a job');
    release();
    assert.equal((await rendered).status, 200);
    await page.getByText('No job is waiting or running.').waitFor();
    await page.getByRole('row', { name: /^Pictures, PDFs, contents 0 0/ }).waitFor();
    assert.deepEqual(complaints, []);
  });

  it('is accessible and fits a desktop and a phone, light and dark', async () => {
    await using opened = await openAt('/console/admin');
    const { page } = opened;
    await page.getByRole('heading', { name: 'Readiness' }).waitFor();
    await assertAccessible(page, 'health');
    await page.goto(`${stack.privateUrl}/console/admin/accounts`);
    await page.getByRole('table', { name: 'Accounts' }).waitFor();
    await assertAccessible(page, 'accounts');
    await page.goto(`${stack.privateUrl}/console/admin/accounts/${stack.account.id}`);
    await page.getByRole('heading', { name: 'Days with usage' }).waitFor();
    await assertAccessible(page, 'an account');
    await page.getByRole('button', { name: 'Disable' }).click();
    await page.getByRole('dialog').waitFor();
    await assertAccessible(page, 'a question');
    // The harmless answer has the focus; Escape gives it.
    assert.equal(await page.evaluate('document.activeElement.textContent'), 'Leave it');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.goto(`${stack.privateUrl}/console/admin/sessions`);
    await page.getByText('No active session').waitFor();
    await assertAccessible(page, 'sessions');
  });
});
