import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { launchSandboxed } from '../../../kit/browser-node/sandboxed-browser.js';
import { countPictures } from '../../../kit/console/live-picture.js';
import { type Stack, sessionCalls, startStack } from '../../../kit/standalone/stack.js';
import { type Bench, progress } from '../../bench.js';
import { median } from '../../load.js';
import { bounded, type Row, type RowGroup, type Skipped } from '../../table.js';

const size = { width: 1280, height: 720 };
const goals = { firstMs: 300, perSecond: 10, inputMs: 150 };
const openings = 7;
const watchMs = 5000;
const inputs = 25;

/** Milliseconds from the navigation to the first picture, by the page's own clock. */
const noteFirst = `new MutationObserver((_, observer) => {
  if (document.getElementById('stage')?.dataset.state !== 'live') return;
  window.firstPicture = performance.now();
  observer.disconnect();
}).observe(document, { subtree: true, attributes: true, childList: true })`;

/** Presses a key, then waits until the middle of the picture has another colour. */
const pressAndWait = `new Promise((resolve) => {
  const canvas = document.getElementById('picture');
  const pixel = () => canvas.getContext('2d').getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data[0] > 128;
  const before = pixel();
  const field = document.getElementById('keys');
  const begun = performance.now();
  for (const type of ['keydown', 'keyup'])
    field.dispatchEvent(new KeyboardEvent(type, { key: 'a', code: 'KeyA', cancelable: true }));
  const look = () => (pixel() === before ? requestAnimationFrame(look) : resolve(performance.now() - begun));
  look();
})`;

const live = (page: Page) => page.waitForSelector('#stage[data-state=live]');

const firstPictures = async (browser: Browser, link: () => Promise<string>): Promise<number[]> => {
  const times: number[] = [];
  for (let opening = 0; opening < openings; opening += 1) {
    const page = await browser.newPage({ viewport: size });
    await page.addInitScript(noteFirst);
    await page.goto(await link());
    await live(page);
    times.push(await page.evaluate<number>('window.firstPicture'));
    await page.close();
  }
  // The first one loads and compiles.
  return times.slice(1);
};

const picturesPerSecond = async (page: Page, link: string): Promise<number> => {
  const pictures = countPictures(page);
  await page.goto(link);
  await live(page);
  const before = pictures();
  await sleep(watchMs);
  return (pictures() - before) / (watchMs / 1000);
};

const inputTimes = async (page: Page): Promise<number[]> => {
  const times: number[] = [];
  for (let press = 0; press < inputs; press += 1) {
    times.push(await page.evaluate<number>(pressAndWait));
    await sleep(100);
  }
  return times;
};

const measure = async (bench: Bench, stack: Stack, browser: Browser): Promise<Row[]> => {
  const call = sessionCalls(stack);
  const { body } = await call('POST', '');
  const act = (path: string) =>
    call('POST', `/${body.sessionId}/actions`, {
      type: 'goto',
      payload: { url: bench.site.url(path), viewport: size },
    });
  const link = async () => String((await call('POST', `/${body.sessionId}/live`, { control: true })).body.url);
  await act('/simple');
  const first = median(await firstPictures(browser, link));
  await act('/moving');
  const page = await browser.newPage({ viewport: { width: size.width + 40, height: size.height + 100 } });
  const perSecond = await picturesPerSecond(page, await link());
  await act('/keys');
  await sleep(500);
  const input = median(await inputTimes(page));
  await call('DELETE', `/${body.sessionId}`);
  const what = 'live view, one viewer, 1280×720';
  return [
    bounded({ measure: `${what}: page opened → first picture, p50`, unit: 'ms', ours: first, atMost: goals.firstMs }),
    bounded({
      measure: `${what}: pictures of a page that moves`,
      unit: '/s',
      ours: perSecond,
      atLeast: goals.perSecond,
    }),
    bounded({ measure: `${what}: key → picture, p50`, unit: 'ms', ours: input, atMost: goals.inputMs }),
  ];
};

/** The live view of a session on one machine, in a real browser on the same machine. */
export const liveView: RowGroup = {
  name: 'live',
  measure: async (bench): Promise<(Row | Skipped)[]> => {
    const executablePath = bench.binary('headlessShell');
    if (!executablePath) return [{ measure: 'live view', because: 'needs chromium-headless-shell' }];
    progress('the live view');
    const stack = await startStack({ environment: { TINTYPE_EGRESS_ALLOW: bench.allow } });
    const browser = await launchSandboxed(executablePath);
    try {
      return await measure(bench, stack, browser);
    } finally {
      await browser.close();
      await stack.stop();
    }
  },
};
