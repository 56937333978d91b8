/**
 * The baseline, built as most services are: Koa, Playwright, one warm browser, a new context per request. Takes the
 * browser's binary, prints its port, and ends with its standard input.
 */
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { type Browser, chromium, type Page } from 'playwright-core';

const [executablePath = ''] = process.argv.slice(2);
const launch = () => chromium.launch({ executablePath, chromiumSandbox: true });
let launched = launch();

/** The next request starts a browser that died or did not start. */
const warm = async (): Promise<Browser> => {
  const mine = launched;
  const alive = await mine.then(
    (browser) => browser.isConnected(),
    () => false,
  );
  if (!alive && launched === mine) launched = launch();
  return launched;
};

const outputs: Record<string, (page: Page) => Promise<Buffer | string>> = {
  png: (page) => page.screenshot({ type: 'png' }),
  jpeg: (page) => page.screenshot({ type: 'jpeg' }),
  pdf: (page) => page.pdf(),
  content: (page) => page.content(),
};

const app = new Koa().use(async (context) => {
  const browserContext = await (await warm()).newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const page = await browserContext.newPage();
    await page.goto(String(context.query.url), { waitUntil: 'load' });
    context.body = await outputs[String(context.query.output)]?.(page);
  } finally {
    await browserContext.close();
  }
});
app.silent = true;

await launched;
const server = app.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
});
process.stdin.on('end', async () => (await launched).close().finally(() => process.exit(0))).resume();
