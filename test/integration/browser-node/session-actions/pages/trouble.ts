import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, it } from 'node:test';
import { startActing } from '../../../../kit/browser-node/acting-session.js';
import { hangingPage, stopHangingScripts } from '../../../../kit/browser-node/hanging-actions.js';
import { html } from '../../../../kit/pages/pages.js';
import { until } from '../../../../kit/until.js';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

const answers =
  (status: number, headers: Record<string, string>, body = ''): Handler =>
  (_request, response) =>
    response.writeHead(status, { 'content-type': 'text/html', ...headers }).end(body);

/** Pages with their own titles. */
const titled = (title: string, body: string): Handler =>
  answers(200, {}, `<!doctype html><title>${title}</title>${body}`);

const question = { 'www-authenticate': 'Basic realm="staff"' };

const afterLoad = (script: string) => `addEventListener('load', () => setTimeout(() => { ${script} }))`;

/** Waits for a server inside a script, where it cannot be terminated. */
const asks = 'const request = new XMLHttpRequest(); request.open("GET", "/never", false);';

const pages = {
  '/': html('<h1>first</h1>'),
  '/no-content': answers(204, {}),
  '/reset-content': answers(205, {}),
  '/to-no-content': answers(302, { location: '/no-content' }),
  '/staff': answers(401, question, '<title>staff only</title><h1>Who are you?</h1>'),
  '/asks-image': titled('an image', '<h1>around</h1><img src="/staff-only.png">'),
  '/asks-frame': titled('a frame', '<h1>around</h1><iframe src="/staff-only"></iframe>'),
  '/asks-fetch': titled(
    'a fetch',
    `<script>fetch('/staff-only').then(({ status }) => { document.title = status; })</script>`,
  ),
  '/asks-worker': titled(
    'a worker',
    `<script>
      const source = \`fetch('\${location.origin}/staff-only').then(({ status }) => postMessage(status))\`;
      const worker = new Worker(URL.createObjectURL(new Blob([source])));
      worker.onmessage = ({ data }) => { document.title = data; };
    </script>`,
  ),
  '/asks-link': html('<a href="/staff">staff</a> <a href="/staff" target="_blank">in a window</a>'),
  '/staff-only': answers(401, question, '<h1>Who are you?</h1>'),
  '/staff-only.png': answers(401, question),
  '/to-staff': answers(302, { location: '/staff' }),
  '/staff-empty': answers(401, question),
  '/gone': answers(404, {}),
  '/down': answers(503, {}),
  ...hangingPage,
  '/loops': answers(200, {}),
  '/loops-once': titled(
    'loops once',
    `<script>${afterLoad('if (sessionStorage[location.search]) return; sessionStorage[location.search] = 1; navigator.sendBeacon("/loops"); for (;;);')}</script>`,
  ),
  '/hangs-again': titled(
    'hangs again',
    '<p><script>addEventListener("load", () => setInterval(() => { for (;;); }, 20))</script>',
  ),
  '/waits': titled('waits', `<p><script>${afterLoad(`${asks} request.send()`)}</script>`),
  '/hangs-at-once': titled('hangs at once', '<p><script>for (;;);</script>'),
  '/never': () => undefined,
  '/links': titled(
    'links',
    `<a id="never" href="/never">never</a><a id="hangs" href="/hangs-at-once">hangs</a>
    <a id="both" href="/never" onclick="setTimeout(() => { for (;;); }, 100)">both</a>`,
  ),
  '/named': titled('named', '<form name="title"></form>'),
  '/long': html('<script>document.title = "x".repeat(1e6); history.pushState({}, "", "/" + "y".repeat(1e6))</script>'),
};

