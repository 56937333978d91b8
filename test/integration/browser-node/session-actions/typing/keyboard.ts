import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { limits } from '@tintype/contracts';
import { actionKeys } from '@tintype/contracts/testing';
import { startActing } from '../../../../kit/browser-node/acting-session.js';
import { html } from '../../../../kit/pages/pages.js';

const fields = `
  <form action="/sent">
    <input id="name" name="name" value="Ada"><input id="age" type="number"><input id="day" type="date">
    <textarea id="text"></textarea><div id="rich" contenteditable>old</div>
    <label for="mail" id="label">Mail</label><input id="mail" type="email">
    <input id="off" disabled><input id="fixed" readonly value="x">
    <input id="file" type="file"><label id="upload" for="file">Upload</label>
    <select id="one"><option value="a">First</option><option value="b">Second</option><option value="off" disabled>Off</option></select>
    <select id="many" multiple><option>x</option><option>y</option><option value="2024">z</option></select>
    <select id="long"></select><select id="group"><option>x</option><optgroup disabled><option>y</option></optgroup></select>
    <label id="named" for="one">One</label>
    <input id="box" type="checkbox"><input id="yes" type="radio" name="r"><p id="plain">p</p>
    <button id="send">Send</button>
  </form>
  <script>
    const heard = [];
    for (const name of ['keydown', 'change']) addEventListener(name, ({ type, key, target, ctrlKey, isTrusted }) => {
      heard.push([type, key, target.id, ctrlKey, isTrusted].join());
      document.body.dataset.heard = heard.join(' ');
    }, true);
    setTimeout(() => { document.querySelector('#off').disabled = false; }, 800);
    for (let at = 0; at < 2500; at += 1) document.querySelector('#long').add(new Option('Label ' + at, at));
    setTimeout(() => { document.querySelector('#one').add(new Option('Third', 'c')); }, 500);
  </script>`;

const pages = {
  '/': html(fields),
  '/sent': html('<h1>sent</h1>'),
  '/takes': html(`<input id="clears" oninput="took(this.value); this.value = ''">
    <input id="removed" oninput="took(this.value); this.remove()">
    <script>const taken = []; const took = (word) => { taken.push(word); document.title = taken.join(' '); }</script>`),
  '/seen': html(`<style>#upper { text-transform: uppercase }</style><select id="seen"><option>A&nbsp;1</option>
    <option>B 2</option><option>B&nbsp;2</option><option>C&nbsp;3</option><option>C&nbsp; 3</option>
    <option value="cafe">Cafe\u03012</option><option>\ufb01</option><option>fi</option></select>
    <select id="upper"><option value="u">upper</option><option value="s">stra\u00dfe</option></select>`),
  '/cities': html(`<select id="city"><option value="">Choose</option><option value="ba">  Buenos&nbsp;Aires\n </option>
    <option value="sp">&nbsp;&nbsp;S&atilde;o <b>Pau</b>lo</option><option value="ny" label=" New&nbsp; York ">NYC</option>
    <option value="d">Donau&shy;dampf</option></select><select id="both" multiple><option>a b</option><option>a&nbsp;b</option></select>`),
  '/auto': html('<select id="go" onchange="location.href = \'/sent\'"><option>a</option><option>b</option></select>'),
};

