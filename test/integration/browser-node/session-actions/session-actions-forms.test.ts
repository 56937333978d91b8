import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startActing } from '../../../kit/browser-node/acting-session.js';
import { html } from '../../../kit/pages/pages.js';

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

describe('a form that the browser does not send', { timeout: 600_000 }, () => {
  const { done, goto, url } = startActing(pages);

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
