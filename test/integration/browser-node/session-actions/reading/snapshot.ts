import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, it } from 'node:test';
import { startActing } from '../../../../kit/browser-node/acting-session.js';
import { html } from '../../../../kit/pages/pages.js';

const bare = (text: string) => (_request: IncomingMessage, response: ServerResponse) =>
  response.setHeader('content-type', 'text/html').end(`<!doctype html>${text}`);

const pages = {
  '/blank': html('<canvas></canvas>'),
  '/details': html(`<details><summary>More <b>about</b> it</summary><p>kept back</p></details>
    <details open><summary><h3>Open one</h3></summary><p>shown</p></details>
    <button aria-expanded="false">Menu</button>`),
  '/edited': html(`<div contenteditable id="plain">Edit <b>me</b></div><span contenteditable>short</span>
    <div contenteditable role="textbox" aria-label="Rich">rich text</div><div contenteditable aria-label="Notes"></div>
    <div contenteditable aria-label="Draft">Dear <a href="/x">Ada</a>,</div>
    <div contenteditable role="combobox" aria-label="City">Rome</div>`),
  '/editor': bare('<body contenteditable>a whole page</body>'),
  '/framed': html(
    ['title="Payment"', 'name="ads"', 'aria-label="Map" title="x"', '']
      .map((attributes) => `<iframe ${attributes} src="/edited"></iframe>`)
      .join(''),
  ),
  '/gauges': html(`<label>Disk <meter max="100" value="70">fallback</meter></label>
    <progress max="10" value="3" aria-label="Upload"></progress><progress aria-label="Unknown"></progress>
    <style>div { width: 50px; height: 20px }</style><label>Volume <input type="range" max="10" value="4"></label>
    <div role="slider" tabindex="0" aria-label="Warmth" aria-valuenow="20" aria-valuetext="20 degrees"></div>
    <div role="spinbutton" tabindex="0" aria-label="Guests" aria-valuenow="5"></div>
    <div role="progressbar" aria-label="Load" aria-valuenow="55" aria-valuemax="100"></div>
    <div role="meter" aria-label="Battery" aria-valuenow="80"></div>`),
  '/long': html(`<button>Save</button><input aria-label="Name">
    ${Array.from({ length: 60 }, (_, number) => `<p>Paragraph ${number} of the long text</p>`).join('')}`),
  '/hidden': html(`<div inert><button>inert</button>inert words</div>
    <div style="interactivity: inert"><button>inert by style</button></div>
    <div aria-hidden="true" id="hidden"><button>hidden</button><p>hidden words</p></div><button aria-hidden="TRUE">x</button>
    <button>Close <span aria-hidden="true">times</span></button><p>Some <span aria-hidden="true">hidden</span> words</p>
    <div aria-hidden="true">beside <button id="focus">with focus</button></div><script>
    document.querySelector('#focus').focus()</script>`),
  '/hidden-body': bare('<body aria-hidden="true"><button>there</button></body>'),
  '/modal': html(`<button>behind</button>words behind<div inert><dialog><button>in front</button></dialog></div>
    <script>document.querySelector('dialog').showModal()</script>`),
  '/options': html(`<select aria-label="Size"><option>small</option><option disabled>large</option>
    <optgroup label="Rest" disabled><option>other</option></optgroup></select>`),
  '/table': html(`<table><tr><td>1</td><td>2 | 3</td></tr><tr><td>1</td><td>2</td><td>a\\b</td></tr></table>`),
  '/closed': html(`<p>light</p><div id="host" style="width:100px;height:40px"></div><script>
    document.querySelector('#host').attachShadow({ mode: 'closed' }).innerHTML = '<button onclick="document.title = ' +
      "'clicked'" + '" style="width:100px;height:40px">secret</button>';</script>`),
  '/opened': html('<p>gone</p><script>onload = () => setTimeout(() => document.open())</script>'),
  '/removed': html('<p>gone</p><script>onload = () => setTimeout(() => document.documentElement.remove())</script>'),
};

