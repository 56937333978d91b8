import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { type Answered, SessionNode } from '../../../../kit/browser-node/session-node.js';
import { html, type PageHandler, type PageServer, startPages } from '../../../../kit/pages/pages.js';
import { decodePng } from '../../../../kit/pages/picture.js';
import { until } from '../../../../kit/until.js';

const session = 'sess_00000000-0000-4000-8000-000000000003';

const article = `<article><h1>The title</h1>${'<p>Some words that make an article, and some more of them.</p>'.repeat(20)}</article>`;

const pages: Record<string, PageHandler> = {
  '/': html('<h1>first</h1>'),
  '/second': html('<h1>second</h1>'),
  '/article': html(article),
  '/tall': html('<div style="height:3000px;background:#00f"></div>'),
  '/red': html('<div id="box" style="width:50px;height:40px;background:#f00"></div>'),
  '/inner':
    html(`<div style="height:2000px"></div><div id="host"></div><iframe src="/framed" style="margin:50px"></iframe>
    <script>host.attachShadow({ mode: 'open' }).innerHTML = '<p id="shadowed" style="width:30px;height:20px;background:#0f0">'</script>`),
  '/framed': html('<div style="height:900px"></div><p id="framed" style="width:30px;height:20px;background:#00f">'),
  '/dialogs': html('<script>document.title = [alert(1), confirm(2), prompt(3, "x")].join()</script>'),
  '/leaves': html('<script>onbeforeunload = (event) => event.preventDefault()</script>'),
  '/busy': html('<script>setTimeout(() => { for (;;); }, 100)</script>'),
  '/broken': html('<p>text</p><script>Array.prototype.map = JSON.stringify = undefined; Promise = null</script>'),
  '/download': (_, response) => response.setHeader('content-disposition', 'attachment').end('x'),
  '/moved': (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:25/' }).end(),
  '/never': () => undefined,
  // Endless. Its title counts the scroll events.
  '/feed': html(`<body style="height:5000px"><script>let scrolled = 0; onscroll = () => {
    document.title = ++scrolled; document.body.style.height = scrollY + 5000 + 'px'; if (scrolled === 3) fetch('/scrolled') }</script>`),
  '/scrolled': html(''),
  '/slow-picture': html('<h1>there</h1><img src="/never">'),
};

export const singleCases = (): void => {
  let site: PageServer;
  let node: SessionNode;

  before(async () => {
    site = await startPages(pages);
    node = await SessionNode.start({ allow: `127.0.0.1:${site.port}` });
    await node.activate(session);
  });

  after(async () => {
    await node.stop();
    await site.close();
  });

  const act = (type: string, payload?: unknown, deadlineMs?: number) => node.act(session, type, payload, deadlineMs);
  const goto = (path: string, payload: object = {}) => act('goto', { url: site.url(path), ...payload });
  const title = async () => (await act('title')).body.title;
  const pictureOf = ({ body }: Answered) => decodePng(Buffer.from((body.screenshot ?? body).bodyBase64, 'base64'));
  const sizeOf = async (answered: Answered) => {
    const { width, height } = pictureOf(answered);
    return [width, height];
  };
  const counts = async () => (await node.stand(session)).body.counts;

  it('go to a page, and say where they are', async () => {
    const { status, body } = await goto('/');
    assert.deepEqual([status, body], [200, { url: site.url('/'), status: 200 }]);
    assert.equal((await goto('/nothing')).body.status, 404);
    assert.deepEqual(
      [(await act('goto', { url: 'about:blank' })).body.status, (await act('url', [])).body.url],
      [null, 'about:blank'],
    );
  });

  it('say how to return from an address that is refused', async () => {
    const earlier = site.url('/');
    await act('goto', { url: earlier });
    const { status, body } = await act('goto', { url: 'http://10.0.0.1/' });
    assert.deepEqual([status, body.code], [403, 'target_blocked']);
    assert.ok(body.error.endsWith(`The session now shows an empty page: \`back\` returns to ${earlier}.`), body.error);
    assert.equal((await act('back')).body.url, earlier);
  });

  it('go back and forward, and stay where there is nothing', async () => {
    await goto('/');
    await goto('/second');
    assert.equal((await act('back')).body.url, site.url('/'));
    assert.equal((await act('forward', { waitUntil: 'load' })).body.url, site.url('/second'));
    assert.equal((await act('forward')).body.url, site.url('/second'));
    const hits = site.hits('/second');
    assert.equal((await act('reload')).body.url, site.url('/second'));
    assert.equal(site.hits('/second'), hits + 1);
  });

  it('wait for the given event, and no longer', async () => {
    assert.equal((await goto('/slow-picture')).status, 200);
    const waiting = await act('goto', { url: site.url('/slow-picture'), waitUntil: 'load' }, 1500);
    assert.deepEqual([waiting.status, waiting.body.code], [504, 'timeout']);
    assert.equal(await title(), 'test');
  });

  it('read a page as text, Markdown and HTML, also one that broke its prototypes', async () => {
    await goto('/article');
    const content = async (payload?: object) => (await act('content', payload)).body;
    assert.match((await content()).content, /^The title\n\nSome words/);
    assert.match((await content({ format: 'markdown' })).content, /^#+ The title\n\nSome words/);
    assert.match((await content({ format: 'html' })).content, /^<!DOCTYPE html>\n<html>.*<h1>The title/s);
    await goto('/broken');
    assert.match((await content()).content, /text/);
  });

  it('take pictures: of the window, the whole page, an element', async () => {
    await goto('/tall', { vw: 800, vh: 600 });
    const shot = await act('screenshot');
    assert.deepEqual([shot.body.contentType, await sizeOf(shot)], ['image/png', [800, 600]]);
    assert.deepEqual(await sizeOf(await act('screenshot', { fullPage: true })), [800, 3000]);
    await goto('/red');
    assert.deepEqual(await sizeOf(await act('screenshot', { selector: '#box' })), [50, 40]);
    await goto('/inner', { waitUntil: 'load' });
    for (const [selector, colour] of [
      ['#framed', '#0000ff'],
      ['#shadowed', '#00ff00'],
    ] as const) {
      const inner = await act('screenshot', { selector });
      assert.deepEqual(await sizeOf(inner), [30, 20]);
      assert.equal(pictureOf(inner).at(15, 10), colour, selector);
    }
    assert.equal((await act('screenshot', { selector: '#none' })).body.code, 'selector_not_found');
    assert.deepEqual((await act('screenshot', { selector: 'a[[' })).status, 400);
  });

  it('keep a viewport until it is changed, and show it with any action', async () => {
    await goto('/', { viewport: { width: 640, height: 480 }, scaleFactor: 2 });
    assert.deepEqual(await sizeOf(await act('title', { screenshot: true })), [1280, 960]);
    assert.deepEqual(await sizeOf(await goto('/second', { screenshot: true, deviceScaleFactor: 1 })), [640, 480]);
    assert.deepEqual(
      await sizeOf(await act('screenshot', { emulateDevice: 'iphone_x', vw: 10, vh: 10 })),
      [1125, 2436],
    );
    assert.deepEqual(await sizeOf(await act('screenshot', { vw: 5000, vh: 100, scaleFactor: 1 })), [5000, 100]);
    for (const vh of [600, 49, 333])
      assert.deepEqual(await sizeOf(await act('screenshot', { vw: vh, vh, scaleFactor: 0.0001 })), [1, 1]);
    assert.deepEqual(await sizeOf(await act('screenshot', { vw: 1, vh: 1 })), [1, 1]);
    assert.deepEqual(await sizeOf(await act('screenshot', { vw: 5000, vh: 100, scaleFactor: 1 })), [5000, 100]);
    assert.equal((await act('screenshot', { emulateDevice: 'none' })).status, 400);
    assert.deepEqual(await sizeOf(await act('screenshot')), [5000, 100]);
    const largest = { vw: 5000, vh: 5000, scaleFactor: 3 };
    const { status, body } = await act('screenshot', largest);
    assert.deepEqual([status, body.code], [422, 'result_too_large']);
    assert.deepEqual(await sizeOf(await act('screenshot')), [5000, 100], 'what is refused changes nothing');
    await act('screenshot', { vw: 800, vh: 600 });
  });

  it('refuse what they do not take, and count it not', async () => {
    const before = await counts();
    for (const [type, payload] of [
      ['fly', {}],
      ['goto', {}],
      ['goto', { url: 'file:///etc/passwd' }],
      ['goto', { url: 'chrome://version' }],
      ['content', { format: 'pdf' }],
      ['screenshot', { vw: 800 }],
    ] as const) {
      const { status, body } = await act(type, payload);
      assert.deepEqual([status, body.code], [400, 'invalid_request'], type);
    }
    assert.deepEqual(await counts(), before);
  });

  it('count what they do, by type', async () => {
    const before = await counts();
    await act('url');
    await act('goto', { url: 'http://10.0.0.1/' });
    const { actions, success, error, byType } = await counts();
    assert.deepEqual([actions - before.actions, success - before.success, error - before.error], [2, 1, 1]);
    assert.equal(byType.url.success, before.byType.url.success + 1);
    assert.equal(byType.goto.error, before.byType.goto.error + 1);
  });

  it('report why a page failed to load', async () => {
    const codes = ['http://10.0.0.1/', 'http://no-such-name.invalid/'].map(
      async (url) => (await act('goto', { url })).body.code,
    );
    assert.deepEqual(await Promise.all(codes), ['target_blocked', 'target_dns']);
    for (const path of ['/download', '/moved']) assert.equal((await goto(path)).body.code, 'not_renderable', path);
    assert.equal((await goto('/')).status, 200);
    // Chromium's error page appears a moment later and must not count as the next page.
    for (let round = 0; round < 4; round += 1) {
      for (const name of ['no-such-name', 'nor-this'])
        assert.equal((await act('goto', { url: `http://${name}.invalid/` })).status, 502);
      assert.equal((await goto('/')).status, 200);
    }
  });

  it('stop what takes too long, and the session lives on', async () => {
    const late = await act('goto', { url: site.url('/never') }, 1000);
    assert.deepEqual([late.status, late.body.code], [504, 'timeout']);
    assert.match(late.body.error, /and was stopped\. Look at the page \(snapshot, screenshot\), then try again/);
    assert.equal((await goto('/busy')).status, 200);
    await until('the page is busy', async () => (await act('title', {}, 500)).status === 504);
    assert.equal((await goto('/')).status, 200);
    assert.equal(await title(), 'test');
  });

  it('run one after another, in order of arrival, and 32 wait', async () => {
    await goto('/');
    const first = act('goto', { url: site.url('/never') }, 2000);
    await until('it is under way', () => site.hits('/never') > 1);
    const answers = await Promise.all([first, ...Array.from({ length: 40 }, () => act('url'))]);
    const statuses = Object.groupBy(answers, ({ status }) => status);
    assert.deepEqual([statuses[504]?.length, statuses[200]?.length, statuses[429]?.length], [1, 32, 8]);
    const { code, retryAfterSeconds } = statuses[429]?.[0]?.body ?? {};
    assert.deepEqual([code, retryAfterSeconds], ['rate_limited', 1]);
  });

  it('give up their turn when their caller waits no longer', async () => {
    const before = await counts();
    const asked = site.hits('/never');
    const first = act('goto', { url: site.url('/never') }, 3000);
    await until('it is under way', () => site.hits('/never') > asked);
    const second = await act('title', {}, 300);
    assert.deepEqual([second.status, second.body.code], [504, 'timeout']);
    assert.match(second.body.error, /never started: it waited for its turn until its time was up/);
    await first;
    assert.deepEqual((await counts()).byType.title, before.byType.title);
  });

  it('have only the time that waiting for their turn has left, and are stopped after it', async () => {
    const before = (await counts()).byType?.goto?.error ?? 0;
    const [firstMs, secondMs, asked] = [2500, 4000, site.hits('/never')];
    const first = act('wait_for_timeout', { timeoutMs: firstMs }).then(() => performance.now());
    const second = act('goto', { url: site.url('/never') }, secondMs);
    const firstEnded = await first;
    const { status, body } = await second;
    // It had no full time limit: it would have ended much later.
    assert.ok(performance.now() - firstEnded < secondMs - 200);
    assert.deepEqual([status, body.code, site.hits('/never')], [504, 'timeout', asked + 1]);
    assert.match(body.error, /stopped/);
    assert.equal((await counts()).byType.goto.error, before + 1);
    assert.equal((await goto('/')).status, 200);
  });

  it('are stopped when their caller leaves, or never begin', async () => {
    const hits = site.hits('/never');
    const goToNever = { type: 'goto', payload: { url: site.url('/never') } };
    const actions = [goToNever, goToNever];
    const before = await counts();
    const [leaving, leavingTheQueue] = [new AbortController(), new AbortController()];
    const running = node.order(session, { type: 'batch', payload: { actions, stopOnError: false } }, leaving.signal);
    await until('it is under way', () => site.hits('/never') > hits);
    const waiting = node.order(session, { type: 'goto', payload: { url: site.url('/gone') } }, leavingTheQueue.signal);
    // A later request is answered, so it has arrived.
    await counts();
    leavingTheQueue.abort();
    await assert.rejects(waiting);
    // Likewise, so it has left.
    for (let time = 0; time < 3; time += 1) await counts();
    leaving.abort();
    await assert.rejects(running);
    // Without the abort it would take two minutes.
    assert.deepEqual((await act('title', {}, 20_000)).status, 200);
    assert.deepEqual([site.hits('/never'), site.hits('/gone')], [hits + 1, 0]);
    const after = await counts();
    assert.deepEqual([after.error, after.byType.batch], [before.error + 2, { total: 1, success: 0, error: 1 }]);
  });

  it('scroll no further for a picture of the whole page when their caller leaves', async () => {
    await goto('/feed');
    await act('scroll', { deltaY: 100 });
    const leaving = new AbortController();
    const picture = node.order(session, { type: 'screenshot', payload: { fullPage: true } }, leaving.signal);
    await until('the page is scrolled', () => site.hits('/scrolled') > 0);
    leaving.abort();
    await assert.rejects(picture);
    const { body } = await act('scroll', { deltaY: 100 });
    assert.equal(body.scrollY, 200);
    const scrolled = Number(await title());
    await act('wait_for_timeout', { timeoutMs: 500 });
    assert.equal(Number(await title()), scrolled);
  });

  it('are not held up by dialogs', async () => {
    await goto('/dialogs');
    assert.equal(await title(), ',false,');
    await goto('/leaves');
    assert.equal((await goto('/')).body.url, site.url('/'));
  });

  it('end with their session', async () => {
    const running = act('goto', { url: site.url('/never') });
    const hits = site.hits('/never');
    await until('it is under way', () => site.hits('/never') > hits);
    const waiting = act('title');
    await node.close(session);
    for (const { status, body } of await Promise.all([running, waiting]))
      assert.deepEqual([status, body.code], [409, 'session_not_active']);
  });
};
