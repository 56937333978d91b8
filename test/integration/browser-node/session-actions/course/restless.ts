import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, it } from 'node:test';
import { startActing } from '../../../../kit/browser-node/acting-session.js';
import {
  assertAlive,
  floodingPages,
  keepFromFlooding,
  often,
  untilNoted,
} from '../../../../kit/browser-node/flooding-pages.js';
import { html } from '../../../../kit/pages/pages.js';

const later =
  (milliseconds: number, body: string) =>
  (_request: IncomingMessage, response: ServerResponse): void => {
    setTimeout(() => response.setHeader('content-type', 'text/html').end(body), milliseconds);
  };

/** Blocks the page like a long script, but no core. */
const block = "const call = new XMLHttpRequest(); call.open('GET', '/blocks', false); call.send();";

const pages = {
  '/': html('<h1>first</h1>'),
  ...floodingPages,
  '/takes-its-time': html(`<button id="slow" onclick="${block} document.title = 'clicked'">slow</button>
    <input id="field" oninput="${block} document.title = 'filled'"><a id="link" href="/late">late</a>
    <a id="never" href="/never">never</a>
    <button id="endless" onclick="for (;;);">endless</button>`),
  '/never': () => undefined,
  '/blocks': later(6500, ''),
  '/late': later(7000, '<title>late</title><h1>late</h1>'),
  '/stays': html('<script>addEventListener("beforeunload", () => { for (;;); })</script>'),
  '/stays-for-good': html(
    `<script>for (let i = 0; i < 20; i += 1) addEventListener('beforeunload', () => { for (;;); })</script>`,
  ),
  '/restless': html(often('location.href = "/restless?" + Math.random();', 30)),
  '/replaces': html(`<p></p>${often(`document.querySelector('p').innerHTML = '<button id="b">b</button>';`, 3)}`),
  '/busy-worker': html(`<script>new Worker('data:text/javascript,for (;;);')</script>`),
  '/reverts': html(`<input type="checkbox" id="box" onclick="event.preventDefault()">`),
  // Like a task list that shows only open tasks.
  '/tasks': html(
    `<ul>${'<li><input type="checkbox" class="done" onchange="this.parentNode.remove(); document.title = document.querySelectorAll(`.done`).length">task</li>'.repeat(4)}</ul>`,
  ),
  '/sends': html('<form action="/there"><input type="checkbox" id="sends" onchange="this.form.submit()"></form>'),
  '/shouts': html('<script>for (let i = 0; i < 30; i += 1) alert("again"); alert("once")</script>'),
};

export const restlessCases = (): void => {
  const acting = startActing(pages as never);
  const { act, done, goto, url } = acting;

  describe('pages that flood the console', { timeout: 600_000 }, () => {
    // `test/long/` has the faster ones, a worker's too, and the second silence.
    keepFromFlooding(acting, ['/floods-slowly']);

    it('are closed if they cannot be silenced', async () => {
      await goto('/floods-anyway');
      await untilNoted(acting, /kept flooding its console and was closed/);
      assert.equal((await done('url')).url, 'about:blank');
      await assertAlive(acting);
    });
  });

  describe('pages that take their time over what is done with them', { timeout: 600_000 }, () => {
    it('have all the time of the action', async () => {
      await goto('/takes-its-time');
      await done('click', { selector: '#slow' });
      assert.equal((await done('title')).title, 'clicked');
      assert.equal((await done('fill', { selector: '#field', value: 'x' })).value, 'x');
      assert.equal((await done('title')).title, 'filled');
      assert.equal((await done('click', { selector: '#link' })).url, url('/late'));
      assert.equal((await done('title')).title, 'late');
    });

    it('are not waited for where they lead to one that does not come', async () => {
      await goto('/takes-its-time');
      const { notes } = await done('click', { selector: '#never' });
      assert.deepEqual(notes, ['The page is still loading another document.']);
    });

    it('are stopped after it', async () => {
      await goto('/takes-its-time');
      const { status, body } = await act('click', { selector: '#endless' }, 3000);
      assert.deepEqual([status, body.code], [504, 'timeout']);
      assert.equal((await done('title')).title, 'test');
    });
  });

  describe('pages that do not hold still', { timeout: 600_000 }, () => {
    it('are left, also when they hang then', async () => {
      await goto('/stays');
      assert.equal((await goto('/there')).body.url, url('/there'));
      assert.equal((await done('back')).url, url('/stays'));
      assert.equal((await goto('/there')).body.url, url('/there'));
    });

    it('are closed if they cannot be left, and another page navigates instead', async () => {
      await goto('/stays-for-good');
      const { status, body } = await goto('/there', { screenshot: true });
      assert.deepEqual([status, body.url], [200, url('/there')]);
      assert.match(body.notes[0], /did not answer in time and was closed/);
      assert.equal((await done('title')).title, 'test');
    });

    it('are left, even if they keep navigating', async () => {
      await goto('/restless');
      assert.equal((await goto('/there')).body.url, url('/there'));
      await goto('/restless', { waitUntil: 'commit' });
      await goto('/');
    });

    it('say that an element is replaced all the time', async () => {
      await goto('/replaces');
      const { status, body } = await act('click', { selector: '#b' });
      assert.deepEqual([status, body.code, body.details?.diagnosis.reason], [422, 'selector_not_found', 'not_stable']);
      assert.match(body.error, /^`#b` is not still: the page keeps replacing it\. Wait, then try again\.$/);
    });

    it('say that a box cannot be checked', async () => {
      await goto('/reverts');
      const { status, body } = await act('check', { selector: '#box' });
      assert.deepEqual([status, body.code, body.details?.diagnosis.reason], [422, 'selector_not_found', 'unchanged']);
      assert.match(body.error, /^`#box` did not change/);
    });

    it('are shown in another size though a worker of theirs is busy for good', async () => {
      await goto('/busy-worker');
      assert.equal((await act('screenshot', { vw: 800, vh: 600 }, 20_000)).status, 200);
      assert.equal((await act('screenshot', { emulateDevice: 'iphone_13' }, 20_000)).status, 200);
      await goto('/', { vw: 1440, vh: 900 });
    });

    it('check a box once, even if it disappears', async () => {
      await goto('/tasks');
      const { checked, notes } = await done('check', { selector: '.done' });
      const note = '`.done` was clicked and then disappeared. Look at the page (snapshot).';
      assert.deepEqual([checked, notes], [true, [note]]);
      assert.equal((await done('title')).title, '3');
      const { snapshot } = await done('snapshot');
      const [, ref] = /checkbox.*\[ref=(e\d+)\]/.exec(snapshot) ?? [];
      assert.equal((await done('check', { ref })).checked, true);
      assert.equal((await done('title')).title, '2');
    });

    it('check a box that leads to another page', async () => {
      await goto('/sends');
      assert.equal((await done('check', { selector: '#sends' })).checked, true);
      assert.match((await done('url')).url, /\/there/);
    });

    it('note the same event once, with its count', async () => {
      const { body } = await goto('/shouts');
      const dialog = (text: string) => `The page showed a dialog (alert: "${text}"), which was closed.`;
      assert.deepEqual(body.notes, [`${dialog('again')} (30 times)`, dialog('once')]);
    });

    it('report their address when they failed to load', async () => {
      const nowhere = 'http://no-such-name.invalid/there?x#y';
      await act('goto', { url: nowhere });
      const { url: address, notes } = await done('url');
      assert.equal(address, nowhere);
      assert.match(notes[0], /failed to load/);
      assert.equal((await done('snapshot')).url, nowhere);
      await goto('/');
      assert.deepEqual(await done('url'), { url: url('/') });
    });
  });
};
