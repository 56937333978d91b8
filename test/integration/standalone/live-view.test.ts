import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { cdpCloses, limits, liveCloses } from '@tintype/contracts';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { browserBinary } from '../../bench/bench.js';
import { launchSandboxed } from '../../kit/browser-node/sandboxed-browser.js';
import { assertAccessibleHere, desktop, phone } from '../../kit/console/console-browser.js';
import { Fingers, ForeignKeyboard, form, other, paste, tabStops, touched } from '../../kit/console/live-input.js';
import {
  clickPicture,
  colour,
  connect,
  countPictures,
  shows,
  showsAddress,
  stateOf,
} from '../../kit/console/live-picture.js';
import { type PageServer, startPages } from '../../kit/pages/pages.js';
import { type Stack, sessionCalls, startStack } from '../../kit/standalone/stack.js';
import { until } from '../../kit/until.js';

/** The elements in the order in which a person sees them in their row. */
const fromLeft = async (page: Page, ids: readonly string[]): Promise<string[]> => {
  const boxes = await Promise.all(ids.map((id) => page.locator(`#${id}`).boundingBox()));
  return ids.toSorted((a, b) => boxes[ids.indexOf(a)]!.x - boxes[ids.indexOf(b)]!.x);
};

describe('the live view', { timeout: 600_000 }, () => {
  let site: PageServer;
  let stack: Stack;
  let call: ReturnType<typeof sessionCalls>;
  let browser: Browser;
  let id = '';

  before(async () => {
    site = await startPages({ '/': form, '/other': other, '/touch': touched });
    stack = await startStack({
      environment: { TINTYPE_EGRESS_ALLOW: `127.0.0.1:${site.port}`, TINTYPE_LIVE_ORIGINS: 'self' },
    });
    call = sessionCalls(stack);
    const executablePath = browserBinary('headlessShell') ?? browserBinary('chromium') ?? '';
    browser = await launchSandboxed(executablePath);
  });
  afterEach(async () => {
    for (const context of browser.contexts()) await context.close();
    if (id) await call('DELETE', `/${id}`);
    id = '';
  });
  after(async () => {
    await browser?.close();
    await stack?.stop();
    await site?.close();
  });

  const open = async (options: object = {}, path = '/'): Promise<void> => {
    const made = await call('POST', '', options);
    assert.equal(made.status, 201, made.body.error);
    id = made.body.sessionId;
    if (!('cdp' in options)) assert.equal((await act('goto', { url: site.url(path) })).status, 200);
  };
  const act = (type: string, payload = {}) => call('POST', `/${id}/actions`, { type, payload });
  const link = async (body: object = {}): Promise<string> => {
    const answer = await call('POST', `/${id}/live`, body);
    assert.equal(answer.status, 200, answer.body.error);
    return String(answer.body.url);
  };
  const newPage = async (options: BrowserContextOptions = {}): Promise<Page> =>
    (await browser.newContext({ viewport: desktop, ...options })).newPage();
  const look = async (url: string, options?: BrowserContextOptions): Promise<Page> => {
    const page = await newPage(options);
    await page.goto(url);
    return page;
  };

  it('shows a session, follows its pages, and takes input by a link with control', async () => {
    await open();
    const page = await look(await link({ control: true }));
    const faults: string[] = [];
    page.on('pageerror', ({ message }) => faults.push(message));
    await shows(page, 'red');
    assert.deepEqual([await stateOf(page), await page.textContent('#url')], ['live', site.url('/')]);
    assert.equal(await page.title(), 'test · Live view');
    assert.ok(!page.url().includes('#'), 'the token left the address bar');

    await clickPicture(page, 200, 60);
    await page.keyboard.type('Ida é ');
    const keyboard = await ForeignKeyboard.of(page);
    await keyboard.press('z', 'KeyY');
    await keyboard.press('€', 'KeyE');
    await keyboard.altGr('@', 'KeyQ');
    await keyboard.dead('´', 'é');
    await keyboard.compose('ni', 'に', '日');
    await page.evaluate(paste(' pasted'));
    await page.keyboard.press('Control+a');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Enter');
    await shows(page, 'green');
    const { body } = await act('query', { selector: 'output' });
    assert.deepEqual(body.elements, [{ text: 'Hello Ida é z€@é日 paste', attributes: {} }]);

    await clickPicture(page, 80, 260);
    await shows(page, 'blue');
    await showsAddress(page, site.url('/other'));
    assert.equal((await act('url')).body.url, site.url('/other'));
    // A reload connects again, without the link.
    await page.reload();
    await shows(page, 'blue');
    assert.deepEqual(faults, []);
  });

  it('takes fingers: all for a page that emulates a phone; else a tap clicks, one finger scrolls, two zoom', async () => {
    await open({}, '/touch');
    const page = await look(await link({ control: true }), { viewport: phone, isMobile: true, hasTouch: true });
    await showsAddress(page, site.url('/touch'));
    const fingers = await Fingers.of(page);
    await act('goto', { url: site.url('/touch?phone'), emulateDevice: 'iphone_13' });
    await until('the picture is upright', () => page.evaluate<boolean>('picture.height > picture.width'));
    await fingers.tapMiddle();
    const content = async () => String((await act('content')).body.content);
    await until('the page got the touch', async () => (await content()).includes('touchstart touchend click'));

    await act('goto', { url: site.url('/touch'), vw: 1440, vh: 900 });
    await until('the picture is wide', () => page.evaluate<boolean>('picture.height < picture.width'));
    await fingers.tap(80, 60);
    await showsAddress(page, `${site.url('/touch')}#tapped`);
    assert.doesNotMatch(await content(), /touch/);
    const scrolled = async () => Number((await act('title')).body.title);
    const pixels = await fingers.drag(-50);
    await until('the page follows the finger', async () => Math.abs((await scrolled()) - pixels) <= 2);
    const before = await scrolled();
    await fingers.spread();
    await until('the view is zoomed', async () => (await page.evaluate<number>('visualViewport.scale')) > 1.1);
    assert.deepEqual([await scrolled(), (await act('url')).body.url], [before, `${site.url('/touch')}#tapped`]);
  });

  it('shows several viewers the same, and ends with the session', async () => {
    await open();
    const pages = [await newPage(), await newPage()];
    const pictures = countPictures(pages[0]!);
    await pages[0]!.goto(await link());
    await pages[1]!.goto(await link({ control: true }));
    for (const page of pages) await shows(page, 'red');
    for (const page of pages) await until('both are counted', async () => (await page.textContent('#viewers')) === '2');
    assert.deepEqual([await pages[0]!.isVisible('#view-only'), await pages[0]!.isVisible('#control')], [true, false]);
    await act('goto', { url: site.url('/other') });
    for (const page of pages) await shows(page, 'blue');
    // A paused page keeps its picture, and gets none.
    await pages[0]!.click('#pause');
    await act('goto', { url: site.url('/') });
    await shows(pages[1]!, 'red');
    const received = pictures();
    for (const [path, expected] of [
      ['/other', 'blue'],
      ['/', 'red'],
    ] as const) {
      await act('goto', { url: site.url(path) });
      await shows(pages[1]!, expected);
    }
    assert.equal(pictures(), received);
    assert.deepEqual([await stateOf(pages[0]!), await colour(pages[0]!)], ['paused', 'blue']);
    await pages[0]!.click('#card-button');
    await shows(pages[0]!, 'red');
    await call('DELETE', `/${id}`);
    for (const page of pages) await until('it has ended', async () => (await stateOf(page)) === 'ended');
    await pages[0]!.reload();
    await until('it has still ended', async () => (await stateOf(pages[0]!)) === 'ended');
    assert.deepEqual((await call('POST', `/${id}/live`)).status, 409);
  });

  it('is accessible, with the keyboard alone too, on a computer and a phone', async () => {
    await open();
    const pages: [Page, string][] = [];
    for (const viewport of [desktop, phone]) {
      const isPhone = viewport === phone;
      const page = await look(await link({ control: true }), { viewport, isMobile: isPhone, hasTouch: isPhone });
      await shows(page, 'red');
      const where = `at ${viewport.width} px`;
      pages.push([page, where]);
      await assertAccessibleHere(page, `live ${where}`);
      const buttons = [...(isPhone ? ['keyboard'] : []), 'control', 'pause'];
      assert.deepEqual(await tabStops(page, 'keys'), [...buttons, 'keys'], where);
      assert.deepEqual(await fromLeft(page, buttons), buttons, where);
      await page.keyboard.press('F6');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await assertAccessibleHere(page, `paused ${where}`);
      assert.deepEqual(await tabStops(page, 'card-button'), ['card-button'], where);
    }
    await call('DELETE', `/${id}`);
    for (const [page, where] of pages) {
      await until('it has ended', async () => (await stateOf(page)) === 'ended');
      await assertAccessibleHere(page, `ended ${where}`);
    }
  });

  it('keeps apart the frames of one page, and long texts whole', async () => {
    await open();
    const [view, control] = [await link(), await link({ control: true })];
    const page = await (await browser.newContext()).newPage();
    const home = new URL('/frames', view).href;
    const body = `<iframe name="view" src="${view}"></iframe><iframe name="control" src="${control}"></iframe>`;
    await page.route(home, (route) => route.fulfill({ contentType: 'text/html', body }));
    await page.goto(home);
    const frames = ['view', 'control'].map((name) => page.frame({ name })!);
    const areLive = () =>
      until('both are live', async () => {
        for (const frame of frames) if ((await frame.getAttribute('#stage', 'data-state')) !== 'live') return false;
        return true;
      });
    await areLive();
    for (const frame of frames) await Promise.all([frame.waitForNavigation(), frame.evaluate('location.reload()')]);
    await areLive();
    assert.deepEqual(await Promise.all(frames.map((frame) => frame.isVisible('#view-only'))), [true, false]);

    await act('click', { selector: '#who' });
    const [, driving] = frames;
    await driving!.focus('#keys');
    const long = `${'x'.repeat(19_999)}😀`;
    await driving!.evaluate(paste(long));
    await driving!.evaluate(paste('y'.repeat(200_001)));
    assert.match((await driving!.textContent('#notice')) ?? '', /^Nothing was pasted: the text has 200.001 char/);
    await driving!.press('#keys', 'Enter');
    await until('the whole text is sent', async () =>
      String((await act('content')).body.content).includes('Hello 20000😀'),
    );
  });

  it('shows a session of a DevTools client, without Playwright in the pod', async () => {
    await open({ cdp: true });
    const { connectUrl } = (await call('GET', `/${id}`)).body.session;
    const client = await chromium.connectOverCDP(String(connectUrl));
    const page = await look(await link());
    const [first] = client.contexts()[0]!.pages();
    await first!.goto(site.url('/'));
    await shows(page, 'red');
    const second = await client.contexts()[0]!.newPage();
    await second.goto(site.url('/other'));
    await shows(page, 'blue');
    await first!.reload();
    await shows(page, 'red');
    await client.close();
  });

  it('keeps a link to what it allows', async () => {
    await open();
    const view = await link();
    const { socket, closed } = await connect(view);
    socket.send(JSON.stringify({ type: 'text', text: 'x' }));
    assert.deepEqual(await closed, liveCloses.viewOnly);
    const malformed = await connect(await link({ control: true }));
    malformed.socket.send(JSON.stringify({ type: 'Page.navigate', url: 'file:///etc/passwd' }));
    assert.deepEqual(await malformed.closed, liveCloses.malformed);
    const forged = await connect(view.replace('.view.', '.control.'));
    assert.equal((await forged.closed).code, 4401);
    const crowd = await Promise.all(Array.from({ length: limits.liveOnlookers }, () => connect(view)));
    assert.equal((await (await connect(view)).closed).code, 4429);
    const control = await link({ control: true });
    while (crowd.length < limits.liveViewers) crowd.push(await connect(control));
    assert.equal((await (await connect(control)).closed).code, 4429);
    await call('DELETE', `/${id}`);
    for (const each of crowd) assert.deepEqual(await each.closed, cdpCloses.closed);
    const page = await look(view.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')));
    await until('it says so', async () => (await stateOf(page)) === 'expired');
  });

  it('does not show the page that reads a profile', async () => {
    await open();
    await act('goto', { url: site.url('/other').replace('127.0.0.1', 'localhost') });
    const page = await look(await link());
    await shows(page, 'blue');
    await page.evaluate(`{
      const url = document.getElementById('url');
      window.shown = [];
      new MutationObserver(() => shown.push(url.textContent)).observe(url, { childList: true });
    }`);
    const saved = await act('save_profile', { name: 'login' });
    assert.equal(saved.status, 200, saved.body.error);
    assert.deepEqual(await page.evaluate('window.shown'), []);
  });

  it('is no page for other sites, and no address or log has its token', async () => {
    await open();
    const view = await link();
    const { headers } = await fetch(view);
    assert.match(
      headers.get('content-security-policy') ?? '',
      /^default-src 'none'; script-src 'self';.* frame-ancestors 'self'$/,
    );
    assert.equal(headers.get('referrer-policy'), 'no-referrer');
    await shows(await look(view), 'red');
    const [, mac = '-'] = /\.([\w-]{43})$/.exec(view) ?? [];
    assert.ok(!stack.output().includes(mac));
    const metrics = await (await fetch(`${stack.privateUrl}/metrics`)).text();
    assert.match(metrics, /^tintype_live_pictures_total\S* [1-9]/m);
    assert.match(metrics, /^tintype_live_connects_total\{outcome="connected"\S* [1-9]/m);
  });
});
