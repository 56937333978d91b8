import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessible, assertAccessibleHere, ConsoleBrowser, signIn } from '../../kit/console/console-browser.js';
import { type S3Server, startS3Server } from '../../kit/service/s3-server.js';
import { type Stack, startStack } from '../../kit/standalone/stack.js';

let s3: S3Server;
let stack: Stack;
let browser: ConsoleBrowser;

before(async () => {
  s3 = await startS3Server();
  const environment = { TINTYPE_EGRESS_ALLOW: s3.settings.endpoint.host, TINTYPE_SLACK_SIGNING_SECRET: 'a secret' };
  stack = await startStack({ environment });
  browser = await ConsoleBrowser.start(stack);
});
after(async () => {
  await browser?.stop();
  assert.equal(await stack?.stop(), 0);
  await s3?.stop();
});

const openAt = async (path: string, account: { apiKey: string; secret: string } = stack.account) => {
  const opened = await browser.open(path);
  await signIn(opened.page, account);
  return opened;
};

/** Name of the focused field, or text of the button or heading. */
const focused = (page: Page) =>
  page.evaluate<string>('document.activeElement.name || document.activeElement.textContent');

describe('presets', () => {
  it('are made, refused beside the option, changed and deleted', async () => {
    await using opened = await openAt('/console/presets');
    const { page, complaints } = opened;
    await page.getByText('No preset yet').waitFor();
    await page.getByRole('link', { name: 'New preset' }).click();
    await page.getByLabel('Name', { exact: true }).fill('card');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('This preset has no option').waitFor();
    await page.getByLabel('Endpoint').selectOption('image');
    const save = page.getByRole('button', { name: 'Save' });
    await page.getByRole('textbox', { name: 'Quality', exact: true }).fill('high');
    await page.getByText('This takes a whole number from 1 to 100.').waitFor();
    assert.equal(await save.isDisabled(), true);
    // The option has no field for all endpoints, so it cannot stop the save.
    await page.getByLabel('Endpoint').selectOption('all');
    assert.equal(await save.isDisabled(), false);
    await page.getByLabel('Endpoint').selectOption('image');
    await page.getByRole('textbox', { name: 'Quality', exact: true }).fill('');
    await page.getByLabel('Search options').fill('vw');
    await page.getByRole('textbox', { name: 'Window width', exact: true }).fill('9000');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').getByText('invalid_option').waitFor();
    const width = page.getByRole('textbox', { name: 'Window width', exact: true });
    assert.equal(await width.getAttribute('aria-invalid'), 'true');
    await width.fill('640');
    assert.equal(await width.getAttribute('aria-invalid'), null);
    await page.getByLabel('Search options').fill('css');
    const css = page.getByRole('textbox', { name: 'CSS to add', exact: true });
    await css.fill('h1 { color: red }');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved as version 1').waitFor();
    await page.getByRole('heading', { name: 'Preset card' }).waitFor();
    assert.equal(await page.getByLabel('Name', { exact: true }).count(), 0);
    await css.fill('h2 { color: red }');
    await page.goBack();
    await page.getByText('What you entered is not saved.').waitFor();
    await page.getByRole('button', { name: 'Stay' }).click();
    assert.match(page.url(), /presets\/edit\/card$/);
    await css.fill('h1 { color: red }');
    await page.reload();
    await page.getByRole('heading', { name: 'Preset card' }).waitFor();

    await page.getByRole('link', { name: 'All presets' }).click();
    await page.getByText('vw=640').waitFor();
    await page.getByRole('link', { name: 'card' }).click();
    await page.getByLabel('Search options').fill('css');
    assert.equal(await css.inputValue(), 'h1 { color: red }');
    await css.fill('');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved as version 2').waitFor();
    await page.getByRole('link', { name: 'All presets' }).click();
    await page.getByRole('link', { name: 'New preset' }).click();
    await page.getByLabel('Name', { exact: true }).fill('card');
    await page.getByText('A preset has this name.').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Save' }).isDisabled(), true);
    // A link asks first, and so do Sign out, the end of the tab and Back.
    for (const way of [
      page.getByRole('link', { name: 'All presets' }),
      page.getByRole('button', { name: 'Sign out' }),
    ]) {
      await way.click();
      await page.getByText('What you entered is not saved.').waitFor();
      await page.getByRole('button', { name: 'Stay' }).click();
    }
    const [asked] = await Promise.all([page.waitForEvent('dialog'), page.close({ runBeforeUnload: true })]);
    assert.equal(asked.type(), 'beforeunload');
    await asked.dismiss();
    await page.goBack();
    await page.getByText('What you entered is not saved.').waitFor();
    assert.match(page.url(), /presets\/new$/);
    assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'card');
    await page.getByRole('button', { name: 'Leave', exact: true }).click();
    await page.getByRole('button', { name: 'Delete the preset card' }).click();
    await page.getByRole('button', { name: 'Delete it' }).click();
    await page.getByText('No preset yet').waitFor();
    assert.deepEqual(complaints, []);
  });
});

