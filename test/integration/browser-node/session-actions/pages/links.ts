import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, it } from 'node:test';
import { startActing } from '../../../../kit/browser-node/acting-session.js';
import { html } from '../../../../kit/pages/pages.js';
import { until } from '../../../../kit/until.js';

const to = (location: string) => (_request: IncomingMessage, response: ServerResponse) =>
  response.writeHead(302, { location }).end();

const pages = {
  '/there': html('<h1>there</h1>'),
  '/leads-out': html(`<a id="mail" href="mailto:a@example.com">mail</a><a id="file" href="file:///etc/hostname">file</a>
    <button id="script" onclick="location.href = 'tel:112'">call</button><a id="in" href="/there">in</a>
    <form action="sms:112"><button id="form">send</button></form><iframe srcdoc="<a id=framed href=tel:113>x</a>"></iframe>
    <a id="window" href="slack://window" target="_blank">window</a>
    <button id="open" onclick="window.open('slack://open')">open</button>
    <button id="small" onclick="window.open('mailto:c@example.com', 'small', 'width=300,height=300')">small</button>
    <button id="bare" onclick="window.open('tel:114', '', 'noopener')">bare</button>
    <a id="redirected" href="/to-phone">redirected</a>
    <a id="redirected-window" href="/to-phone" target="_blank">redirected</a>
    <button id="redirected-frame" onclick="const frame = document.createElement('iframe');
      frame.src = '/to-phone'; document.body.append(frame);">redirected</button>`),
  '/to-phone': to('tel:115'),
  '/to-mail': to('mailto:b@example.com'),
  ...Object.fromEntries(
    ['file:///etc/hostname', 'chrome://version/', 'data:text/html,x', 'javascript:alert(1)', 'view-source:http://a/']
      .concat('blob:http://a/b', 'about:blank', 'ftp://a/')
      .map((address) => [`/to/${new URL(address).protocol}`, to(address)]),
  ),
  '/by-turns': to('/to/file:'),
};

const windowPages = {
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

export const linkCases = (): void => {
  const { done, refused, goto, url, connect } = startActing({ ...pages, ...windowPages } as never, { cdp: true });

  describe('links out of the web', { timeout: 600_000 }, () => {
    const pageAddresses = async (): Promise<string[]> => {
      const client = await connect();
      const { targetInfos } = await client.send('Target.getTargets');
      client.socket.close();
      return targetInfos.filter(({ type }: { type: string }) => type === 'page').map(({ url }: { url: string }) => url);
    };

    it('say where a link leads that sessions do not follow, and go on', async () => {
      for (const [selector, address] of [
        ['#mail', 'mailto:a@example.com'],
        ['#file', 'file:///etc/hostname'],
        ['#script', 'tel:112'],
        ['#form', 'sms:112'],
        ['#framed', 'tel:113'],
        ['#window', 'slack://window'],
        ['#open', 'slack://open'],
        ['#small', 'mailto:c@example.com'],
        ['#bare', 'tel:114'],
      ] as const) {
        await goto('/leads-out', { waitUntil: 'load' });
        const { notes } = await done('click', { selector });
        assert.equal(notes?.length, 1, `${selector}: ${notes}`);
        assert.ok(
          notes[0].includes(`${address} was not followed`) || notes[0].includes(`${address}? was not`),
          notes[0],
        );
        assert.equal((await done('url')).url, url('/leads-out'));
        // No dialog takes the page's input.
        const { url: there, notes: none } = await done('click', { selector: '#in' });
        assert.deepEqual([there, none], [url('/there'), undefined], selector);
        assert.deepEqual(await pageAddresses(), [url('/there')], selector);
      }
    });

    it('close a window where a server leads out of the web', async () => {
      await goto('/leads-out');
      await done('click', { selector: '#redirected-window' });
      await until('its window is closed', async () => String(await pageAddresses()) === url('/leads-out'));
      assert.equal((await done('click', { selector: '#in' })).url, url('/there'));
    });

    it('are noted where a server sends a frame out of the web', async () => {
      await goto('/leads-out', { waitUntil: 'load' });
      let notes: string[] = (await done('click', { selector: '#redirected-frame' })).notes ?? [];
      await until('it is noted', async () => {
        notes = [...notes, ...((await done('title')).notes ?? [])];
        return notes.includes('A link to tel:115 was not followed: sessions open http and https pages only.');
      });
      assert.equal(notes.length, 1);
      assert.equal((await done('click', { selector: '#in' })).url, url('/there'));
    });

    it('are noted where a server sends the page out of the web, which stays', async () => {
      for (let time = 0; time < 2; time += 1) {
        await goto('/leads-out');
        const { notes } = await done('click', { selector: '#redirected' });
        assert.deepEqual(notes, ['A link to tel:115 was not followed: sessions open http and https pages only.']);
        assert.equal((await done('click', { selector: '#in' })).url, url('/there'));
      }
    });

    for (const scheme of ['file', 'chrome', 'data', 'javascript', 'view-source', 'blob', 'about', 'ftp']) {
      it(`refuse an address whose server leads where no page is, and say where: ${scheme}`, async () => {
        for (const path of [`/to/${scheme}:`, ...(scheme === 'file' ? ['/by-turns'] : [])]) {
          const [status, code, sentence] = await refused('goto', { url: url(path) });
          assert.deepEqual([status, code], [422, 'not_renderable'], sentence);
          assert.match(sentence, new RegExp(`^The address leads to ${scheme}:`));
          await goto('/leads-out');
          assert.equal((await done('click', { selector: '#in' })).url, url('/there'));
        }
      });
    }

    it('refuse an address that leads out of the web', async () => {
      const [status, code, sentence] = await refused('goto', { url: url('/to-mail') });
      assert.deepEqual([status, code], [422, 'not_renderable'], sentence);
      assert.match(sentence, /leads to mailto:b@example\.com\. Sessions open http and https pages only\.$/);
      await goto('/leads-out');
      assert.equal((await done('click', { selector: '#in' })).url, url('/there'));
    });
  });

  describe('pages that a page opens', { timeout: 600_000 }, () => {
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

    it('are so if a script opens them', async () => {
      await goto('/links');
      assert.deepEqual(await notesAfter(await done('click', { selector: '#open' })), [another('/new')]);
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
  });
};
