import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { describe, it } from 'node:test';
import { startActing } from '../../../../kit/browser-node/acting-session.js';
import { html } from '../../../../kit/pages/pages.js';
import { until } from '../../../../kit/until.js';

const noFile =
  'The page asked for a file and got none. To give one, use a DevTools client (`setInputFiles`), in a session with `cdp`.';

const framed = `<button id="in" onclick="this.textContent = 'clicked'">inside</button><input id="name">
  <select id="one"><option>a</option><option>b</option></select><a id="out" href="/there" target="_top">out</a>`;

const frame = (src: string, style = '') =>
  html(`<div style="height:150px">above</div><iframe src="${src}" style="margin-left:200px;height:300px"></iframe>
    <div style="position:absolute;left:200px;width:400px;${style}" id="veil"></div>`);

const pages = {
  '/framed': html(framed),
  '/same': frame('/framed'),
  '/other': (_request: unknown, response: ServerResponse) => {
    const [, port] = (_request as { headers: { host: string } }).headers.host.split(':');
    frame(`http://localhost:${port}/framed`)(_request as never, response as never);
  },
  '/veiled': frame('/framed', 'top:0;height:600px'),
  '/there': html('<h1>there</h1>'),
  '/shadow': html(`<div id="host"></div><script>
    const outer = document.querySelector('#host').attachShadow({ mode: 'open' });
    outer.innerHTML = '<p><slot></slot></p><div id="nested"></div>';
    outer.querySelector('#nested').attachShadow({ mode: 'open' }).innerHTML =
      '<button id="deep" onclick="document.title = \\'deep\\'">deep</button><input id="field">';
  </script>`),
  '/opens': html(`<a id="blank" target="_blank" rel="noopener" href="/popup">new tab</a>
    <button id="open" onclick="window.open('/popup')">open</button>
    <button id="written" onclick="const w = window.open('/never'); w.document.write('<title>written</title>'); w.document.close();">w</button>
    <button id="later" onclick="const w = window.open(''); setTimeout(() => { w.location = '/there'; }, 300);">l</button>
    <button id="soon" onclick="setTimeout(() => window.open('/popup'), 1500)">s</button>`),
  '/never': () => undefined,
  '/popup': html(`<button id="close" onclick="window.close()">close</button><script>document.title = 'popup'</script>`),
  '/dialogs': html(`<button id="alert" onclick="alert('hello'); document.title = 'alerted'">a</button>
    <button id="confirm" onclick="document.title = confirm('sure?')">c</button>
    <button id="prompt" onclick="document.title = prompt('name?', 'x')">p</button>
    <button id="file" onclick="document.querySelector('input').click()">f</button><input type="file" hidden><input type="file" class="shown">`),
  '/pickers': html(
    ['showOpenFilePicker', 'showSaveFilePicker', 'showDirectoryPicker']
      .map((name) => `<button id="${name}" onclick="${name}().catch(() => { document.title = '${name}'; })">x</button>`)
      .join(''),
  ),
  '/refused': html('<a id="refused" href="http://10.0.0.1/">a</a><a id="nobody" href="http://127.0.0.1:9/">b</a>'),
  '/leaves': html(`<a id="link" href="/there">go</a><script>
    onbeforeunload = (event) => { event.preventDefault(); event.returnValue = 'stay'; };</script>`),
  '/files': html(
    '<a id="get" href="/file">get</a><a id="save" download="x.txt" href="data:text/plain,x">save</a>' +
      '<a id="window" target="_blank" href="/file">window</a>',
  ),
  '/file': (_request: unknown, response: ServerResponse) =>
    response.setHeader('content-disposition', 'attachment; filename="report.pdf"').end('x'),
  '/pdf': (_request: unknown, response: ServerResponse) =>
    response.setHeader('content-type', 'application/pdf').end('%PDF-1.4\n%%EOF\n'),
  '/slow': (_request: unknown, response: ServerResponse) => {
    response.setHeader('content-type', 'text/html').write('<title>slow</title><button id="b">here</button>');
    setTimeout(() => response.end('<p id="end">end</p>'), 1500);
  },
  '/moves': html(`<button onclick="setTimeout(() => { location.href = '/slow'; }, 300)">go</button>`),
  '/broken': html(`<button id="b" onclick="document.title = 'clicked'">b</button><input id="i"><script>
    Array.prototype.map = JSON.stringify = JSON.parse = undefined; Promise = WeakMap = Map = null;
    Element.prototype.querySelectorAll = document.querySelectorAll = () => [];
    Element.prototype.getBoundingClientRect = null; </script>`),
};