describe('the storage', () => {
  it('is set, tested step by step, and removed', async () => {
    await using opened = await openAt('/console/storage');
    const { page, complaints } = opened;
    const { endpoint, bucket, key, secret } = s3.settings;
    await page.getByLabel('Endpoint').fill(endpoint.href);
    await page.getByLabel('Bucket').fill('x');
    await page.getByLabel('Access key', { exact: true }).fill(key);
    await page.getByLabel('Secret of the access key').fill(secret);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('alert').getByText('Check “Bucket”.').waitFor();
    await page.getByText('“Bucket” takes').waitFor();
    assert.equal(await page.getByLabel('Bucket').getAttribute('aria-invalid'), 'true');
    assert.equal(await focused(page), 'bucket');
    await page.getByLabel('Bucket').fill(bucket);
    await page.getByRole('alert').waitFor({ state: 'detached' });
    assert.equal(await page.getByLabel('Bucket').getAttribute('aria-invalid'), null);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    assert.equal(await focused(page), 'Save');
    assert.equal(await page.getByLabel('Secret of the access key').inputValue(), '');
    await page.getByRole('button', { name: 'Test the saved storage' }).click();
    await page.getByText('Uploads work', { exact: true }).waitFor();
    await assertAccessibleHere(page, 'a tested storage');
    // The browser refuses a required field, so what the save answered is gone.
    await page.getByLabel('Bucket').fill('');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved', { exact: true }).waitFor({ state: 'detached' });
    await page.getByLabel('Bucket').fill('x');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('alert').waitFor();
    assert.equal(await page.getByText('Saved', { exact: true }).count(), 0);
    assert.deepEqual(await page.locator('.steps strong').allTextContents(), ['write', 'read', 'delete']);
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('button', { name: 'Remove it' }).click();
    await page.getByRole('button', { name: 'Remove', exact: true }).waitFor({ state: 'detached' });
    assert.equal(await focused(page), 'Storage');
    assert.deepEqual(complaints, []);
  });
});

describe('the proxy', () => {
  it('is set, shown without its password, tested, and removed', async () => {
    await using opened = await openAt('/console/proxy');
    const { page, complaints } = opened;
    const url = page.getByLabel('URL of the proxy');
    await url.fill('http://user:password@proxy.invalid:3128');
    assert.equal(await url.getAttribute('type'), 'password');
    await page.getByRole('button', { name: 'Show' }).click();
    assert.equal(await url.getAttribute('type'), 'text');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('proxy.invalid:3128').waitFor();
    await page.getByText('Saved', { exact: true }).waitFor();
    assert.doesNotMatch((await page.locator('body').textContent()) ?? '', /:password@proxy\.invalid/);
    await page.getByRole('button', { name: 'Test the saved proxy' }).click();
    await page.getByText('The proxy does not work').waitFor();
    await assertAccessibleHere(page, 'a proxy that does not work');
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('button', { name: 'Remove it' }).click();
    await page.getByText('Your account has no proxy.').waitFor();
    assert.deepEqual(complaints, []);
  });
});