export const troubleCases = (): void => {
  const acting = startActing(pages as never);
  const { act, done, refused, goto, url } = acting;

  describe('actions and pages that are none', { timeout: 600_000 }, () => {
    it('report that there is nothing to show, and stay on the page', async () => {
      await goto('/');
      for (const path of ['/no-content', '/reset-content', '/to-no-content']) {
        const [status, code, sentence] = await refused('goto', { url: url(path) });
        assert.deepEqual([status, code], [422, 'not_renderable'], path);
        assert.match(sentence, /nothing to show \(status 20[45]\)/);
        assert.equal((await done('url')).url, url('/'));
      }
    });

    it('show the server’s page for a missing password', async () => {
      for (const path of ['/staff', '/to-staff']) {
        const { body } = await goto(path);
        assert.deepEqual([body.url, body.status], [url('/staff'), 401], JSON.stringify(body));
        assert.equal((await done('title')).title, 'staff only');
        assert.match((await done('content')).content, /Who are you\?/);
      }
      assert.equal((await done('reload')).url, url('/staff'));
      await goto('/');
      assert.equal((await done('back')).url, url('/staff'));
      assert.equal((await done('title')).title, 'staff only');
    });

    for (const what of ['image', 'frame'])
      it(`wait for no password that the ${what} of a page is asked for`, async () => {
        const { status, body } = await goto(`/asks-${what}`, { waitUntil: 'load' });
        assert.deepEqual([status, body.status], [200, 200], JSON.stringify(body));
        assert.match((await done('content')).content, /around/);
      });

    for (const what of ['fetch', 'worker'])
      it(`wait for no password that a ${what} of a page is asked for`, async () => {
        await goto(`/asks-${what}`);
        await until('the script has its answer', async () => (await done('title')).title === '401');
      });

    it('show that page also after a link, in a new window too', async () => {
      for (const selector of ['a', 'a[target]']) {
        await goto('/asks-link');
        await done('click', { selector });
        await until('it is there', async () => (await done('url')).url === url('/staff'));
        assert.match((await done('content')).content, /Who are you\?/);
        assert.match((await done('snapshot')).snapshot, /Who are you\?/);
      }
    });

    it('say the status of an answer that has no page, and go on', async () => {
      for (const [path, status] of [
        ['/staff-empty', 401],
        ['/gone', 404],
        ['/down', 503],
      ] as const) {
        const { status: own, body } = await goto(path);
        assert.deepEqual([own, body.url, body.status], [200, url(path), status]);
        assert.equal((await goto('/')).body.status, 200);
      }
    });
  });

  describe('actions and pages with long texts', { timeout: 600_000 }, () => {
    it('answer titles and addresses up to a length', async () => {
      assert.ok((await goto('/long')).body.url.length <= 8192);
      assert.equal((await done('title')).title, 'x'.repeat(1000));
      assert.equal((await done('url')).url.length, 8192);
      const { title, url } = await done('snapshot');
      assert.deepEqual([title.length, url.length], [1000, 8192]);
    });

    it('read the title even if an element is called title', async () => {
      await goto('/named');
      assert.equal((await done('title')).title, 'named');
    });
  });

  describe('actions and pages that hang', { timeout: 600_000 }, () => {
    const timeMs = 1500;
    const ended = 'The page did not answer in time and was closed: a script hangs, or the page is too large.';

    const runsOut = async (type: string, payload?: object) => {
      const { status, body } = await act(type, payload, timeMs);
      assert.deepEqual([status, body.code], [504, 'timeout'], type);
    };

    for (const type of ['goto', 'reload', 'back'])
      it(`stop the script that a page hangs in when they leave it: ${type}`, async () => {
        await goto('/');
        const [path, before] = [`/loops-once?${type}`, acting.site.hits('/loops')];
        await goto(path);
        await until('the page hangs', () => acting.site.hits('/loops') > before);
        const { status, body } = await act(type, type === 'goto' ? { url: url('/') } : {});
        assert.deepEqual([status, body.url], [200, url(type === 'reload' ? path : '/')], JSON.stringify(body));
        await done('screenshot');
      });

    // One for each way to the page: its world, a picture, the protocol and the mouse. `test/long/` has all.
    stopHangingScripts(acting, ['title', 'screenshot', 'scroll', 'click']);

    it('stop a page that hangs before it is there', async () => {
      await runsOut('goto', { url: (await goto('/')).body.url.replace(/\/$/, '/hangs-at-once') });
      await done('screenshot');
      assert.equal((await done('title')).title, 'hangs at once');
      assert.equal((await goto('/')).status, 200);
    });

    it('end a page that hangs again and again, and say so', async () => {
      await goto('/hangs-again');
      await until('the page hangs', async () => (await act('title', {}, timeMs)).status === 504);
      const { notes } = await done('title');
      assert.deepEqual(notes, [ended]);
      assert.equal((await goto('/')).status, 200);
      assert.equal((await done('title')).title, 'test');
    });

    it('end a page that waits for a server in a script, and say so', async () => {
      await goto('/waits');
      await until('the page waits', async () => (await act('title', {}, timeMs)).status === 504);
      const { notes } = await done('title');
      assert.deepEqual(notes, [ended]);
      assert.equal((await goto('/waits')).status, 200);
      await until('the page waits', async () => (await act('snapshot', {}, timeMs)).status === 504);
      assert.equal((await goto('/')).status, 200);
      assert.equal((await done('title')).title, 'test');
    });

    for (const selector of ['#never', '#both', '#hangs'])
      it(`stop a navigation that a click has begun: ${selector}`, async () => {
        await goto('/links');
        await runsOut('click', { selector });
        await done('title');
        await done('screenshot');
        assert.equal((await goto('/')).status, 200);
        assert.equal((await done('title')).title, 'test');
      });
  });
};
