import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sessionActionTypes } from '@tintype/contracts';
import { startActing } from '../../../../kit/browser-node/acting-session.js';
import { wrongPayloads } from '../../../../kit/browser-node/wrong-payloads.js';
import { html } from '../../../../kit/pages/pages.js';

const form = html(`
  <form action="/sent">
    <input id="mail" name="mail" aria-label="Mail" type="email" required>
    <input id="code" aria-label="Code" pattern="\\d+">
    <select id="size" aria-label="Size" required><option value="">none</option><option>s</option></select>
    <button id="send">Send</button></form>`);

const pages = {
  '/form': form,
  '/framed': html('<iframe src="/form"></iframe>'),
  '/sent': html('<h1>sent</h1>'),
  '/hidden': html('<form action="/sent"><input name="h" required style="display:none"><button>Send</button></form>'),
  '/own': html(`<form action="/sent"><input id="mine" required><button>Send</button></form>
    <script>mine.oninvalid = (event) => { event.preventDefault(); document.title = 'own'; }</script>`),
  '/looks': html(`<form id="form"><input id="mine" required><button type="button" id="look">Look</button></form>
    <script>look.onclick = () => { document.title = String(form.checkValidity()); }</script>`),
  '/unchecked': html('<form action="/sent" novalidate><input name="x" required><button>Send</button></form>'),
};

/** Properties of a form that a field of the same name replaces. */
const taken = [
  ...['attributes', 'children', 'childNodes', 'shadowRoot', 'localName', 'innerText', 'textContent', 'matches'],
  ...['closest', 'outerHTML', 'getClientRects', 'scrollIntoView', 'clientWidth', 'labels', 'id', 'name', 'value'],
];
/** Playwright itself fails on these in actions or snapshots. */
const takenFromPlaywright = ['parentNode', 'assignedSlot', 'getAttribute', 'checkVisibility', 'getBoundingClientRect'];

const formWith = (names: readonly string[], style = '') =>
  html(`<p>Some words</p><form id="form" class="own" style="${style}">${names.map((name) => `<input name="${name}">`).join('')}
    <p>Words of the form</p><button id="send" type="button" onclick="document.title = 'sent'">Send</button></form>`);

const namedPages = {
  '/named': formWith(taken),
  '/contents': formWith(taken, 'display:contents'),
  '/all': formWith([...taken, ...takenFromPlaywright]),
  '/document': html('<img name="querySelectorAll"><img name="elementFromPoint"><button id="send">Send</button>'),
};

/** Events of the window since it opened. */
const wrongPage = `<input id="a"><p>as it was</p><script>
  const tell = () => { document.body.dataset.window = [innerWidth, innerHeight, resized].join(' '); };
  let resized = 0;
  addEventListener('resize', () => { resized += 1; tell(); });
  tell();
</script>`;

