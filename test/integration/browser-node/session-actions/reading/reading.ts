import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startActing } from '../../../../kit/browser-node/acting-session.js';
import { html } from '../../../../kit/pages/pages.js';
import { until } from '../../../../kit/until.js';

const shop = `
  <header><nav><a href="/">Home</a> <a href="/cart">Cart</a></nav></header>
  <main><h1>Lamps</h1><p>All that <b>gives</b> light.</p>
    <ul><li><h2>Torch</h2><p>Small.</p><button class="buy" onclick="this.textContent = 'Bought'">Buy</button></li>
      <li><h2>Candle</h2><p>Old.</p><button class="buy" disabled>Buy</button></li></ul>
    <form aria-label="Order"><label>Name <input id="name" value="Ada"></label><input placeholder="Street">
      <label><input type="checkbox" checked> Gift</label>
      <select aria-label="Colour"><option selected>red</option><option>blue</option></select></form>
    <table><tr><th>Lamp</th><th>Price</th></tr><tr><td>Torch</td><td>5</td></tr></table>
    <div id="card" style="cursor:pointer" onclick="document.title = 'card'">A card</div>
    <div id="shadow"></div><p style="display:none">hidden</p>
  </main>
  <script>document.querySelector('#shadow').attachShadow({ mode: 'open' }).innerHTML =
    '<button id="deep" onclick="document.title = \\'deep\\'">Deep</button>';</script>`;

const pages = {
  '/': html(shop),
  '/second': html('<button>Other</button>'),
  '/empty': html(''),
  '/login': html(`<label>Password <input id="pass" type="password" value="hunter2"></label>
    <label>Again <input type="password"></label><input style="pointer-events:none" type="password" value="hunter3">
    <iframe src="/login-inner"></iframe>`),
  '/login-inner': html('<label>Code <input type="password" value="hunter4"></label>'),
  '/links': html(
    Array.from({ length: 600 }, (_, at) => `<p>Some words about it. <a href="/l${at}">Link ${at}</a>`).join(''),
  ),
  '/deep': html(`<script>let at = document.body;
    for (let depth = 0; depth < 1200; depth += 1) {
      at = at.appendChild(document.createElement(depth % 2 ? 'li' : 'ul'));
      if (depth % 2) at.append('item ' + depth);
    }
    at.textContent = 'bottom';</script>`),
  '/thrown':
    html(`<script>Promise.reject('str'); Promise.reject([1, { b: 2 }]);</script><script>throw 'plain: text'</script>
    <script>throw null</script><script>throw { code: 7, message: 'mm', in: { a: 1 } }</script><script>throw new Error()</script>
    <script>throw Object.assign(new Error('zz'), { name: '' })</script>`),
  '/noisy': html(`<script>
    console.debug('a'); console.log('b', { c: 1 }); console.warn('d'); console.error('e');
    addEventListener('click', () => { for (let at = 0; at < 1200; at += 1) console.log('line ' + at); });
    setTimeout(() => { throw new TypeError('not caught'); });
    Promise.reject(new Error('rejected'));
    fetch('http://127.0.0.1:9/nobody').catch(() => undefined);
  </script>`),
  '/lacking': html(`<img src="/none.png"><iframe src="/none.html"></iframe><script>
    fetch('/none.json').then(() => fetch('http://127.0.0.1:9/nobody')).catch(() => { document.title = 'all has come'; });
    console.error('logged'); setTimeout(() => { throw new Error('thrown'); });
    const gone = new AbortController(); fetch('/there', { signal: gone.signal }).catch(() => undefined); gone.abort();
  </script>`),
  '/elements': html(`<a class="x y" id="one" name="n" title="t" aria-label="l" href="/there" data-a="1">one</a>
    <img class="x" src="/p.png" alt="a picture"><input class="x" value="v"><p class="x" style="display:none">p</p>
    <iframe src="/framed"></iframe>`),
  '/framed': html('<b class="x">framed</b>'),
  '/heavy': html('<iframe src="/heavy-part"></iframe><iframe src="/heavy-part"></iframe>'),
  '/heavy-part': html('<script>document.body.dataset.long = "x".repeat(9 * 2 ** 19)</script>'),
};

