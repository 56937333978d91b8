import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessible, ConsoleBrowser, signIn } from '../../kit/console/console-browser.js';
import { startTlsProxy } from '../../kit/console/tls-proxy.js';
import { type Stack, sessionCalls, startStack } from '../../kit/standalone/stack.js';
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

describe('sessions', () => {
  const openSession = async (visitor = browser) => {
    const opened = await visitor.open('/console/sessions');
    const { page } = opened;
    await signIn(page, stack.account);
    await page.getByRole('button', { name: 'New session' }).click();
    assert.equal(await page.evaluate('document.activeElement.textContent'), 'New session');
    await page.getByLabel('Minutes at most').fill('1.5');
    await page.getByText('This takes whole minutes from 1 to 15.').waitFor();
    await page.getByLabel('Minutes at most').fill('2');
    await page.getByLabel('DevTools clients').check();
    await page.getByRole('button', { name: 'Open session' }).click();
    await page.getByRole('heading', { name: 'Run an action' }).waitFor();
    return opened;
  };

  const closeSession = async (page: Page) => {
    await page.getByRole('button', { name: 'Close session' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Close session' }).click();
    await page.getByText('closed', { exact: true }).waitFor();
  };

  it('are opened, driven by any action and closed, on accessible pages', async () => {
    await using opened = await openSession();
    const { page, complaints } = opened;
    await page.getByRole('button', { name: 'Copy connect URL' }).waitFor();
    await page.getByLabel('Address').fill('ftp://example.com/');
    await page.getByRole('button', { name: 'Go', exact: true }).click();
    await page.getByRole('region', { name: 'Browser' }).locator('.fault').waitFor();
    assert.equal(await page.getByLabel('Address').getAttribute('aria-invalid'), 'true');
    await page.getByLabel('Address').fill(stack.examplePage.replace('http://', ''));
    await page.getByRole('button', { name: 'Go', exact: true }).click();
    await page.getByRole('region', { name: 'Browser' }).getByText('so https was used').waitFor();
    await page.getByLabel('Address').fill(stack.examplePage);
    await page.getByRole('button', { name: 'Go', exact: true }).click();
    await page.getByRole('img', { name: 'The page, as of the last action' }).waitFor();
    assert.equal(await page.getByLabel('Address').getAttribute('aria-invalid'), null);
    // Without an answer about frames, the live view still opens in a tab.
    await page.route(`${stack.url}/live`, (route) => route.abort(), { times: 1 });
    await page.reload();
    await page.getByRole('img', { name: 'The page, as of the last action' }).waitFor();
    await page.getByRole('button', { name: 'Watch in a tab' }).waitFor();
    assert.equal(await page.getByLabel('Address').inputValue(), stack.examplePage);
    await page.getByLabel('Type of action').selectOption('snapshot');
    await page.getByRole('button', { name: 'Run snapshot' }).click();
    await page.getByText('heading "Tintype works"').waitFor();
    await page.getByLabel('Type of action').selectOption('wait_for_selector');
    await page.getByRole('textbox', { name: 'selector' }).fill('h1[');
    await page.getByRole('button', { name: 'Run wait_for_selector' }).click();
    await page.getByRole('alert').getByText('invalid_request').waitFor();
    await page.getByLabel('Type of action').selectOption('query');
    assert.equal(await page.getByRole('textbox', { name: 'selector' }).inputValue(), '');
    await page.getByLabel('Type of action').selectOption('click');
    await page.getByRole('button', { name: 'Run click' }).click();
    const form = page.getByRole('form', { name: 'Run an action' });
    await form.getByText('takes one target: “CSS selector”, “Reference of a snapshot”, or “X” and “Y”.').waitFor();
    assert.equal(await form.getByRole('textbox', { name: 'CSS selector' }).getAttribute('aria-invalid'), 'true');
    await form.getByRole('textbox', { name: 'X', exact: true }).fill('left');
    assert.equal(await form.locator('.fault').count(), 0);
    await page.getByRole('button', { name: 'Run click' }).click();
    await form.getByText('This takes a number from 0 to 5,000.').waitFor();
    await page.getByRole('button', { name: 'New picture' }).click();
    await page.getByRole('img', { name: 'The page after url' }).waitFor();
    await assertAccessible(page, 'session');
    await page.getByRole('button', { name: 'Close session' }).click();
    await assertAccessible(page, 'question before closing');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await closeSession(page);
    await page.getByText('This session has ended').waitFor();
    await page.getByText('closed on request').waitFor();
    await assertAccessible(page, 'closed session');
    assert.equal(await page.getByRole('heading', { name: 'Run an action' }).count(), 0);
    assert.deepEqual(await page.locator('.run summary strong').allTextContents(), [
      'url',
      'click',
      'wait_for_selector',
      'snapshot',
    ]);
    await page.getByRole('link', { name: 'All sessions' }).click();
    await page.getByRole('table').waitFor();
    await page.getByRole('button', { name: 'New session' }).click();
    await assertAccessible(page, 'sessions');
    assert.deepEqual(complaints, []);
  });

  it('save a login, with which the next one begins', async () => {
    await using opened = await openSession();
    const { page } = opened;
    await page.getByLabel('Address').fill(stack.examplePage);
    await page.getByRole('button', { name: 'Go', exact: true }).click();
    await page.getByRole('img', { name: 'The page, as of the last action' }).waitFor();
    await page.getByRole('button', { name: 'Save login' }).click();
    const saving = page.getByRole('dialog', { name: 'Save the login of this session' });
    await saving.getByLabel('Name of the login').fill('x'.repeat(65));
    await saving.getByText('At most 64 characters: these are 65.').waitFor();
    await saving.getByLabel('Name of the login').fill('shop');
    await saving.getByText('It replaces a login of this name.').waitFor();
    await assertAccessible(page, 'saving a login');
    await page.route('**/actions', (route) => route.abort(), { times: 1 });
    await saving.getByRole('button', { name: 'Save it' }).click();
    await saving.getByRole('alert').waitFor();
    await saving.getByRole('button', { name: 'Save it' }).click();
    await saving.getByText('Saved as shop').waitFor();
    assert.equal(await page.evaluate('document.activeElement.textContent'), 'Done');
    assert.equal(await saving.getByRole('button', { name: 'Save it' }).count(), 0);
    await saving.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Close session' }).click();
    await page.getByRole('dialog', { name: 'Close this session?' }).getByLabel('Name of the login').fill('other');
    await page.getByRole('button', { name: 'Save the login and close' }).click();
    await page.getByText('closed', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'All sessions' }).click();
    await page.getByRole('button', { name: 'New session' }).click();
    await page.getByLabel('Saved login').selectOption('shop');
    const created = page.waitForResponse((response) => response.request().method() === 'POST');
    await page.getByRole('button', { name: 'Open session' }).click();
    assert.equal((await created).status(), 201);
    assert.equal((await created).request().postDataJSON().profile, 'shop');
    assert.match((await created).request().headers()['idempotency-key'] ?? '', /^\d+-\d+-\d+-\d+$/);
    await closeSession(page);
    await page.getByRole('region', { name: 'Details' }).getByText('shop', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'All sessions' }).click();
    await page.getByRole('cell', { name: 'shop', exact: true }).waitFor();
    await page.getByRole('link', { name: 'Saved logins' }).click();
    const logins = page.getByRole('table', { name: 'Saved logins' });
    await logins.getByRole('cell', { name: 'other', exact: true }).waitFor();
    await assertAccessible(page, 'saved logins');
    for (const name of ['other', 'shop']) {
      await page.getByRole('button', { name: `Delete the saved login ${name}` }).click();
      await page.getByRole('button', { name: 'Delete it' }).click();
      await logins.getByRole('cell', { name, exact: true }).waitFor({ state: 'detached' });
    }
    await page.getByText('No saved login yet').waitFor();
  });

  it('are shown live in their page and in a tab, and listed by status, newest first', async () => {
    await using opened = await openSession();
    const { page, complaints } = opened;
    await page.getByRole('button', { name: 'Take control', exact: true }).click();
    const frame = page.frameLocator('iframe.live');
    await frame.getByText('Live', { exact: true }).waitFor();
    await frame.getByText('viewer', { exact: true }).waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Use dark colours' }).click();
    await frame.locator('[data-theme="dark"]').waitFor();
    const state = `**/v1/sessions/${page.url().split('/').at(-1)}`;
    await page.route(state, (route) => route.abort());
    await frame.locator('body').evaluate("() => parent.postMessage({ type: 'tintype.live.lost' }, location.origin)");
    await page.getByRole('alert').getByText('The service does not answer').waitFor();
    await page.getByText('Not known', { exact: true }).waitFor();
    await page.unroute(state);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('active', { exact: true }).waitFor();
    assert.equal(await page.getByRole('alert').count(), 0);
    const picture = page.getByRole('button', { name: 'Picture', exact: true });
    assert.equal(await picture.getAttribute('aria-pressed'), 'false');
    await page.getByRole('textbox', { name: 'Address' }).fill(`${stack.examplePage}#live`);
    await page.getByRole('button', { name: 'Go', exact: true }).click();
    await frame.getByText(`${stack.examplePage}#live`).waitFor({ state: 'attached' });
    assert.equal(await frame.locator('#address').isVisible(), false);
    assert.equal(await frame.locator('#control-label').isVisible(), true);
    await picture.click();
    await page.getByRole('img', { name: 'The page, as of the last action' }).waitFor();
    const elsewhere = { type: 'goto', payload: { url: `${stack.examplePage}#elsewhere` } };
    await sessionCalls(stack)('POST', `/${page.url().split('/').at(-1)}/actions`, elsewhere);
    // The tab is in front again.
    await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`);
    const address = page.getByRole('textbox', { name: 'Address' });
    await until('the address is the new one', async () => (await address.inputValue()).endsWith('#elsewhere'));
    const tab = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Control in a tab' }).click();
    await (await tab).getByText('Live', { exact: true }).waitFor();
    assert.equal(await (await tab).evaluate('sessionStorage.length'), 0);
    await (await tab).close();
    await page.evaluate('open = () => null');
    await page.getByRole('button', { name: 'Control in a tab' }).click();
    const offered = page.waitForEvent('popup');
    await page.getByRole('link', { name: 'Open the live view' }).click();
    await (await offered).getByText('Live', { exact: true }).waitFor();
    assert.equal(await (await offered).evaluate('sessionStorage.length'), 0);
    await (await offered).close();
    const id = page.url().split('/').at(-1) ?? '';
    await page.getByRole('link', { name: 'All sessions' }).click();
    await page.getByLabel('Status').selectOption('active');
    await page.getByRole('link', { name: id.slice(0, 13) }).click();
    await closeSession(page);
    await page.getByRole('link', { name: 'All sessions' }).click();
    await page.getByLabel('Status').selectOption('active');
    await page.getByText('No active session').waitFor();
    await page.getByLabel('Status').selectOption('closed');
    assert.match((await page.getByRole('row').nth(1).textContent()) ?? '', new RegExp(id.slice(0, 13)));
    assert.deepEqual(complaints, []);
  });

  it('lead back to the list from an address without a session', async () => {
    await using opened = await browser.open('/console/sessions/sess_00000000-0000-4000-8000-000000000000');
    await signIn(opened.page, stack.account);
    await opened.page.getByText('Your account has no such session').waitFor();
    assert.equal(await opened.page.getByRole('alert').count(), 0);
    await opened.page.getByRole('link', { name: 'Go to the sessions' }).click();
    await opened.page.getByRole('heading', { name: 'Sessions', level: 1 }).waitFor();
  });

  it('are shown live behind a proxy that ends TLS', async () => {
    await using proxy = await startTlsProxy(stack.url);
    const secure = await ConsoleBrowser.start(proxy);
    try {
      await using opened = await openSession(secure);
      const { page, complaints } = opened;
      const linked = page.waitForResponse(
        (response) => response.request().method() === 'POST' && response.url().endsWith('/live'),
      );
      await page.getByRole('button', { name: 'Take control', exact: true }).click();
      await page.frameLocator('iframe.live').getByText('Live', { exact: true }).waitFor();
      const { url } = await (await linked).json();
      assert.ok(url.startsWith(`${proxy.url}/live#`), url);
      await page.getByRole('button', { name: 'Picture', exact: true }).click();
      await closeSession(page);
      assert.deepEqual(complaints, []);
    } finally {
      await secure.stop();
    }
  });
});