export const surroundingCases = (): void => {
  describe('frames, windows, dialogs and files', { timeout: 600_000 }, () => {
    const { act, done, refused, goto, url } = startActing(pages as never);

    const refOf = async (line: RegExp): Promise<string> => {
      const { snapshot } = await done('snapshot');
      const [, ref = ''] =
        /\[ref=(e\d+)\]/.exec(snapshot.split('\n').find((each: string) => line.test(each)) ?? '') ?? [];
      assert.ok(ref, `${line} in ${snapshot}`);
      return ref;
    };

    for (const path of ['/same', '/other']) {
      it(`reach what is in a frame: ${path}`, async () => {
        await goto(path, { waitUntil: 'load', vw: 1000, vh: 700 });
        const { boundingBox, clickedPoint, elementText } = await done('click', { ref: await refOf(/button "inside"/) });
        assert.equal(elementText, 'inside');
        assert.ok(boundingBox.x >= 200 && boundingBox.y >= 150, JSON.stringify(boundingBox));
        assert.ok(clickedPoint.x > 200 && clickedPoint.y > 150);
        await refOf(/button "clicked"/);
        assert.equal((await done('type', { selector: '#name', text: 'Ada' })).value, 'Ada');
        assert.deepEqual((await done('select', { selector: '#one', value: 'b' })).selected, ['b']);
        assert.equal((await done('wait_for_selector', { selector: '#in' })).matched, true);
        await done('press', { selector: '#name', key: 'Backspace' });
        assert.equal((await done('query', { selector: '#name', fields: ['value'] })).elements[0].value, 'Ad');
        assert.match((await done('click', { selector: '#out' })).url, /\/there$/);
      });
    }

    it('say what covers a frame', async () => {
      await goto('/veiled', { waitUntil: 'load' });
      const { status, body } = await act('click', { selector: '#in' });
      assert.deepEqual([status, body.details.diagnosis.reason], [422, 'covered']);
      assert.match(body.error, /`#in` is covered by <div id="veil">/);
    });

    it('reach what is in open shadow trees', async () => {
      await goto('/shadow');
      await done('click', { selector: '#deep' });
      assert.equal((await done('title')).title, 'deep');
      assert.equal((await done('fill', { selector: '#field', value: 'x' })).value, 'x');
      assert.equal((await done('query', { selector: '#deep' })).elements[0].text, 'deep');
    });

    it('are about the page that has been opened, and say so', async () => {
      for (const selector of ['#blank', '#open']) {
        await goto('/opens');
        const { notes } = await done('click', { selector });
        assert.deepEqual(notes, [`Actions use another page now: ${url('/popup')}. \`goto\` opens the earlier one.`]);
        assert.equal((await done('title')).title, 'popup');
        assert.equal((await done('url')).url, url('/popup'));
        if (selector === '#open') await done('click', { selector: '#close' });
        else await goto('/there');
        assert.equal((await done('url')).url, url(selector === '#open' ? '/opens' : '/there'));
      }
    });

    it('say that they are about another page also where that came between two of them', async () => {
      await goto('/opens');
      await done('click', { selector: '#soon' });
      assert.deepEqual(await noteOf(), [
        `Actions use another page now: ${url('/popup')}. \`goto\` opens the earlier one.`,
      ]);
      assert.equal((await done('title')).notes, undefined);
      await done('click', { selector: '#close' });
    });

    it('are about a window that has been opened empty, and is filled later', async () => {
      await goto('/opens');
      await done('click', { selector: '#written' });
      assert.equal((await done('title')).title, 'written');
      await goto('/opens');
      await done('click', { selector: '#later' });
      await until('it is there', async () => (await done('url')).url === url('/there'));
      assert.match((await done('content')).content, /there/);
    });

    it('answer dialogs, and say how', async () => {
      await goto('/dialogs');
      for (const [selector, title, note] of [
        ['#alert', 'alerted', 'The page showed a dialog (alert: "hello"), which was closed.'],
        ['#confirm', 'false', 'The page showed a dialog (confirm: "sure?"), which was cancelled.'],
        ['#prompt', 'null', 'The page showed a dialog (prompt: "name?"), which was cancelled.'],
      ] as const) {
        assert.deepEqual((await done('click', { selector })).notes, [note]);
        assert.equal((await done('title')).title, title);
      }
      const { notes } = await done('click', { selector: '#file' });
      const told = notes ?? (await noteOf());
      assert.deepEqual(told, [noFile]);
    });

    it('note why a linked page failed to load', async () => {
      await goto('/refused');
      const { notes, url: address } = await done('click', { selector: '#refused' });
      assert.equal(address, 'http://10.0.0.1/');
      assert.match(String(notes), /^http:\/\/10\.0\.0\.1\/ failed to load\. The page's address is private or blocked/);
      assert.equal((await done('title')).notes, undefined);
      assert.equal((await refused('goto', { url: 'http://10.0.0.1/' }))[1], 'target_blocked');
      assert.equal((await goto('/there')).body.notes, undefined);
    });

    it('give no file of the machine, and say so', async () => {
      await goto('/pickers');
      for (const name of ['showOpenFilePicker', 'showSaveFilePicker', 'showDirectoryPicker']) {
        const { notes } = await done('click', { selector: `#${name}` });
        const told = notes ?? (await noteOf());
        assert.deepEqual(told, [noFile]);
        await until('it is refused', async () => (await done('title')).title === name);
      }
    });

    /** The next action reports events that come a moment later. */
    const noteOf = async (): Promise<string[]> => {
      let notes: string[] | undefined;
      await until('there is a note', async () => {
        ({ notes } = await done('title'));
        return notes !== undefined;
      });
      return notes ?? [];
    };

    it('leave a page that would not be left', async () => {
      await goto('/leaves');
      await done('click', { x: 500, y: 500 });
      assert.equal((await done('click', { selector: '#link' })).url, url('/there'));
      await goto('/leaves');
      await done('click', { x: 500, y: 500 });
      assert.equal((await goto('/there')).body.url, url('/there'));
    });

    it('leave it by any way, also from a page that has been opened', async () => {
      await goto('/there');
      await goto('/leaves');
      await done('click', { x: 500, y: 500 });
      assert.equal((await done('reload')).url, url('/leaves'));
      await done('click', { x: 500, y: 500 });
      assert.equal((await done('back')).url, url('/there'));
      await done('forward');
      await done('click', { x: 500, y: 500 });
      assert.equal(
        (await done('batch', { actions: [{ type: 'goto', payload: { url: url('/opens') } }] })).completed,
        1,
      );
      await done('click', { selector: '#open' });
      await goto('/leaves');
      await done('click', { x: 500, y: 500 });
      assert.equal((await goto('/popup')).body.url, url('/popup'));
      await done('click', { selector: '#close' });
      assert.equal((await done('url')).url, url('/opens'));
    });

    it('are met in a batch as they are alone', async () => {
      await goto('/opens');
      const dialogs = { type: 'goto', payload: { url: url('/dialogs') } };
      const click = (selector: string) => ({ type: 'click', payload: { selector } });
      const title = { type: 'title' };
      const first = [click('#open'), title, click('#close'), { type: 'url' }];
      const { results, completed } = await done('batch', {
        actions: [...first, dialogs, click('#confirm'), title, click('.shown'), title],
        stopOnError: false,
      });
      assert.equal(completed, 8);
      assert.deepEqual(results[0].notes, [
        `Actions use another page now: ${url('/popup')}. \`goto\` opens the earlier one.`,
      ]);
      assert.deepEqual([results[1].title, results[3].url], ['popup', url('/opens')]);
      assert.deepEqual(results[5].notes, ['The page showed a dialog (confirm: "sure?"), which was cancelled.']);
      assert.equal(results[6].title, 'false');
      assert.deepEqual([results[7].success, results[7].code], [false, 'invalid_request']);
      assert.match(results[7].error, /^`\.shown` takes a file/);
      assert.equal(results[8].title, 'false');
    });

    it('refuse downloads with a note, and stay where they are', async () => {
      await goto('/files');
      for (const [selector, note] of [
        ['#get', `A download of "report.pdf" from ${url('/file')} was refused: sessions take none.`],
        ['#window', `A download of "report.pdf" from ${url('/file')} was refused: sessions take none.`],
        ['#save', 'A download of "x.txt" from data:text/plain,x was refused: sessions take none.'],
      ] as const) {
        const { notes, url: address } = await done('click', { selector });
        assert.deepEqual(notes ?? (await noteOf()), [note]);
        assert.equal(address, url('/files'));
        // The window for the download closes.
        await until('it stays where it is', async () => (await done('url')).url === url('/files'));
      }
      const [status, code, sentence] = await refused('goto', { url: url('/file') });
      assert.deepEqual([status, code], [422, 'not_renderable']);
      assert.match(sentence, /download/);
      assert.deepEqual(await refused('goto', { url: url('/pdf') }), [status, code, sentence]);
      assert.equal((await done('url')).url, url('/files'));
    });

    it('go on while a page is on its way', async () => {
      await goto('/slow', { waitUntil: 'commit' });
      await done('click', { selector: '#b' });
      assert.equal((await done('wait_for_selector', { selector: '#end' })).matched, true);
      await goto('/moves');
      await done('click', { selector: 'button' });
      // The page navigates during these actions.
      const answers = await Promise.all([
        act('wait_for_selector', { selector: '#end' }),
        act('snapshot'),
        act('click', { selector: '#b' }),
        act('content'),
      ]);
      assert.deepEqual(
        answers.map(({ status }) => status),
        [200, 200, 200, 200],
      );
      assert.equal((await done('title')).title, 'slow');
    });

    it('work on a page that broke its prototypes', async () => {
      await goto('/broken');
      await done('click', { selector: '#b' });
      assert.equal((await done('title')).title, 'clicked');
      assert.equal((await done('type', { selector: '#i', text: 'x' })).value, 'x');
      assert.equal((await done('query', { selector: 'button', fields: ['text', 'bbox'] })).elements[0].text, 'b');
      assert.match((await done('snapshot')).snapshot, /button "b"/);
      await done('scroll', {});
    });
  });
};
