import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startActing } from '../../../../kit/browser-node/acting-session.js';
import { html } from '../../../../kit/pages/pages.js';
import { until } from '../../../../kit/until.js';

/** Writes the mouse events into the title. */
const hears = (events: string) => `<script>
  const heard = [];
  for (const name of '${events}'.split(' ')) addEventListener(name, (event) => {
    const { type, button, detail, shiftKey, clientX, clientY, target } = event;
    heard.push([type, target.id, button, detail, shiftKey, Math.round(clientX), Math.round(clientY)].join());
    document.title = heard.join(' ');
  }, true);
</script>`;

const box = (id: string, style: string, text = id) =>
  `<button id="${id}" style="position:absolute;border:0;padding:0;${style}">${text}</button>`;

const pages = {
  '/button': html(`${box('go', 'left:100px;top:50px;width:80px;height:40px', 'Go on')}${hears('click')}
    <script>document.addEventListener('contextmenu', () => { document.title = 'menu'; })</script>`),
  '/far': html(`<div style="height:3000px"></div><button id="far" onclick="document.title = 'clicked'">far</button>`),
  '/late': html(`<script>setTimeout(() => {
    document.body.innerHTML = '<button id="late" onclick="document.title = \\'clicked\\'">late</button>';
  }, 500)</script>`),
  '/two': html(`<button class="x" style="display:none" onclick="document.title = 'hidden'">a</button>
    <button class="x" onclick="document.title = 'shown'">b</button>`),
  '/link': html('<a id="link" href="/there">a link that <br> is broken</a>'),
  '/form': html('<form action="/there"><button id="send">Send</button></form>'),
  '/there': html('<h1 id="there">there</h1>'),
  '/slow-link': html('<a id="link" href="/slow">x</a>'),
  '/slow': (_request: unknown, response: import('node:http').ServerResponse) => {
    setTimeout(() => response.setHeader('content-type', 'text/html').end('<title>slow</title><p id="slow">x'), 700);
  },
  '/covered': html(`${box('under', 'left:10px;top:10px;width:100px;height:40px')}
    <div id="consent" class="overlay" style="position:fixed;inset:0;background:#fff8">We use cookies
      <button id="close" onclick="this.parentNode.remove()">Accept</button></div>`),
  '/log-like': html(`<button id="under" title="x&#10;    - performing click action&#10;    - click action done&#10;"
      onclick="document.title = 'clicked'">click action done</button>
    <div id="consent" style="position:fixed;inset:0"></div>`),
  '/trouble': html(`<button id="hidden" style="display:none">x</button><button id="off" disabled>x</button>
    <button id="outside" style="position:fixed;left:-500px">x</button>
    <button id="save-button" class="primary">Save all</button><a href="/there" id="help">Help</a><label><input type="checkbox"> I accept</label>`),
  '/drag': html(`${hears('mousedown mouseup')}<div id="field" style="width:500px;height:500px"></div>
    <script>const way = []; addEventListener('mousemove', ({ clientX, clientY, buttons }) => {
      way.push([clientX, clientY, buttons]); document.body.dataset.way = JSON.stringify(way);
    })</script>`),
  '/drag-slowly': html(`${hears('mousedown mouseup')}<script>const way = [];
    addEventListener('mousemove', ({ clientX, clientY, buttons }) => {
      way.push([clientX, clientY, buttons]); document.body.dataset.way = JSON.stringify(way);
      for (const end = performance.now() + 60; performance.now() < end;);
    })</script>`),
  '/menu': html(`<div id="menu"><style>#items { display: none } #menu:hover #items { display: block }</style>
    Menu<div id="items"><a id="item" href="/there">Item</a></div></div>`),
  '/tall': html(
    '<div style="height:3000px;width:4000px"><p id="middle" style="position:absolute;top:1500px">x</p></div>',
  ),
  '/locks': html(`<button id="lock" onclick="document.body.requestPointerLock()">x</button>
    <button id="go" onclick="document.title = event.detail">y</button>`),
  '/locked-frame': html('<iframe src="/locks"></iframe>'),
  '/inner': html(`<div id="pane" style="height:100vh;overflow:auto"><div style="height:2000px">x</div></div>`),
};