export const snapshotCases = (): void => {
  describe('snapshots of what is seldom on a page', { timeout: 600_000 }, () => {
    const { act, done, goto } = startActing(pages as never);

    const linesOf = async (path: string, payload?: object): Promise<string[]> => {
      if (path) await goto(path, { waitUntil: 'load' });
      const { snapshot } = await done('snapshot', payload);
      return snapshot.split('\n');
    };
    const withoutRefs = (lines: string[]) => lines.map((line) => line.replace(/ \[ref=e\d+\]$/, ''));

    it('are only what changed, if that is asked for and shorter', async () => {
      await goto('/gauges', { waitUntil: 'load' });
      const whole = await done('snapshot', { changesOnly: true });
      assert.equal(whole.changesOnly, false);
      const same = await done('snapshot', { changesOnly: true });
      assert.deepEqual([same.snapshot, same.changesOnly], ['# Nothing changed since the last snapshot.', true]);
      await done('fill', { selector: 'input', value: '9' });
      const changed = await done('snapshot', { changesOnly: true });
      const lines = changed.snapshot.split('\n').filter((line: string) => /^[+-] /.test(line));
      assert.equal(lines.length, 2, changed.snapshot);
      assert.ok(
        lines.every((line: string) => line.includes('slider "Volume"')) && changed.tokenEstimate < whole.tokenEstimate,
      );
      assert.match((await done('snapshot')).snapshot, /^- /);
      const other = await done('snapshot', { changesOnly: true, interactiveOnly: true });
      assert.equal(other.changesOnly, false);
    });

    it('never show refs of a document that is gone as if they stood: after a reload, each is new', async () => {
      await goto('/long', { waitUntil: 'load' });
      const refsOf = (text: string) => [...text.matchAll(/\[ref=(e\d+)\]/g)].map(([, ref]) => ref);
      const old = refsOf((await done('snapshot')).snapshot);
      assert.ok(old.length > 0);
      await done('reload', { waitUntil: 'load' });
      const { snapshot, changesOnly } = await done('snapshot', { changesOnly: true });
      assert.equal(changesOnly, true, 'most lines have no refs, and stay');
      const standing = snapshot.split('\n').filter((line: string) => !line.startsWith('- - '));
      assert.ok(
        standing.every((line: string) => refsOf(line).every((ref) => !old.includes(ref))),
        snapshot,
      );
      assert.equal(
        (await done('snapshot', { changesOnly: true })).snapshot,
        '# Nothing changed since the last snapshot.',
      );
    });

    it('have what opens details, and say whether it has', async () => {
      const lines = await linesOf('/details');
      assert.deepEqual(withoutRefs(lines), [
        '- button "More about it" [collapsed]',
        '- button "Open one" [expanded]',
        '- shown',
        '- button "Menu" [collapsed]',
      ]);
      const [, ref] = /\[ref=(e\d+)\]$/.exec(lines[0] ?? '') ?? [];
      await done('click', { ref });
      const after = await linesOf('');
      assert.equal(after[0], `- button "More about it" [expanded] [focused] [ref=${ref}]`);
      assert.equal(after[1], '- kept back');
    });

    it('have what is edited in place as a field, with its text', async () => {
      const lines = await linesOf('/edited');
      assert.deepEqual(withoutRefs(lines), [
        '- textbox: Edit me',
        '- textbox: short',
        '- textbox "Rich": rich text',
        '- textbox "Notes"',
        '- textbox "Draft"',
        '  - Dear',
        '  - link "Ada"',
        '  - ,',
        '- combobox "City": Rome',
      ]);
      const [, ref] = /\[ref=(e\d+)\]$/.exec(lines[3] ?? '') ?? [];
      assert.equal((await done('type', { ref, text: 'a note' })).value, 'a note');
      assert.match((await linesOf(''))[3] ?? '', /^- textbox "Notes" \[focused\]: a note \[ref=/);
      assert.deepEqual(withoutRefs(await linesOf('/editor')), ['- textbox [focused]: a whole page']);
    });

    it('say what frames are called', async () => {
      const lines = withoutRefs(await linesOf('/framed'));
      assert.deepEqual(
        lines.filter((line) => line.includes('iframe')),
        ['- iframe "Payment"', '- iframe "ads"', '- iframe "Map"', '- iframe'],
      );
      assert.equal(lines.filter((line) => line === '  - textbox: Edit me').length, 4);
    });

    it('say how much what shows a number shows', async () => {
      assert.deepEqual(withoutRefs(await linesOf('/gauges')), [
        '- meter "Disk": 70 of 100',
        '- progressbar "Upload": 3 of 10',
        '- progressbar "Unknown"',
        '- slider "Volume": 4',
        '- slider "Warmth": 20 degrees',
        '- spinbutton "Guests": 5',
        '- progressbar "Load": 55 of 100',
        '- meter "Battery": 80',
      ]);
    });

    it('leave out what is hidden from those who use the accessibility tree, which can be clicked all the same', async () => {
      assert.deepEqual(withoutRefs(await linesOf('/hidden')), [
        '- button "Close"',
        '- Some words',
        '- beside',
        '- button "with focus" [focused]',
      ]);
      assert.deepEqual(withoutRefs(await linesOf('', { selector: '#hidden' })), [
        '- button "hidden"',
        '- hidden words',
      ]);
      assert.equal((await done('click', { selector: '#hidden button' })).elementText, 'hidden');
      assert.deepEqual(withoutRefs(await linesOf('/hidden-body')), ['- button "there"']);
      assert.deepEqual(withoutRefs(await linesOf('/modal')), ['- dialog', '  - button "in front" [focused]']);
    });

    it('say which options cannot be chosen', async () => {
      const [line] = await linesOf('/options');
      assert.match(line ?? '', /\[options: small \| large \[disabled\] \| other \[disabled\]\]/);
    });

    it('tell cells from what stands in them', async () => {
      const lines = withoutRefs(await linesOf('/table'));
      assert.deepEqual(lines.slice(1), ['  - row: 1 | 2 \\| 3', '  - row: 1 | 2 | a\\\\b']);
    });

    it('have nothing of closed shadow trees, in which a point can be clicked', async () => {
      assert.deepEqual(await linesOf('/closed'), ['- light']);
      assert.equal((await done('query', { selector: 'button' })).count, 0);
      assert.equal((await done('content')).content, 'light');
      const [{ bbox }] = (await done('query', { selector: '#host', fields: ['bbox'] })).elements;
      const { attributes } = await done('click', { x: bbox.x + 50, y: bbox.y + 20 });
      assert.equal(attributes.id, 'host');
      assert.equal((await done('title')).title, 'clicked');
    });

    it('say that there is nothing to list, and what to do', async () => {
      await goto('/blank');
      assert.match((await done('snapshot')).snapshot, /^# No elements and no text\. Wait with `wait_for_selector`/);
      const actable = await done('snapshot', { interactiveOnly: true });
      assert.match(actable.snapshot, /^# No elements to act on\. Leave out `interactiveOnly`/);
    });

    for (const path of ['/opened', '/removed']) {
      it(`are answered where the document has no element, as all else is: ${path}`, async () => {
        await goto(path, { waitUntil: 'load' });
        await done('wait_for_timeout', { timeoutMs: 100 });
        const { snapshot, truncated } = await done('snapshot');
        assert.deepEqual([snapshot.slice(0, 25), truncated], ['# The document is empty: ', false]);
        assert.deepEqual((await done('content')).content, '');
        const scrolled = await done('scroll');
        assert.deepEqual([scrolled.scrollX, scrolled.scrollY, scrolled.atEnd], [0, 0, true]);
        assert.equal((await done('query', { selector: '*' })).count, 0);
        assert.equal((await done('click', { x: 5, y: 5 })).matched, false);
        for (const fullPage of [false, true]) assert.equal((await act('screenshot', { fullPage })).status, 200);
      });
    }
  });
};
