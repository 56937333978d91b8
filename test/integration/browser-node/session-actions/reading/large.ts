import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { describe, it } from 'node:test';
import { startActing } from '../../../../kit/browser-node/acting-session.js';
import { html } from '../../../../kit/pages/pages.js';

/** Links, each with a paragraph. */
const links = (count: number) => {
  const one = (number: number) => `<div><a href="/x">link ${number}</a><p>some <b>words</b></p></div>`;
  return html(Array.from({ length: count }, (_, at) => one(at + 1)).join('\n'));
};

const pages = {
  '/links': links(2000),
  '/too-many-links': links(26_000),
  // More than the 100,000 elements that an article may have.
  '/paragraphs': html(`<p>The first one.</p>${'<p>A <b>word</b> and <i>an</i>other one.</p>\n'.repeat(34_000)}`),
  '/nested': html(`<script>let at = document.body;
    for (let depth = 0; depth < 1500; depth += 1) {
      at = at.appendChild(document.createElement('div'));
      at.append('A line of text, and some more of it, which is what an article is made of. ');
    }</script>`),
  '/half': html('<p>few words</p><script>document.body.dataset.long = "x".repeat(20 * 2 ** 20)</script>'),
  '/markup': html('<p>few words</p><script>document.body.dataset.long = "x".repeat(32 * 2 ** 20)</script>'),
};

export const largeCases = (): void => {
  describe('large pages in a session', { timeout: 600_000 }, () => {
    const acting = startActing(pages);
    const { done, refused, goto } = acting;

    const refusedWithin = async (milliseconds: number, type: string) => {
      const { status, body } = await acting.act(type, {}, milliseconds);
      return [status, body.code, body.error] as const;
    };

    /** The answer of a `content` action, still unread. */
    const startsToRead = async (format: string): Promise<IncomingMessage> => {
      const { port } = acting.node;
      const authorization = `Bearer ${acting.node.token(acting.session, 'act')}`;
      const path = `/sessions/${acting.session}/actions`;
      const outgoing = request({
        host: '127.0.0.1',
        port,
        path,
        method: 'POST',
        agent: false,
        headers: { authorization },
      });
      outgoing.end(JSON.stringify({ type: 'content', payload: { format } }));
      const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
      return incoming;
    };

    it('are read as they stand where they are too much for an article', async () => {
      // Both formats are of one reading, which takes 8 s of CPU for `/nested`.
      await goto('/paragraphs');
      const { content, notes } = await done('content', { format: 'markdown' });
      assert.match(content, /^The first one\.\n\nA word and another one\.\n/);
      assert.match(notes.join(), /too large to read as an article/);
      await goto('/nested');
      assert.match((await done('content', { format: 'text' })).content, /^A line of text/);
      assert.equal((await done('title')).title, 'test');
    });

    it('are refused above the limit of content in each format', async () => {
      await goto('/markup');
      for (const format of ['html', 'text', 'markdown'])
        assert.deepEqual(await refused('content', { format }), [
          ...[422, 'result_too_large'],
          'The page content is larger than 33554432 bytes. Read parts of the page with query or snapshot.',
        ]);
    });

    it('are not read while earlier answers are unread', async () => {
      await goto('/half');
      const readers = [await startsToRead('html'), await startsToRead('html')];
      const [status, code, sentence] = await refusedWithin(1000, 'title');
      assert.deepEqual([status, code], [504, 'timeout']);
      assert.match(sentence, /waited for its turn/);
      for (const reader of readers) reader.resume();
      assert.equal((await done('title')).title, 'test');
    });

    it('are read by a snapshot as far as it shows them', async () => {
      await goto('/links');
      const { snapshot } = await done('snapshot', { maxTokens: 200 });
      const refs = [...snapshot.matchAll(/ \[ref=e(\d+)\]$/gm)].map(([, number]) => Number(number));
      assert.match(snapshot, /^- link "link 1" \[ref=/);
      assert.ok(refs.length > 5, snapshot);
      const { snapshot: last } = await done('snapshot', { selector: 'div:last-child' });
      assert.match(
        last,
        new RegExp(`^- link "link 2000" .*\\[ref=e${Math.max(...refs) + 1}\\]`),
        'none to what is not shown',
      );
    });

    it('are read by a snapshot up to a number of elements, and it says so', async () => {
      await goto('/too-many-links');
      const { snapshot, truncated } = await done('snapshot', { maxTokens: 200 });
      assert.match(snapshot, /^- link "link 1" \[ref=/);
      assert.match(snapshot, /^# The page is too large to read whole\. The rest is left out: /m);
      assert.equal(truncated, true);
      const { snapshot: part } = await done('snapshot', { selector: 'div:last-child' });
      assert.match(part, /^- link "link 26000" \[ref=/);
    });
  });
};