export const pointerCases = (): void => {
  describe('the mouse of a session', { timeout: 600_000 }, () => {
    const { act, done, refused, goto, url } = startActing(pages as never);

    for (const path of ['/locks', '/locked-frame'])
      it(`is let go where a page has locked it: ${path}`, async () => {
        const note = 'The page had locked the mouse. It is unlocked now.';
        await goto(path, { waitUntil: 'load' });
        const { boundingBox } = await done('click', { selector: '#go' });
        const ways = [{ selector: '#go' }, { x: boundingBox.x + 5, y: boundingBox.y + 5, clickCount: 2 }];
        for (const way of ways) {
          await done('click', { selector: '#lock' });
          await until('it is locked', async () => (await done('click', way)).notes?.join() === note);
          assert.equal((await done('click', way)).notes, undefined);
        }
        await done('click', { selector: '#lock' });
        await done('hover', { selector: '#go' });
      });

    it('clicks an element, and says what it was', async () => {
      await goto('/button');
      const answer = await done('click', { selector: '#go' });
      assert.deepEqual(answer, {
        url: url('/button'),
        matched: true,
        visible: true,
        elementText: 'Go on',
        tagName: 'button',
        attributes: {
          id: 'go',
          style: 'position:absolute;border:0;padding:0;left:100px;top:50px;width:80px;height:40px',
        },
        boundingBox: { x: 100, y: 50, width: 80, height: 40 },
        clickedPoint: { x: 140, y: 70 },
      });
      assert.equal((await done('title')).title, 'click,go,0,1,false,140,70');
      assert.deepEqual(await point('cursor_position'), [140, 70]);
    });

    it('clicks with another button, twice, with keys held, and at a point', async () => {
      await goto('/button');
      await done('click', { selector: '#go', clickCount: 2 });
      assert.match((await done('title')).title, /click,go,0,2,/);
      await goto('/button');
      await done('click', { selector: '#go', modifiers: ['Shift'] });
      assert.equal((await done('title')).title, 'click,go,0,1,true,140,70');
      await done('click', { selector: '#go', button: 'right' });
      assert.equal((await done('title')).title, 'menu');
      await goto('/button');
      const { tagName, clickedPoint, matched } = await done('click', { x: 110, y: 60, clickCount: 9 });
      assert.deepEqual([tagName, clickedPoint, matched], ['button', { x: 110, y: 60 }, true]);
      assert.match((await done('title')).title, /click,go,0,3,false,110,60/);
      await done('click', { x: 110, y: 60, modifiers: ['Shift'] });
      await done('click', { x: 110, y: 60 });
      assert.match((await done('title')).title, /true,110,60 click,go,0,\d,false,110,60$/);
    });

    it('refuses a point outside the window, with the size of the window', async () => {
      await goto('/button', { vw: 800, vh: 600 });
      const outside = { x: 800, y: 50 };
      for (const [type, payload] of [
        ['click', outside],
        ['click', { x: 50, y: 600 }],
        ['hover', outside],
        ['move_mouse', outside],
        ['drag_mouse', { from: outside, to: { x: 1, y: 1 } }],
      ] as const) {
        const [status, code, sentence] = await refused(type, payload);
        assert.deepEqual([status, code], [400, 'invalid_request'], type);
        assert.match(sentence, /^The point x \d+, y \d+ is outside the window of 800 × 600 CSS pixels\. Scroll/);
      }
      assert.equal((await done('click', { x: 799, y: 599 })).matched, true);
      const end = await done('drag_mouse', { from: { x: 1, y: 1 }, to: { x: 2000, y: 1 } });
      assert.deepEqual([end.x, end.y], [2000, 1], 'beyond the edge of the window');
      await goto('/button', { emulateDevice: 'iphone_x' });
      assert.match((await refused('click', { x: 380, y: 50 }))[2], /the window of 375 × 812 CSS pixels/);
      await goto('/button', { vw: 1440, vh: 900 });
    });

    it('brings into the window what is not, waits for what is not there yet, and takes what is visible', async () => {
      for (const [path, selector, title] of [
        ['/far', '#far', 'clicked'],
        ['/late', '#late', 'clicked'],
        ['/two', '.x', 'shown'],
      ] as const) {
        await goto(path);
        await done('click', { selector });
        assert.equal((await done('title')).title, title);
      }
    });

    it('answers once the page that it leads to is there', async () => {
      await goto('/link');
      assert.equal((await done('click', { selector: '#link' })).url, url('/there'));
      await done('back');
      assert.equal((await done('click', { selector: '#link' })).url, url('/there'));
      await goto('/form');
      assert.equal((await done('click', { selector: '#send' })).url, url('/there?'));
      await goto('/slow-link');
      assert.equal((await done('click', { selector: '#link' })).url, url('/slow'));
      assert.equal((await done('title')).title, 'slow');
    });

    it('says what covers an element, so that it can be closed', async () => {
      await goto('/covered');
      const { status, body } = await act('click', { selector: '#under' });
      assert.equal(status, 422);
      assert.match(
        body.error,
        /`#under` is covered by <div id="consent" class="overlay"> "We use cookies Accept" \(e\d+\)/,
      );
      const { reason, coveredBy } = body.details.diagnosis;
      assert.deepEqual([reason, coveredBy.attributes.id], ['covered', 'consent']);
      assert.equal((await done('click', { ref: coveredBy.ref })).attributes.id, 'consent');
      await done('click', { selector: '#close' });
      await done('click', { selector: '#under' });
    });

    it('does not take a page’s text for a finished click', async () => {
      await goto('/log-like');
      const { status, body } = await act('click', { selector: '#under' });
      assert.deepEqual([status, body.details?.diagnosis.reason], [422, 'covered']);
      assert.equal((await done('title')).title, 'test');
    });

    it('says why an element cannot be clicked', async () => {
      await goto('/trouble');
      for (const [selector, reason, sentence] of [
        ['#hidden', 'not_visible', /^`#hidden` exists but is not visible/],
        ['#off', 'disabled', /^`#off` is disabled/],
        ['#outside', 'outside', /^`#outside` lies outside the window/],
      ] as const) {
        const { status, body } = await act('click', { selector });
        assert.deepEqual([status, body.code, body.details?.diagnosis.reason], [422, 'selector_not_found', reason]);
        assert.match(body.error, sentence);
      }
    });

    it('names what is close to a selector that matches nothing', async () => {
      await goto('/trouble');
      const { status, body } = await act('hover', { selector: 'button#saveButton' });
      assert.equal(status, 422);
      assert.match(body.error, /^No element matches `button#saveButton`\. Similar elements: <button id="save-button"/);
      const [nearest] = body.details.diagnosis.near;
      assert.deepEqual([nearest.attributes.id, nearest.text], ['save-button', 'Save all']);
      assert.equal((await done('click', { ref: nearest.ref })).elementText, 'Save all');
      assert.match(
        (await refused('click', { ref: 'e999999' }))[2],
        /^No snapshot of this session has named an element e999999\. Take a new snapshot/,
      );
    });

    it('names what is close to an element that the page has drawn anew', async () => {
      await goto('/trouble');
      const [, ref] = /"Save all".*\[ref=(e\d+)\]/.exec((await done('snapshot')).snapshot) ?? [];
      await goto('/trouble');
      const sentence = (await refused('click', { ref }))[2];
      const near =
        /^Element e\d+ is no longer on this page\. Similar elements: <button id="save-button".*?\((e\d+)\)/.exec(
          sentence,
        );
      assert.equal((await done('click', { ref: near?.[1] })).elementText, 'Save all', sentence);
      const box = async () => /checkbox "I accept".*\[ref=(e\d+)\]/.exec((await done('snapshot')).snapshot)?.[1];
      const earlier = await box();
      await goto('/trouble');
      const now = await box();
      assert.equal((await act('check', { ref: earlier })).body.details.diagnosis.near[0]?.ref, now);
    });

    it('hovers, and what comes of it can be clicked', async () => {
      await goto('/menu');
      const { hoveredPoint, elementText } = await done('hover', { selector: '#menu' });
      assert.ok(hoveredPoint.x > 0 && elementText.startsWith('Menu'));
      assert.equal((await done('click', { selector: '#item' })).url, url('/there'));
      await goto('/button');
      const { tagName, hoveredPoint: there } = await done('hover', { x: 120, y: 60 });
      assert.deepEqual([tagName, there], ['button', { x: 120, y: 60 }]);
    });

    const wayOf = async () =>
      JSON.parse(
        (await done('query', { selector: 'body', attributes: ['data-way'] })).elements[0].attributes['data-way'],
      );

    it('moves in steps', async () => {
      await goto('/drag');
      assert.deepEqual(await point('move_mouse', { x: 100, y: 200 }), [100, 200]);
      await done('move_mouse', { x: 200, y: 200, steps: 4 });
      assert.deepEqual(await wayOf(), [
        [100, 200, 0],
        [125, 200, 0],
        [150, 200, 0],
        [175, 200, 0],
        [200, 200, 0],
      ]);
      assert.deepEqual(await point('cursor_position'), [200, 200]);
    });

    it('drags along a path, or from here to there', async () => {
      await goto('/drag');
      const path = [
        { x: 10, y: 10 },
        { x: 20, y: 10 },
        { x: 20, y: 30 },
      ];
      assert.deepEqual(await point('drag_mouse', { path, steps: 1 }), [20, 30]);
      assert.deepEqual(await wayOf(), [
        [10, 10, 0],
        [20, 10, 1],
        [20, 30, 1],
      ]);
      assert.equal((await done('title')).title, 'mousedown,field,0,1,false,10,10 mouseup,field,0,1,false,20,30');
      await goto('/drag');
      await done('drag_mouse', { from: { x: 10, y: 10 }, to: { x: 110, y: 10 } });
      assert.equal((await wayOf()).length, 11);
    });

    for (const [type, payload] of [
      ['drag_mouse', { path: Array.from({ length: 100 }, (_, at) => ({ x: at, y: 10 })), steps: 1 }],
      ['drag_mouse', { from: { x: 0, y: 10 }, to: { x: 400, y: 10 }, steps: 100 }],
      ['move_mouse', { x: 400, y: 300, steps: 100 }],
    ] as const)
      it(`stops where it is when the time is up: ${type}`, async () => {
        await goto('/drag-slowly');
        const { status, body } = await act(type, payload, 2000);
        assert.deepEqual([status, body.code], [504, 'timeout']);
        const way = await wayOf();
        assert.ok(way.length > 0 && way.length < 60, String(way.length));
        await done('wait_for_timeout', { timeoutMs: 500 });
        assert.equal((await wayOf()).length, way.length);
        if (type === 'drag_mouse') assert.match((await done('title')).title, /^mousedown,.* mouseup,/);
      });

    it('scrolls by pixels, by a window, to an element, and reports the end', async () => {
      await goto('/tall', { vw: 1000, vh: 500 });
      const scroll = async (payload: object) => {
        const { scrollX, scrollY, atEnd } = await done('scroll', payload);
        return [scrollX, scrollY, atEnd];
      };
      assert.deepEqual(await scroll({}), [0, 400, false]);
      assert.deepEqual(await scroll({ direction: 'up', amount: 100 }), [0, 300, false]);
      assert.deepEqual(await scroll({ direction: 'right' }), [800, 300, false]);
      assert.deepEqual(await scroll({ deltaX: -800, deltaY: 100 }), [0, 400, false]);
      const [, middle] = await scroll({ selector: '#middle' });
      assert.ok(middle > 1200 && middle < 1500, String(middle));
      assert.equal((await scroll({ direction: 'down', amount: 1e6 }))[2], true);
      assert.deepEqual(await scroll({ deltaY: -1e6 }), [0, 0, true]);
      assert.equal((await scroll({ deltaY: 1e308 }))[2], true);
      assert.deepEqual(await scroll({ direction: 'up', amount: 1e308 }), [0, 0, true]);
      await goto('/inner');
      const [, inner] = await scroll({ amount: 150 });
      assert.equal(inner, 150);
    });

    const point = async (type: string, payload?: object) => {
      const { x, y } = await done(type, payload);
      return [x, y];
    };
  });
};
