import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assertAccessible, ConsoleBrowser, signIn } from '../../kit/console/console-browser.js';
import { type S3Server, startS3Server } from '../../kit/service/s3-server.js';
import { type Stack, startStack } from '../../kit/standalone/stack.js';

let s3: S3Server;
let stack: Stack;
let browser: ConsoleBrowser;

before(async () => {
  s3 = await startS3Server();
  stack = await startStack({ environment: s3.environment });
  browser = await ConsoleBrowser.start(stack);
});
after(async () => {
  await browser?.stop();
  assert.equal(await stack?.stop(), 0);
  await s3?.stop();
});

const openAt = async (path: string) => {
  const opened = await browser.open(path);
  await signIn(opened.page, stack.account);
  return opened;
};

describe('batches', () => {
  it('are submitted from a file or a field, watched to their end, and listed', async () => {
    await using opened = await openAt('/console/batches');
    const { page, complaints } = opened;
    await page.getByText('No batch in the last 14 days').waitFor();
    await page.getByRole('link', { name: 'New batch' }).click();
    await page.getByRole('textbox', { name: 'URLs' }).fill('example');
    await page.getByText('Line 1 has no http or https URL: example.').waitFor();
    const lines = `${stack.examplePage} front\nhttp://127.0.0.1:9999/ second\n`;
    const file = { name: 'urls.txt', mimeType: 'text/plain', buffer: Buffer.from(lines) };
    await page.getByLabel('Or a file of URLs').setInputFiles(file);
    await page.getByLabel('Search options').fill('vw');
    await page.getByRole('textbox', { name: 'Window width', exact: true }).fill('640');
    await page.getByRole('button', { name: 'Submit 2 pages' }).click();
    await page.getByRole('heading', { name: 'Batch', level: 1 }).waitFor();
    await page.getByText('target_blocked').waitFor();
    await page.getByRole('link', { name: 'front.png' }).waitFor();
    await page.getByText('2 of 2 · 1 failed').waitFor();
    assert.equal(s3.objects('screenshots').length, 1);
    await page.getByRole('link', { name: 'Submit failed pages again' }).click();
    await page.getByRole('button', { name: 'Submit 1 page', exact: true }).waitFor();
    assert.equal(await page.getByRole('textbox', { name: 'URLs' }).inputValue(), 'http://127.0.0.1:9999/ second');
    await page.goBack();
    await page.getByRole('link', { name: 'All batches' }).click();
    await page.getByText('With errors').waitFor();
    await page.getByText('2 of 2 · 1 failed').waitFor();
    assert.deepEqual(complaints, []);
  });

  it('are cancelled after a question, and notified again', async () => {
    await using opened = await openAt('/console/batches/new');
    const { page, complaints } = opened;
    const urls = Array.from({ length: 300 }, (_, number) => `${stack.examplePage}?${number}`).join('\n');
    await page.getByRole('textbox', { name: 'URLs' }).fill(urls);
    await page.getByLabel('Notify').fill('http://hook.invalid/');
    await page.getByRole('button', { name: 'Submit 300 pages' }).click();
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Keep it' }).click();
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await page.getByRole('button', { name: 'Cancel the batch' }).click();
    await page.getByText('Finished', { exact: true }).waitFor();
    await page
      .getByText(/cancelled$/)
      .first()
      .waitFor();
    const next = page.getByRole('button', { name: 'Next items' });
    await next.focus();
    await page.keyboard.press('Enter');
    await page.getByText(`${stack.examplePage}?50`, { exact: true }).waitFor();
    assert.equal(await page.evaluate('document.activeElement.textContent'), 'Next items');
    await page.getByRole('button', { name: 'Earlier items' }).press('Enter');
    await page.getByText(`${stack.examplePage}?0`, { exact: true }).waitFor();
    assert.equal(await page.evaluate('document.activeElement.textContent'), 'Earlier items');
    await page.getByRole('button', { name: 'Notify again' }).click();
    await page
      .getByText(/attempts?/)
      .first()
      .waitFor();
    assert.deepEqual(complaints, []);
  });

  it('are accessible and fit a desktop and a phone, light and dark', async () => {
    await using opened = await openAt('/console/batches');
    const { page } = opened;
    await page.getByText('With errors').last().waitFor();
    await assertAccessible(page, 'batches');
    await page.locator('.table a').last().click();
    await page.getByText('target_blocked').waitFor();
    await assertAccessible(page, 'a batch');
    await page.getByRole('link', { name: 'All batches' }).click();
    await page.getByRole('link', { name: 'New batch' }).click();
    assert.equal(await page.getByRole('button', { name: 'Submit 0 pages' }).isDisabled(), true);
    await assertAccessible(page, 'new batch');
  });
});
