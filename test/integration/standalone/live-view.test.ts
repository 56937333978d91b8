import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { cdpCloses, limits, liveCloses } from '@tintype/contracts';
import { chromium, type Page } from 'playwright-core';
import { assertAccessibleHere, desktop, isFocusSeen, phone } from '../../kit/console/console-browser.js';
import { Fingers, ForeignKeyboard, paste, tabStops } from '../../kit/console/live-input.js';
import {
  clickPicture,
  colour,
  connect,
  countPictures,
  hide,
  keepSockets,
  loseConnection,
  placeOf,
  shows,
  showsAddress,
  stateOf,
} from '../../kit/console/live-picture.js';
import { LiveStage } from '../../kit/console/live-stage.js';
import { until } from '../../kit/until.js';

/** The elements in the order in which a person sees them in their row. */
const fromLeft = async (page: Page, ids: readonly string[]): Promise<string[]> => {
  const boxes = await Promise.all(ids.map((id) => page.locator(`#${id}`).boundingBox()));
  return ids.toSorted((a, b) => boxes[ids.indexOf(a)]!.x - boxes[ids.indexOf(b)]!.x);
};

/** Opens pages of the site, each until a viewer sees it. */
const visit = async (stage: LiveStage, viewer: Page, ...paths: string[]): Promise<void> => {
  for (const path of paths) {
    await stage.goto(path);
    await shows(viewer, path === '/' ? 'red' : 'blue');
  }
};