export const readingCases = (): void => {
  describe('reading a page in a session', { timeout: 600_000 }, () => {
    const { done, refused, goto, url } = startActing(pages);

    const snapshot = async (payload?: object): Promise<string> => (await done('snapshot', payload)).snapshot;
    const refOf = (text: string, line: RegExp) => {
      const found = text.split('\n').find((each) => line.test(each));
      const [, ref] = /\[ref=(e\d+)\]$/.exec(found ?? '') ?? [];
      assert.ok(ref, `${line} has a ref in\n${text}`);
      return ref;
    };
    const withoutRefs = (text: string) => text.replaceAll(/ \[ref=e\d+\]/g, '');

    it('is a tree of what there is, with refs of what can be acted on', async () => {
      await goto('/');
      const { tokenEstimate, truncated, title, url: address, snapshot: text } = await done('snapshot');
      assert.deepEqual([truncated, title, address], [false, 'test', url('/')]);
      assert.equal(
        withoutRefs(text),
        [
          '- banner',
          '  - navigation',
          '    - link "Home"',
          '    - link "Cart"',
          '- main',
          '  - heading "Lamps" [level=1]',
          '  - All that gives light.',
          '  - listitem',
          '    - heading "Torch" [level=2]',
          '    - Small.',
          '    - button "Buy"',
          '  - listitem',
          '    - heading "Candle" [level=2]',
          '    - Old.',
          '    - button "Buy" [disabled]',
          '  - form "Order"',
          '    - textbox "Name": Ada',
          '    - textbox "Street"',
          '    - checkbox "Gift" [checked]',
          '    - combobox "Colour": red [options: red | blue]',
          '  - table',
          '    - row: Lamp | Price',
          '    - row: Torch | 5',
          '  - clickable "A card"',
          '  - button "Deep"',
        ].join('\n'),
      );
      assert.ok(tokenEstimate > 100 && tokenEstimate < 400, String(tokenEstimate));
    });

    it('has refs that stay with their element as long as it lives, and are used', async () => {
      await goto('/');
      const first = await snapshot();
      const buy = refOf(first, /button "Buy"/);
      await done('click', { ref: buy });
      const second = await snapshot();
      // The name has changed; the element is the same.
      assert.equal(refOf(second, /button "Bought"/), buy);
      assert.equal(refOf(second, /link "Cart"/), refOf(first, /link "Cart"/));
      assert.equal((await done('fill', { ref: refOf(first, /textbox "Name"/), value: 'Grace' })).value, 'Grace');
      await done('click', { ref: refOf(first, /"Deep"/) });
      assert.equal((await done('title')).title, 'deep');
      await done('click', { ref: refOf(first, /"A card"/) });
      assert.equal((await done('title')).title, 'card');
      await goto('/second');
      const third = await snapshot();
      const other = refOf(third, /"Other"/);
      assert.ok(![...`${first}${second}`.matchAll(/e\d+/g)].some(([ref]) => ref === other), 'no ref is given twice');
      const [status, , sentence] = await refused('click', { ref: buy });
      assert.equal(status, 422);
      assert.match(sentence, /no longer on this page\. (Take a new snapshot|Similar elements)/);
    });

    it('shows a part, only interactive elements, or full details', async () => {
      await goto('/');
      const nav = await snapshot({ selector: 'nav' });
      assert.equal(withoutRefs(nav), '- navigation\n  - link "Home"\n  - link "Cart"');
      const form = refOf(await snapshot(), /form "Order"/);
      assert.match(await snapshot({ ref: form }), /^- form "Order"/);
      const acting = await snapshot({ interactiveOnly: true });
      assert.deepEqual(withoutRefs(acting).split('\n').slice(0, 3), [
        '- link "Home"',
        '- link "Cart"',
        '- button "Buy"',
      ]);
      assert.ok(!acting.includes('heading') && acting.includes('[ref='));
      assert.match(await snapshot({ mode: 'full' }), /link "Cart" \[url=\/cart\] \[ref=e\d+\]/);
      assert.equal((await refused('snapshot', { selector: '#none' }))[0], 422);
    });

    it('fits its budget, and reports what it leaves out', async () => {
      await goto('/links');
      for (const maxTokens of [100, 500, 2000]) {
        const { snapshot: text, truncated, tokenEstimate } = await done('snapshot', { maxTokens });
        assert.equal(truncated, true);
        assert.ok(tokenEstimate <= maxTokens, `${tokenEstimate} of ${maxTokens}`);
        assert.match(text, /# \d+ more lines are left out/);
        assert.ok(tokenEstimate > maxTokens / 2);
        // Interactive elements come before text.
        assert.match(text, /link "Link 0" \[ref=/);
      }
      const whole = await done('snapshot', { maxTokens: 50_000 });
      assert.equal(whole.truncated, false);
      assert.match(whole.snapshot, /Link 599/);
    });

    it('is of any page', async () => {
      await goto('/empty');
      assert.match(await snapshot(), /^# No elements and no text\./);
      await goto('/deep');
      const { snapshot: text, truncated } = await done('snapshot');
      assert.match(text, /item 1\n.*item 41\n.*\n# Deeper levels are left out: ask for a part/s);
      assert.equal(truncated, true);
      assert.match(await snapshot({ selector: 'ul ul ul ul' }), /item 7\n.*item 45\n/s);
      const tight = await done('snapshot', { maxTokens: 100 });
      assert.match(tight.snapshot, /more lines are left out.*\n# Deeper levels/s);
      assert.ok(tight.tokenEstimate <= 100, String(tight.tokenEstimate));
      assert.match((await done('content')).content, /bottom/);
    });

    it('asks for all fields and attributes of elements', async () => {
      await goto('/elements');
      const fields = [
        ...['text', 'html', 'href', 'src', 'alt', 'title', 'value', 'name', 'id', 'className', 'tag', 'role'],
        ...['ariaLabel', 'visible', 'bbox'],
      ];
      const answer = await done('query', { selector: '.x', fields, attributes: ['data-a', 'href'] });
      assert.deepEqual([answer.selector, answer.fields, answer.limit, answer.count], ['.x', fields, 50, 5]);
      const [link, image, input, hidden, framed] = answer.elements;
      const { bbox, html: markup, ...rest } = link;
      assert.deepEqual(rest, {
        text: 'one',
        href: url('/there'),
        src: null,
        alt: null,
        title: 't',
        value: null,
        name: 'n',
        id: 'one',
        className: 'x y',
        tag: 'a',
        role: 'link',
        ariaLabel: 'l',
        visible: true,
        attributes: { 'data-a': '1', href: '/there' },
      });
      assert.ok(bbox.width > 0 && markup.startsWith('<a class="x y"'));
      assert.deepEqual([image.src, image.alt, image.role], [url('/p.png'), 'a picture', 'img']);
      assert.deepEqual([input.value, input.role], ['v', 'textbox']);
      assert.deepEqual([hidden.visible, framed.text], [false, 'framed']);
      const { boundingBox } = await done('hover', { selector: 'b.x' });
      assert.deepEqual(framed.bbox, boundingBox, 'from the corner of the window');
    });

    it('hides passwords unless the query asks for them', async () => {
      await goto('/login', { waitUntil: 'load' });
      for (const mode of ['compact', 'full']) {
        const text = await snapshot({ mode });
        assert.doesNotMatch(text, /hunter/);
        assert.match(text, /textbox "Password".*: •{8}/);
        assert.match(text, /textbox "Again" \[ref/);
        assert.match(text, /textbox "Code".*: •{8}/);
      }
      assert.equal((await done('type', { selector: '#pass', text: '!' })).value, 'hunter2!');
      assert.equal((await done('fill', { selector: '#pass', value: 'x y' })).value, 'x y');
      assert.equal((await done('query', { selector: '#pass', fields: ['value'] })).elements[0].value, 'x y');
    });

    it('limits a query, and asks for visible elements', async () => {
      await goto('/elements');
      const some = await done('query', { selector: '.x', limit: 2 });
      assert.deepEqual([some.count, some.elements.length, some.elements[0].text], [5, 2, 'one']);
      assert.equal((await done('query', { selector: '.x', visibleOnly: true })).count, 4);
      assert.equal((await done('query', { selector: '.x', limit: 1e6 })).limit, 500);
      assert.deepEqual((await done('query', { selector: '.none' })).elements, []);
      await goto('/links');
      assert.equal((await done('query', { selector: 'a', limit: 600 })).elements.length, 500);
    });

    it('limits the size of a query’s answer over all frames', async () => {
      await goto('/heavy', { waitUntil: 'load' });
      const heavy = { selector: 'body', fields: [], attributes: ['data-long'] };
      assert.equal(
        (await done('query', { ...heavy, limit: 2 })).elements[1].attributes['data-long'].length,
        9 * 2 ** 19,
      );
      const [status, code] = await refused('query', heavy);
      assert.deepEqual([status, code], [422, 'result_too_large']);
    });

    it('reads console lines, the newest last, up to the limit', async () => {
      for (const type of ['console', 'errors']) await done(type, { clear: true });
      await goto('/noisy');
      const texts = async (type: string, payload?: object) =>
        (await done(type, payload)).entries.map(
          ({ level, text }: { level: string; text: string }) => `${level} ${text}`,
        );
      await done('wait_for_timeout', { timeoutMs: 300 });
      const said = await texts('console');
      assert.deepEqual(said.slice(0, 4), ['debug a', 'info b {c: 1}', 'warning d', 'error e']);
      assert.deepEqual((await texts('console', { level: 'warning' }))[0], 'warning d');
      const { entries } = await done('console', { limit: 1e6 });
      assert.match(entries[0].source, /\/noisy:\d+$/);
      assert.ok(Date.parse(entries[0].timestamp) > 0);
      await done('click', { x: 5, y: 5 });
      await until('the last line is logged', async () => (await texts('console')).at(-1) === 'info line 1199');
      const many = await texts('console', { limit: 500, clear: true });
      assert.deepEqual([many.length, many.at(-1)], [500, 'info line 1199']);
      assert.deepEqual(await texts('console'), []);
      const errors = await texts('errors');
      for (const part of ['error TypeError: not caught', 'error Error: rejected', 'warning Could not be loaded'])
        assert.ok(
          errors.some((each: string) => each.startsWith(part)),
          `${part} in ${errors}`,
        );
      assert.ok((await texts('errors', { level: 'error' })).every((each: string) => each.startsWith('error')));
    });

    it('shows thrown values that are no errors', async () => {
      await done('errors', { clear: true });
      await goto('/thrown', { waitUntil: 'load' });
      const texts = async (): Promise<string[]> =>
        (await done('errors')).entries.map(({ text }: { text: string }) => text).toSorted();
      await until('all errors are logged', async () => (await texts()).length === 7);
      assert.deepEqual(
        await texts(),
        ['plain: text', 'null', 'str', '{code: 7, message: "mm", in: {…}}', '[1, {…}]', 'Error', 'zz'].toSorted(),
      );
    });

    it('logs error answers of servers in the console, and missing answers in both logs', async () => {
      for (const type of ['console', 'errors']) await done(type, { clear: true });
      await goto('/lacking', { waitUntil: 'load' });
      await until('all has come', async () => (await done('title')).title === 'all has come');
      const said = async (type: string): Promise<string[]> =>
        (await done(type)).entries
          .filter(({ source }: { source: string }) => !source.includes('favicon'))
          .map(({ level, text, source }: Record<string, string>) => `${level} ${text} ${source}`);
      await until('the last error is logged', async () => (await said('errors')).length === 2);
      const missing = 'error Failed to load resource: the server responded with a status of 404 (Not Found)';
      assert.deepEqual(
        (await said('console')).toSorted(),
        [
          ...['/none.html', '/none.json', '/none.png'].map((path) => `${missing} ${url(path)}:1`),
          'error Failed to load resource: net::ERR_UNSAFE_PORT http://127.0.0.1:9/nobody:1',
          `error logged ${url('/lacking')}:4`,
        ].toSorted(),
      );
      assert.deepEqual((await said('errors')).toSorted(), [
        `error Error: thrown ${url('/lacking')}`,
        'warning Could not be loaded: net::ERR_UNSAFE_PORT http://127.0.0.1:9/nobody',
      ]);
    });
  });
};
