import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startActing } from '../../../kit/browser-node/acting-session.js';
import { html } from '../../../kit/pages/pages.js';

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

const pages = {
  '/': formWith(taken),
  '/contents': formWith(taken, 'display:contents'),
  '/all': formWith([...taken, ...takenFromPlaywright]),
  '/document': html('<img name="querySelectorAll"><img name="elementFromPoint"><button id="send">Send</button>'),
};

describe('forms with fields that are called like what is their own', { timeout: 600_000 }, () => {
  const { done, goto, refused } = startActing(pages);

  for (const path of ['/', '/contents'] as const) {
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
    await goto('/');
    assert.deepEqual((await refused('click', { selector: 'a[[' })).slice(0, 2), [400, 'invalid_request']);
  });
});
