import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startActing } from '../kit/acting-session.js';
import { html } from '../kit/pages.js';

const pages = {
  '/paragraphs': html(`<p>The first one.</p>${'<p>A <b>word</b> and <i>an</i>other one.</p>\n'.repeat(60_000)}`),
  '/nested': html(`<script>let at = document.body;
    for (let depth = 0; depth < 1500; depth += 1) {
      at = at.appendChild(document.createElement('div'));
      at.append('A line of text, and some more of it, which is what an article is made of. ');
    }</script>`),
  '/markup': html('<p>few words</p><script>document.body.dataset.long = "x".repeat(32 * 2 ** 20)</script>'),
};

describe('large pages in a session', { timeout: 300_000 }, () => {
  const { done, refused, goto } = startActing(pages);

  for (const format of ['text', 'markdown'])
    it(`are read as they stand where they are too much for an article: as ${format}`, async () => {
      await goto('/paragraphs');
      const { content, notes } = await done('content', { format });
      assert.match(content, /^The first one\.\n\nA word and another one\.\n/);
      assert.match(notes.join(), /too much to be read as an article/);
      await goto('/nested');
      assert.match((await done('content', { format })).content, /^A line of text/);
      assert.equal((await done('title')).title, 'test');
    });

  for (const format of ['html', 'text', 'markdown'])
    it(`are told to be too large, and what is the limit: as ${format}`, async () => {
      await goto('/markup');
      assert.deepEqual(await refused('content', { format }), [
        ...[422, 'result_too_large'],
        'The content of the page is too large: it takes more than 33554432 bytes.',
      ]);
    });
});