describe('the live view', { timeout: 600_000 }, () => {
  let stage: LiveStage;

  before(async () => {
    stage = await LiveStage.start();
  });
  afterEach(() => stage.clear());
  after(() => stage?.stop());

  it('shows a session, follows its pages, and takes input by a link with control', async () => {
    await stage.open();
    const page = await stage.look(await stage.link({ control: true }));
    const faults: string[] = [];
    page.on('pageerror', ({ message }) => faults.push(message));
    await shows(page, 'red');
    assert.deepEqual([await stateOf(page), await page.textContent('#url')], ['live', stage.site.url('/')]);
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
    const { body } = await stage.act('query', { selector: 'output' });
    assert.deepEqual(body.elements, [{ text: 'Hello Ida é z€@é日 paste', attributes: {} }]);

    await clickPicture(page, 80, 260);
    await shows(page, 'blue');
    await showsAddress(page, stage.site.url('/other'));
    assert.equal((await stage.act('url')).body.url, stage.site.url('/other'));
    // A reload connects again, without the link.
    await keepSockets(page);
    await page.reload();
    await shows(page, 'blue');
    await page.click('#control');
    await loseConnection(page);
    await until('it is live again', async () => (await stateOf(page)) === 'live');
    assert.equal(await page.textContent('#control-label'), 'Control off');
    await page.click('#pause');
    await loseConnection(page);
    await until('it is paused again', async () => (await stateOf(page)) === 'paused');
    assert.deepEqual(faults, []);
  });

  it('takes wheel and fingers: all for a page that emulates a phone; else a tap clicks, one scrolls, two zoom', async () => {
    await stage.open({}, '/touch');
    const page = await stage.look(await stage.link({ control: true }), {
      viewport: phone,
      isMobile: true,
      hasTouch: true,
    });
    await showsAddress(page, stage.site.url('/touch'));
    const fingers = await Fingers.of(page);
    await stage.goto('/touch?phone', { emulateDevice: 'iphone_13' });
    await until('the picture is upright', () => page.evaluate<boolean>('picture.height > picture.width'));
    await fingers.tapMiddle();
    const content = async () => String((await stage.act('content')).body.content);
    await until('the page got the tap', async () => (await content()).includes('touchstart0 touchend0 click'));
    await fingers.liftOneOfTwo();
    const two = 'click touchstart0 touchstart1 touchend0 touchend1';
    await until('the page got two fingers', async () => (await content()).includes(two));
    await fingers.hold(() => page.evaluate('control.click()'));
    await until('the page lost the finger', async () => (await content()).includes(`${two} touchstart0 touchcancel0`));
    await page.evaluate('control.click()');

    await stage.goto('/touch', { vw: 1440, vh: 900 });
    await until('the picture is wide', () => page.evaluate<boolean>('picture.height < picture.width'));
    await fingers.tap(80, 60);
    await showsAddress(page, `${stage.site.url('/touch')}#tapped`);
    assert.doesNotMatch(await content(), /touch/);
    const scrolled = async () => Number((await stage.act('title')).body.title);
    const pixels = await fingers.drag(-50);
    await until('the page follows the finger', async () => Math.abs((await scrolled()) - pixels) <= 2);
    const before = (await scrolled()) + 200;
    await page.mouse.move(...(await placeOf(page, 700, 450)));
    await page.mouse.wheel(0, 200);
    await until('the page follows the wheel', async () => (await scrolled()) === before);
    await fingers.spread();
    await until('the view is zoomed', async () => (await page.evaluate<number>('visualViewport.scale')) > 1.1);
    assert.deepEqual(
      [await scrolled(), (await stage.act('url')).body.url],
      [before, `${stage.site.url('/touch')}#tapped`],
    );
  });

  it('shows several viewers the same, and ends with the session', async () => {
    await stage.open();
    const pages = [await stage.newPage(), await stage.newPage()];
    const pictures = countPictures(pages[0]!);
    await pages[0]!.goto(await stage.link());
    await pages[1]!.goto(await stage.link({ control: true }));
    for (const page of pages) await shows(page, 'red');
    for (const page of pages) await until('both are counted', async () => (await page.textContent('#viewers')) === '2');
    assert.deepEqual([await pages[0]!.isVisible('#view-only'), await pages[0]!.isVisible('#control')], [true, false]);
    // A hidden or paused page keeps its picture, and gets none.
    for (const [rest, state, go] of [
      [() => hide(pages[0]!, true), 'live', () => hide(pages[0]!, false)],
      [() => pages[0]!.click('#pause'), 'paused', () => pages[0]!.click('#card-button')],
    ] as const) {
      await visit(stage, pages[1]!, '/other');
      await shows(pages[0]!, 'blue');
      await rest();
      await visit(stage, pages[1]!, '/');
      const received = pictures();
      await visit(stage, pages[1]!, '/other', '/');
      assert.equal(pictures(), received);
      assert.deepEqual([await stateOf(pages[0]!), await colour(pages[0]!)], [state, 'blue']);
      await go();
      await shows(pages[0]!, 'red');
    }
    await stage.call('DELETE', `/${stage.id}`);
    for (const page of pages) await until('it has ended', async () => (await stateOf(page)) === 'ended');
    await pages[0]!.reload();
    await until('it has still ended', async () => (await stateOf(pages[0]!)) === 'ended');
    assert.deepEqual((await stage.call('POST', `/${stage.id}/live`)).status, 409);
  });

  it('is accessible, with the keyboard alone too, on a computer and a phone', async () => {
    await stage.open();
    const pages: [Page, string][] = [];
    for (const viewport of [desktop, phone]) {
      const isPhone = viewport === phone;
      const options = { viewport, isMobile: isPhone, hasTouch: isPhone };
      const page = await stage.look(await stage.link({ control: true }), options);
      await shows(page, 'red');
      const where = `at ${viewport.width} px`;
      pages.push([page, where]);
      await assertAccessibleHere(page, `live ${where}`);
      const buttons = [...(isPhone ? ['keyboard'] : []), 'control', 'pause'];
      assert.deepEqual(await tabStops(page, 'keys'), [...buttons, 'keys'], where);
      assert.deepEqual(await fromLeft(page, buttons), buttons, where);
      await page.keyboard.press('F6');
      assert.ok(await isFocusSeen(page), where);
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await assertAccessibleHere(page, `paused ${where}`);
      assert.deepEqual(await tabStops(page, 'card-button'), ['card-button'], where);
    }
    await stage.call('DELETE', `/${stage.id}`);
    for (const [page, where] of pages) {
      await until('it has ended', async () => (await stateOf(page)) === 'ended');
      await assertAccessibleHere(page, `ended ${where}`);
    }
  });

  it('keeps apart the frames of a page whose origin is allowed, and long texts whole', async () => {
    await stage.open();
    const [view, control] = [await stage.link(), await stage.link({ control: true })];
    const page = await stage.newPage();
    const body = `<iframe sandbox="allow-scripts" src="${view}"></iframe>
      <iframe sandbox="allow-scripts allow-same-origin" src="${control}"></iframe>`;
    const framesOf = async (host: string) => {
      await page.goto(`http://${host}:${stage.site.port}/other`);
      await page.evaluate(`document.body.innerHTML = ${JSON.stringify(body)}`);
      return page.mainFrame().childFrames();
    };
    for (const refused of await framesOf('127.0.0.1'))
      await until('the frame is empty', () => refused.url().startsWith('chrome-error:'));
    const frames = await framesOf('localhost');
    assert.equal(frames.length, 2);
    const areLive = () =>
      until('both are live', async () => {
        for (const frame of frames) if ((await frame.getAttribute('#stage', 'data-state')) !== 'live') return false;
        return true;
      });
    await areLive();
    for (const frame of frames) await Promise.all([frame.waitForNavigation(), frame.evaluate('location.reload()')]);
    await areLive();
    assert.deepEqual(await Promise.all(frames.map((frame) => frame.isVisible('#view-only'))), [true, false]);

    await stage.act('click', { selector: '#who' });
    const [, driving] = frames;
    await driving!.focus('#keys');
    const long = `${'x'.repeat(19_999)}😀`;
    await driving!.evaluate(paste(long));
    await driving!.evaluate(paste('y'.repeat(200_001)));
    assert.match((await driving!.textContent('#notice')) ?? '', /^Nothing was pasted: the text has 200.001 char/);
    await driving!.press('#keys', 'Enter');
    await until('the whole text is sent', async () =>
      String((await stage.act('content')).body.content).includes('Hello 20000😀'),
    );
  });

  it('shows a session of a DevTools client, without Playwright in the pod', async () => {
    await stage.open({ cdp: true });
    const { connectUrl } = (await stage.call('GET', `/${stage.id}`)).body.session;
    const client = await chromium.connectOverCDP(String(connectUrl));
    const page = await stage.look(await stage.link());
    const [first] = client.contexts()[0]!.pages();
    await first!.goto(stage.site.url('/'));
    await shows(page, 'red');
    const second = await client.contexts()[0]!.newPage();
    await second.goto(stage.site.url('/other'));
    await shows(page, 'blue');
    await first!.reload();
    await shows(page, 'red');
    await client.close();
  });

  it('keeps a link to what it allows', async () => {
    await stage.open();
    const view = await stage.link();
    const { socket, closed } = await connect(view);
    socket.send(JSON.stringify({ type: 'text', text: 'x' }));
    assert.deepEqual(await closed, liveCloses.viewOnly);
    const malformed = await connect(await stage.link({ control: true }));
    malformed.socket.send(JSON.stringify({ type: 'Page.navigate', url: 'file:///etc/passwd' }));
    assert.deepEqual(await malformed.closed, liveCloses.malformed);
    const forged = await connect(view.replace('.view.', '.control.'));
    assert.equal((await forged.closed).code, 4401);
    const crowd = await Promise.all(Array.from({ length: limits.liveOnlookers }, () => connect(view)));
    assert.equal((await (await connect(view)).closed).code, 4429);
    const control = await stage.link({ control: true });
    while (crowd.length < limits.liveViewers) crowd.push(await connect(control));
    assert.equal((await (await connect(control)).closed).code, 4429);
    await stage.call('DELETE', `/${stage.id}`);
    for (const each of crowd) assert.deepEqual(await each.closed, cdpCloses.closed);
    const page = await stage.look(view.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')));
    await until('it says so', async () => (await stateOf(page)) === 'expired');
  });

  it('does not show the page that reads a profile', async () => {
    await stage.open();
    await stage.act('goto', { url: stage.site.url('/other').replace('127.0.0.1', 'localhost') });
    const page = await stage.look(await stage.link());
    await shows(page, 'blue');
    await page.evaluate(`{
      const url = document.getElementById('url');
      window.shown = [];
      new MutationObserver(() => shown.push(url.textContent)).observe(url, { childList: true });
    }`);
    const saved = await stage.act('save_profile', { name: 'login' });
    assert.equal(saved.status, 200, saved.body.error);
    assert.deepEqual(await page.evaluate('window.shown'), []);
  });

  it('is no page for other sites, and no address or log has its token', async () => {
    await stage.open();
    const view = await stage.link();
    const { headers } = await fetch(view);
    assert.match(
      headers.get('content-security-policy') ?? '',
      /^default-src 'none'; script-src 'self';.* frame-ancestors 'self' http:\/\/localhost:\d+$/,
    );
    assert.equal(headers.get('referrer-policy'), 'no-referrer');
    await shows(await stage.look(view), 'red');
    const [, mac = '-'] = /\.([\w-]{43})$/.exec(view) ?? [];
    assert.ok(!stage.stack.output().includes(mac));
    const metrics = await (await fetch(`${stage.stack.privateUrl}/metrics`)).text();
    assert.match(metrics, /^tintype_live_pictures_total\S* [1-9]/m);
    assert.match(metrics, /^tintype_live_connects_total\{outcome="connected"\S* [1-9]/m);
  });
});