export const keyboardCases = (): void => {
  describe('the keyboard and the fields of a session', { timeout: 600_000 }, () => {
    const { done, refused, act, goto, url } = startActing(pages);

    const heard = async (): Promise<string> =>
      (await done('query', { selector: 'body', attributes: ['data-heard'] })).elements[0].attributes['data-heard'];

    it('types behind what stands in a field, or in its place', async () => {
      await goto('/');
      const { matched, visible, value } = await done('type', { selector: '#name', text: ' L' });
      assert.deepEqual([matched, visible, value], [true, true, 'Ada L']);
      assert.equal(await heard(), 'keydown, ,name,false,true keydown,L,name,false,true');
      assert.equal((await done('type', { selector: '#name', text: 'Grace', clear: true })).value, 'Grace');
      assert.equal((await done('type', { selector: '#rich', text: ' and new' })).value, 'old and new');
      assert.equal((await done('type', { selector: '#text', text: 'a\nb ü 漢 😀', delayMs: 5 })).value, 'a\nb ü 漢 😀');
      assert.equal((await done('type', { selector: '#mail', text: 'a@b.c' })).value, 'a@b.c');
      assert.equal((await done('type', { selector: '#age', text: 2024 })).value, '2024');
      assert.equal((await done('type', { selector: '#off', text: 'x' })).value, 'x');
      assert.equal((await done('type', { selector: '#label', text: 'd' })).value, 'a@b.cd');
    });

    it('types the longest texts, those of more than 1000 characters line by line', async () => {
      await goto('/');
      const longest = 'ein Wort ü\n'.repeat(20_000).slice(0, limits.typedLength - 1);
      assert.ok(
        (await done('type', { selector: '#text', text: longest.replaceAll('\n', ' ') })).value.length ===
          limits.typedLength - 1,
      );
      const lines = `${'x'.repeat(1500)}\n${'y'.repeat(20)}`;
      assert.equal((await done('type', { selector: '#text', text: lines, clear: true })).value, lines);
      await done('click', { selector: '#name' });
      await done('type_text', { text: `${'x'.repeat(1500)}\n` });
      assert.match((await done('url')).url, /\/sent\?name=\w*x{1500}/);
    });

    it('types into what has the focus, and presses keys', async () => {
      await goto('/');
      await done('click', { selector: '#text' });
      await done('type_text', { text: 'abc' });
      await done('press', { key: 'Backspace', count: 2 });
      await done('press', { key: 'Control+A' });
      await done('type_text', { text: true });
      assert.equal((await done('query', { selector: '#text', fields: ['value'] })).elements[0].value, 'true');
      await done('press', { selector: '#name', key: 'Enter' });
      assert.equal((await done('url')).url, url('/sent?name=Ada'));
    });

    it('stops typing when the time is up', async () => {
      await goto('/');
      const { status, body } = await act('type', { selector: '#text', text: 'x'.repeat(1000), delayMs: 50 }, 1500);
      assert.deepEqual([status, body.code], [504, 'timeout']);
      const lengthNow = async () =>
        (await done('query', { selector: '#text', fields: ['value'] })).elements[0].value.length as number;
      const typed = await lengthNow();
      assert.ok(typed < 100, String(typed));
      await done('wait_for_timeout', { timeoutMs: 300 });
      assert.equal(await lengthNow(), typed);
    });

    it('fills fields of all kinds', async () => {
      await goto('/');
      for (const [selector, value] of [
        ['#name', 'Grace'],
        ['#age', 42],
        ['#day', '2030-01-31'],
        ['#rich', 'new'],
        ['#off', 'x'],
        ['#name', ''],
      ] as const)
        assert.deepEqual((await done('fill', { selector, value })).value, String(value));
      assert.equal((await done('fill', { selector: '#text', text: 'by its other name' })).value, 'by its other name');
      assert.equal((await done('fill', { selector: '#label', value: 'd@e.f' })).value, 'd@e.f');
      await goto('/takes');
      for (const selector of ['#clears', '#removed'])
        assert.equal((await done('fill', { selector, value: 'word' })).value, '', selector);
      assert.equal((await done('title')).title, 'word word');
    });

    it('chooses by value, values and label, also what comes a moment later', async () => {
      await goto('/');
      assert.deepEqual((await done('select', { selector: '#one', label: 'Second' })).selected, ['b']);
      assert.deepEqual((await done('select', { selector: '#one', value: 'c' })).selected, ['c']);
      assert.deepEqual((await done('select', { selector: '#many', values: ['x', 2024] })).selected, ['x', '2024']);
      assert.deepEqual((await done('select', { selector: '#long', value: 2499 })).selected, ['2499']);
      assert.deepEqual((await done('select', { selector: '#long', label: 'Label 2400' })).selected, ['2400']);
      assert.deepEqual((await done('select', { selector: '#named', values: ['a'] })).selected, ['a']);
      assert.match(await heard(), /change,,one,.*change,,many,/);
      await goto('/auto');
      await done('select', { selector: '#go', value: 'b' });
      assert.equal((await done('url')).url, url('/sent'));
    });

    it('chooses by a label as it is seen, and by a value as it is', async () => {
      await goto('/cities');
      for (const [label, value] of [
        ['Buenos Aires', 'ba'],
        [' Buenos\u00a0 Aires ', 'ba'],
        ['S\u00e3o Paulo', 'sp'],
        ['New York', 'ny'],
        ['Donaudampf', 'd'],
      ] as const)
        assert.deepEqual((await done('select', { selector: '#city', label })).selected, [value], label);
      assert.deepEqual((await done('select', { selector: '#both', values: ['a\u00a0b'] })).selected, ['a\u00a0b']);
      assert.match((await refused('select', { selector: '#city', label: 'NYC' }))[2], /"ba" \(Buenos Aires\), "sp"/);
    });

    it('chooses as it is seen where nothing matches exactly: spaces, accents and case', async () => {
      await goto('/seen');
      for (const [selector, choice, selected] of [
        ['#seen', { value: 'A 1' }, 'A\u00a01'],
        ['#seen', { value: 'B 2' }, 'B 2'],
        ['#seen', { label: 'Caf\u00e92' }, 'cafe'],
        ['#seen', { label: 'fi' }, 'fi'],
        ['#upper', { label: 'UPPER' }, 'u'],
        ['#upper', { label: 'STRASSE' }, 's'],
        ['#upper', { label: 'upper' }, 'u'],
      ] as const)
        assert.deepEqual((await done('select', { selector, ...choice })).selected, [selected], JSON.stringify(choice));
      assert.match(
        (await refused('select', { selector: '#seen', value: 'C 3' }))[2],
        /has no option \{"value":"C 3"\}/,
      );
    });

    it('checks and unchecks', async () => {
      await goto('/');
      const isChecked = async (selector: string) =>
        (await done('query', { selector: `${selector}:checked` })).count === 1;
      assert.equal((await done('check', { selector: '#box' })).checked, true);
      assert.ok(await isChecked('#box'));
      const { x, y, width, height } = (await done('hover', { selector: '#box' })).boundingBox;
      await done('check', { selector: '#box', checked: false });
      await done('move_mouse', { x: 1, y: 1 });
      await done('check', { selector: '#box' });
      assert.deepEqual(await done('cursor_position'), { x: x + width / 2, y: y + height / 2 });
      await done('move_mouse', { x: 1, y: 1 });
      await done('check', { selector: '#box' });
      assert.deepEqual(await done('cursor_position'), { x: 1, y: 1 });
      assert.equal((await done('check', { selector: '#box', checked: false })).checked, false);
      assert.ok(!(await isChecked('#box')));
      await done('check', { selector: '#yes' });
      assert.ok(await isChecked('#yes'));
    });

    it('has every key that is taken, and nothing is pressed of a combination with another one', async () => {
      await goto('/');
      const all = [...actionKeys];
      const press = (key: string) => ({ type: 'press', payload: { key } });
      for (let at = 0; at < all.length; at += 25) {
        const { completed, results } = await done('batch', { actions: all.slice(at, at + 25).map(press) });
        assert.equal(completed, results.length, JSON.stringify(results));
      }
      await goto('/');
      await done('press', { key: 'Control++' });
      assert.equal(await heard(), 'keydown,Control,,true,true keydown,+,,true,true');
      await goto('/');
      for (const key of ['Control+Nokey', 'Shift+Alt+Nokey', 'Control+', 'é'])
        assert.equal((await refused('press', { key, selector: '#name' }))[0], 400, key);
      assert.equal(await heard(), null);
    });

    it('say what an element is not for, and the session lives on', async () => {
      await goto('/');
      for (const [type, payload, sentence] of [
        ['fill', { selector: '#plain', value: 'x' }, /^`#plain` takes no text/],
        ['fill', { selector: '#age', value: 'many' }, /^`#age` takes a number/],
        ['fill', { selector: '#age', value: '1e999' }, /^`#age` takes only its own format/],
        ['fill', { selector: '#day', value: '31.1.2030' }, /^`#day` takes only its own format/],
        ['fill', { selector: '#box', value: 'x' }, /^`#box` takes no text/],
        [
          'fill',
          { selector: '#file', value: '/etc/passwd' },
          /^`#file` takes a file\. Actions cannot give one: use a DevTools client/,
        ],
        ['type', { selector: '#file', text: '/etc/passwd' }, /^`#file` takes a file/],
        ['type', { selector: '#box', text: 'x' }, /^`#box` takes no text: click or check it/],
        ['type', { selector: '#yes', text: 'x' }, /^`#yes` takes no text: click or check it/],
        ['click', { selector: '#file' }, /^`#file` takes a file/],
        ['click', { selector: '#upload' }, /^`#upload` takes a file/],
        [
          'type',
          { selector: '#plain', text: 'x' },
          /^`#plain` takes no text: it cannot get the focus\. Choose another element\.$/,
        ],
        ['select', { selector: '#plain', value: 'x' }, /^`#plain` is not a select/],
        [
          'select',
          { selector: '#one', value: 'none' },
          /^`#one` has no option .*"none".* It has "a" \(First\), "b" \(Second\)/,
        ],
        ['select', { selector: '#one', values: ['a', 'b'] }, /^`#one` takes only one value/],
        ['check', { selector: '#plain' }, /^`#plain` is neither a checkbox/],
        ['check', { selector: '#yes', checked: false }, /^`#yes` is a radio button/],
        ['press', { key: 'Entre' }, /key "Entre" does not exist/],
      ] as const) {
        if (type === 'check' && 'checked' in payload) await done('check', { selector: '#yes' });
        const [status, code, said] = await refused(type, payload);
        assert.deepEqual([status, code], [400, 'invalid_request'], `${type} ${JSON.stringify(payload)}: ${said}`);
        assert.match(said, sentence);
      }
      for (const [selector, value] of [
        ['#one', 'off'],
        ['#group', 'y'],
      ]) {
        const { status, body } = await act('select', { selector, value });
        assert.deepEqual([status, body.details.diagnosis.reason], [422, 'disabled']);
        assert.equal(
          body.error,
          `\`${selector}\` has the option {"value":"${value}"}, but the option is disabled. Choose another option.`,
        );
      }
      const { status, body } = await act('fill', { selector: '#fixed', value: 'y' });
      assert.deepEqual([status, body.details.diagnosis.reason], [422, 'not_editable']);
      assert.deepEqual(
        (await act('type', { selector: '#fixed', text: 'y' })).body.details.diagnosis.reason,
        'not_editable',
      );
      assert.equal((await done('title')).title, 'test');
    });
  });
};