export const formCases = (): void => {
  const { done, refused, goto, url } = startActing({ ...pages, ...namedPages, '/': html(wrongPage) });

  describe('a form that the browser does not send', { timeout: 600_000 }, () => {
    const snapshot = async (): Promise<string> => (await done('snapshot')).snapshot;
    const notesOf = async (type: string, payload: object): Promise<string> =>
      ((await done(type, payload)).notes ?? []).join('\n');

    it('is noted for a click or key press, with the browser’s message', async () => {
      for (const path of ['/form', '/framed']) {
        await goto(path, { waitUntil: 'load' });
        const empty = await notesOf('click', { selector: '#send' });
        assert.match(
          empty,
          /^The browser did not send the form\. <input id="mail" name="mail" aria-label="Mail"> \(e\d+\): /,
        );
        assert.match(empty, /: Please fill out this field\. And 1 more\.$/);
        await done('fill', { selector: '#mail', value: 'ada' });
        const odd = await notesOf('press', { selector: '#mail', key: 'Enter' });
        assert.match(odd, /<input id="mail".*include an '@' in the email address\. 'ada'/);
        await done('fill', { selector: '#mail', value: 'a@b.c' });
        assert.match(await notesOf('click', { selector: '#send' }), /<select id="size".*select an item in the list/);
        await done('select', { selector: '#size', value: 's' });
        await done('fill', { selector: '#code', value: 'x' });
        assert.match(
          await notesOf('type', { selector: '#code', text: 'y\n' }),
          /<input id="code".*match the requested format/,
        );
        await done('fill', { selector: '#code', value: '1' });
        assert.equal(await notesOf('click', { selector: '#send' }), '');
      }
      await goto('/form');
      for (const [selector, value] of [
        ['#mail', 'a@b.c'],
        ['#code', '1'],
      ])
        await done('fill', { selector, value });
      await done('select', { selector: '#size', value: 's' });
      assert.equal(await notesOf('click', { selector: '#send' }), '');
      assert.equal((await done('url')).url, url('/sent?mail=a%40b.c'));
    });

    it('is seen in a snapshot from then on, until its fields are right', async () => {
      await goto('/form');
      assert.doesNotMatch(await snapshot(), /invalid/);
      await done('click', { selector: '#send' });
      const text = await snapshot();
      assert.match(text, /- textbox "Mail" .*\[invalid="Please fill out this field\."\] \[ref=e\d+\]\n/);
      assert.match(text, /- combobox "Size".* \[invalid="Please select an item in the list\."\] \[ref=e\d+\]/);
      assert.match(text, /- textbox "Code" \[ref=e\d+\]/);
      await done('fill', { selector: '#mail', value: 'a@b.c' });
      await done('select', { selector: '#size', value: 's' });
      assert.doesNotMatch(await snapshot(), /invalid/);
    });

    it('is noted also if the field is invisible', async () => {
      await goto('/hidden');
      assert.match(await notesOf('click', { selector: 'button' }), /did not send the form\. <input name="h">/);
    });

    it('is not noted if the page reports it, only checks it, or sends it anyway', async () => {
      for (const [path, title] of [
        ['/own', 'own'],
        ['/looks', 'false'],
        ['/unchecked', 'test'],
      ] as const) {
        await goto(path);
        assert.equal(await notesOf('click', { selector: 'button' }), '', path);
        assert.equal((await done('title')).title, title);
      }
      assert.equal((await done('url')).url, url('/sent?x='));
    });
  });

  describe('forms with fields that are called like what is their own', { timeout: 600_000 }, () => {
    for (const path of ['/named', '/contents'] as const) {
      it(`are acted on like others: ${path}`, async () => {
        await goto(path);
        const { tagName, elementText } = await done('click', { selector: '#send' });
        assert.deepEqual([tagName, elementText, (await done('title')).title], ['button', 'Send', 'sent']);
        assert.equal((await done('fill', { selector: '[name=matches]', value: 'Ada' })).value, 'Ada');
        assert.equal((await done('scroll', { selector: '#send' })).atEnd, true);
        assert.equal((await refused('click', { selector: '#sent' }))[1], 'selector_not_found');
      });

      it(`are in snapshots like others: ${path}`, async () => {
        await goto(path);
        const { snapshot } = await done('snapshot');
        assert.match(snapshot, /Words of the form/);
        assert.match(snapshot, /button "Send"/);
      });
    }

    for (const path of ['/contents', '/all'] as const)
      it(`are read like others: ${path}`, async () => {
        await goto(path);
        const fields = ['text', 'html', 'id', 'name', 'className', 'tag', 'role', 'visible', 'bbox'];
        const { elements } = await done('query', { selector: 'form', fields, attributes: ['id'] });
        const [{ text, html: source, bbox, ...rest }] = elements;
        const own = { id: 'form', name: null, className: 'own', tag: 'form', role: 'form', visible: true };
        assert.deepEqual(rest, { ...own, attributes: { id: 'form' } });
        assert.match(text, /^Words of the form/);
        assert.match(source, /^<form id="form"/);
        assert.equal(bbox.width > 0, path === '/all');
        assert.match((await done('content', { format: 'markdown' })).content, /Some words\n\nWords of the form/);
        assert.match((await done('content', { format: 'html' })).content, /<input name="shadowRoot">/);
      });

    it('are what is clicked at a point', async () => {
      await goto('/all');
      const { elements } = await done('query', { selector: 'form', fields: ['bbox'] });
      const [{ bbox }] = elements;
      const corner = { x: bbox.x + bbox.width - 5, y: bbox.y + bbox.height - 5 };
      const { tagName, attributes, visible } = await done('click', corner);
      assert.deepEqual([tagName, attributes.id, visible], ['form', 'form', true]);
    });

    it('are no worse than documents with pictures that are called so', async () => {
      await goto('/document');
      assert.equal((await done('click', { selector: '#send' })).tagName, 'button');
      assert.equal((await done('query', { selector: 'button' })).count, 1);
      assert.equal((await done('hover', { x: 500, y: 300 })).matched, true);
    });

    it('have selectors that are CSS, or not', async () => {
      await goto('/named');
      assert.deepEqual((await refused('click', { selector: 'a[[' })).slice(0, 2), [400, 'invalid_request']);
    });
  });

  describe('actions with wrong payloads', { timeout: 600_000 }, () => {
    const windowNow = async (): Promise<string> =>
      (await done('query', { selector: 'body', attributes: ['data-window'] })).elements[0].attributes['data-window'];

    for (const type of sessionActionTypes) {
      it(`are refused with the field and what it takes, and nothing is done: ${type}`, async () => {
        await goto('/');
        const windowBefore = await windowNow();
        for (const [payload, sentence] of wrongPayloads[type]) {
          const [status, code, said] = await refused(type, payload);
          assert.deepEqual(
            [status, code],
            [400, 'invalid_request'],
            `${JSON.stringify(payload).slice(0, 200)}: ${said}`,
          );
          assert.match(said, sentence);
        }
        assert.equal((await done('url')).url, url('/'));
        assert.deepEqual((await done('query', { selector: '#a', fields: ['value'] })).elements[0].value, '');
        assert.equal((await done('query', { selector: '#a:focus' })).count, 0);
        assert.deepEqual(await windowNow(), windowBefore);
      });
    }
  });
};
