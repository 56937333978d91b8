/**
 * Four idle pages in one Playwright browser, each in a context of its own. Takes the browser's binary and a URL, prints
 * a line when ready, and ends with its standard input.
 */
import { chromium } from 'playwright-core';

const [executablePath = '', url = ''] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath, chromiumSandbox: true });
const newPage = () => browser.newContext({ viewport: { width: 1440, height: 900 } }).then((made) => made.newPage());

// Like our node, whose browser has rendered before.
for (let shot = 0; shot < 8; shot += 1) {
  const page = await newPage();
  await page.goto(url);
  await page.screenshot();
  await page.context().close();
}
for (let slot = 0; slot < 4; slot += 1) await newPage();
process.stdout.write('ready\n');
process.stdin.on('end', () => browser.close().finally(() => process.exit(0))).resume();
