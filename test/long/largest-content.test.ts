import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { html } from '../kit/pages/pages.js';
import { sentence } from '../kit/pages/pages-of-rows.js';
import { servePages } from '../kit/render/served-pages.js';

const page = html(`<p id="text"></p><script>text.textContent=${JSON.stringify(sentence)}.repeat(50000)</script>`);

describe('the content of a large page', () => {
  const served = servePages({ '/': page }, 'content');

  it('is whole up to the limit', async () => {
    const answer = await served.get('/');
    assert.equal(answer.status, 200, answer.body.toString().slice(0, 200));
    const { textContent, markdown } = JSON.parse(answer.body.toString());
    assert.ok(textContent.length > 4_700_000 && markdown.length >= textContent.length);
  });
});
