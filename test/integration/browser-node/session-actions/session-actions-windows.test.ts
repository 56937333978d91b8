import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { describe, it } from 'node:test';
import { startActing } from '../../../kit/browser-node/acting-session.js';
import { html } from '../../../kit/pages/pages.js';
import { until } from '../../../kit/until.js';

const pages = {
  '/links': html(`<a id="link" href="/new">a</a> <a id="file" href="/file">b</a> <a id="nothing" href="/nothing">c</a>
    <a id="mail" href="mailto:a@example.com">d</a> <a id="blank" target="_blank" rel="noopener" href="/new">e</a>
    <a id="slow" href="/slow">g</a> <button id="open" onclick="window.open('/new')">f</button>`),
  '/new': html('<a id="link" href="/links">a</a>'),
  '/file': (_request: unknown, response: ServerResponse) =>
    response.setHeader('content-disposition', 'attachment; filename="report.pdf"').end('x'),
  '/slow': (_request: unknown, response: ServerResponse) =>
    void setTimeout(() => html('slow')(_request as never, response as never), 1500),
  '/nothing': (_request: unknown, response: ServerResponse) => response.writeHead(204).end(),
};

const ways = [
  { modifiers: ['Control'] },
  { modifiers: ['Shift'] },
  { button: 'middle' },
  { modifiers: ['Control', 'Shift'] },
] as const;

const tooMany = 'A new page was closed: a session may have 20 pages at most.';

describe('pages that a page opens', { timeout: 600_000 }, () => {
  const { done, goto, url, connect } = startActing(pages as never, { cdp: true });

  const another = (path: string) => `Actions use another page now: ${url(path)}. \`goto\` opens the earlier one.`;

  /** The notes of this answer, or of later ones until there are some. */
  const notesAfter = async ({ notes }: { notes?: string[] }): Promise<string[]> => {
    let told = notes;
    await until('there is a note', async () => {
      told ??= (await done('title')).notes;
      return told !== undefined;
    });
    return told ?? [];
  };

  const pageAddresses = async (): Promise<string[]> => {
    const client = await connect();
    const { targetInfos } = await client.send('Target.getTargets');
    await client.close();
    return targetInfos.map(({ url: address }: { url: string }) => address);
  };

  for (const way of ways)
    it(`are the page of the actions, with a note: ${JSON.stringify(way)}`, async () => {
      await goto('/links');
      assert.deepEqual(await notesAfter(await done('click', { selector: '#link', ...way })), [another('/new')]);
      assert.equal((await done('url')).url, url('/new'));
      assert.deepEqual((await done('back')).notes, ['The page stays: its history has no earlier entry.']);
      await goto('/links');
      assert.deepEqual((await done('click', { selector: '#blank' })).notes, [another('/new')]);
    });

  it('are so once they have come', async () => {
    await goto('/links');
    const opened = await done('click', { selector: '#slow', modifiers: ['Control'] });
    assert.deepEqual(await notesAfter(opened), [another('/slow')]);
  });

  for (const selector of ['#file', '#nothing', '#mail'])
    it(`are closed if they show nothing: ${selector}`, async () => {
      await goto('/links');
      const before = (await pageAddresses()).length;
      const { notes = [] } = await done('click', { selector, modifiers: ['Control'] });
      await until('it is closed', async () => (await pageAddresses()).length === before);
      assert.equal((await done('url')).url, url('/links'));
      assert.doesNotMatch(notes.join(), /another page/);
    });

  it('stay open if a client asked for them, even if they are empty', async () => {
    await goto('/links');
    const client = await connect();
    const targets = [await client.open(url('/new')), await client.open(url('/nothing'))];
    const page = await client.attach(targets[0]);
    await until('it is there', async () => (await client.evaluate(page, 'location.pathname')) === '/new');
    assert.deepEqual(await done('url'), { url: url('/links') });
    const { targetInfos } = await client.send('Target.getTargets');
    for (const target of targets) {
      assert.ok(targetInfos.some(({ targetId }: { targetId: string }) => targetId === target));
      await client.send('Target.closeTarget', { targetId: target });
    }
    assert.deepEqual(await done('url'), { url: url('/links') });
    await client.close();
  });

  it('are 20 at most: a further one is closed, with a note', async () => {
    await goto('/links');
    const notes: string[] = [];
    await until('there are too many', async () => {
      const opened = await done('click', { selector: '#link', modifiers: ['Control'] });
      notes.push(...((opened.notes ?? (await done('title')).notes) || []));
      return notes.includes(tooMany);
    });
    assert.ok(notes.length <= 20, notes.join('\n'));
    const client = await connect();
    const { targetInfos } = await client.send('Target.getTargets');
    // The one too many may be closing already.
    for (const { targetId } of targetInfos.slice(1)) await client.errorOf('Target.closeTarget', { targetId });
    await client.close();
    await until('they are closed', async () => (await pageAddresses()).length === 1);
    await goto('/links');
    assert.deepEqual(await notesAfter(await done('click', { selector: '#open' })), [another('/new')]);
  });
});
