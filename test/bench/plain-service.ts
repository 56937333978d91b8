/**
 * The ordinary way that most services take, as the yardstick: Koa, Playwright, one warm browser, a new context for each
 * request. Takes the browser's binary, prints the port that it listens on, and ends with its standard input.
 */
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { chromium } from 'playwright-core';

const [executablePath = ''] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath, chromiumSandbox: true });
const app = new Koa();

app.use(async (context) => {
  const browserContext = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const page = await browserContext.newPage();
    await page.goto(String(context.query.url), { waitUntil: 'load' });
    context.body = await page.screenshot({ type: context.query.type === 'jpeg' ? 'jpeg' : 'png' });
    context.type = 'image';
  } finally {
    await browserContext.close();
  }
});

const server = app.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
});
process.stdin.on('end', () => process.exit(0)).resume();