describe('secrets', () => {
  it('are shown once, sign in, see no controls of a manager with the scope use, and are deleted', async () => {
    await using opened = await openAt('/console/secrets');
    const { page, complaints } = opened;
    await page.getByLabel('Name').fill('web server');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByText('Copy the secret now').waitFor();
    await assertAccessible(page, 'a new secret');
    const secret = (await page.locator('.shown-once code').first().textContent()) ?? '';
    await page.getByRole('link', { name: 'Storage' }).click();
    await page.getByText('You have not copied the new secret.').waitFor();
    await page.getByRole('button', { name: 'Stay' }).click();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Delete the secret web server' }).waitFor();
    await page.getByText('signed in', { exact: true }).waitFor();
    assert.ok(!(await page.content()).includes(secret));

    await using other = await openAt('/console/secrets', { ...stack.account, secret });
    await other.page.getByText('Your secret cannot make or delete secrets.').waitFor();
    for (const name of ['Create', 'Delete the secret web server'])
      assert.equal(await other.page.getByRole('button', { name }).count(), 0);
    await other.page.getByRole('link', { name: 'Storage' }).click();
    await other.page.getByText('Your secret cannot change the storage.').waitFor();
    assert.equal(await other.page.getByLabel('Bucket').count(), 0);
    await assertAccessibleHere(other.page, 'the storage for the scope use');
    await other.page.getByRole('link', { name: 'Saved logins' }).click();
    await other.page.getByText('Your secret cannot delete saved logins.').waitFor();
    await other.page.goto(`${stack.url}/console/presets/new`);
    await other.page.getByText('Your secret cannot make presets.').waitFor();
    assert.equal(await other.page.getByRole('textbox').count(), 0);
    await other.page.goto(`${stack.url}/console/batches/new`);
    await other.page.getByText('Sign in with a secret of the scope manage').waitFor();
    await other.page.getByRole('textbox', { name: 'URLs' }).fill('https://example.com/');
    assert.equal(await other.page.getByRole('button', { name: 'Submit 1 page' }).isDisabled(), true);
    await other.page.getByRole('link', { name: 'Slack' }).click();
    await other.page.getByRole('button', { name: 'Leave' }).click();
    await other.page.getByText('Your secret cannot connect or disconnect workspaces.').waitFor();
    assert.equal(await other.page.getByText('Make a code below').count(), 0);
    await page.getByRole('button', { name: 'Delete the secret web server' }).click();
    await page.getByRole('button', { name: 'Delete it' }).click();
    await page.getByRole('button', { name: 'Delete the secret web server' }).waitFor({ state: 'detached' });
    assert.match(await focused(page), /^Delete$/);
    await other.page.reload();
    await other.page.getByRole('heading', { name: 'Sign in' }).waitFor();
    assert.deepEqual(complaints, []);
  });
});

describe('Slack', () => {
  it('gets a code that connects a workspace', async () => {
    await using opened = await openAt('/console/slack');
    await opened.page.getByText('No workspace is connected').waitFor();
    await opened.page.getByRole('button', { name: 'Make a code' }).click();
    await opened.page.getByText(`/screenshot connect ${stack.account.id}.`).waitFor();
    await opened.page.route('**/v1/account/slack', (route) =>
      route.fulfill({ json: { success: true, available: false, workspaces: [] } }),
    );
    await opened.page.reload();
    await opened.page.getByText('This service has no Slack app yet').waitFor();
    assert.equal(await opened.page.getByRole('button', { name: 'Make a code' }).count(), 0);
    assert.deepEqual(opened.complaints, []);
  });
});

describe('usage', () => {
  it('is a chart with a table, for a range of days', async () => {
    await using opened = await openAt('/console/playground');
    const { page, complaints } = opened;
    await page.getByLabel('URL of the page').fill(stack.examplePage);
    await page.getByRole('button', { name: 'Render' }).click();
    await page.getByText('Credits', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Usage' }).click();
    await page.getByRole('table', { name: 'Usage by day' }).waitFor();
    assert.ok((await page.locator('.plot rect.one').count()) >= 30);
    await page.getByRole('table', { name: 'Charges, latest first' }).getByText('Image', { exact: true }).waitFor();
    await page.getByRole('img', { name: /^Renders, .+: \d+ in all, .*at most \d+ a day, on / }).waitFor();
    await page.getByRole('tab', { name: 'Cached delivery' }).click();
    await page.getByRole('button', { name: '7 days' }).click();
    await page.locator('.plot rect.one').nth(6).waitFor({ state: 'attached' });
    await page.getByLabel('First day').fill('2020-01-01');
    await page.getByText('At most 366 days.').waitFor();
    assert.equal(await page.getByLabel('First day').getAttribute('aria-invalid'), 'true');
    assert.deepEqual(complaints, []);
  });
});

describe('every page of settings', () => {
  const pages = [
    ['/console/presets', 'Presets'],
    ['/console/presets/new', 'New preset'],
    ['/console/storage', 'Your storage'],
    ['/console/proxy', 'Your proxy'],
    ['/console/profiles', 'No saved login yet'],
    ['/console/slack', 'Connect a workspace'],
    ['/console/secrets', 'New secret'],
    ['/console/usage', 'Days with usage'],
  ] as const;

  it('is accessible and fits a desktop and a phone, light and dark', async () => {
    await using opened = await openAt('/console');
    const { page } = opened;
    for (const [path, heading] of pages) {
      await page.goto(stack.url + path);
      await page.getByRole('heading', { name: heading, exact: true }).first().waitFor();
      await page.locator('.loading').waitFor({ state: 'detached' });
      await assertAccessible(page, path);
    }
  });
});
