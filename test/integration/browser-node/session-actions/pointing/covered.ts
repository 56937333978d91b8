import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startActing } from '../../../../kit/browser-node/acting-session.js';
import { html } from '../../../../kit/pages/pages.js';

const over = 'position:absolute;inset:0;background:#ccc';

const red = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100"/>')}`;
const mapped = (style: string) => `<img src="${red}" usemap="#map" style="${style}">`;
/** The middle of the last but one lies beside it. The middle of the last lies in another one. */
const areas = `<map name="map"><area id="rect" coords="10,10,60,40" href="#1" alt="Rect">
  <area id="circle" shape="circle" coords="150,50,20" href="#2" alt="Circle">
  <area id="poly" shape="poly" coords="70,10,120,10,120,60,110,60,110,20,70,20" href="#3" alt="Poly">
  <area id="beyond" coords="900,10,950,40" href="#4"><area id="rest" shape="default" href="#5" alt="Rest"></map>
  <script>onclick = ({ target }) => { document.body.title = target.id; }</script>`;
const areaPages = {
  '/areas': html(`${mapped('border:10px solid;width:400px;height:200px')}${areas}`),
  '/areas-scaled': html(`<div style="height:3000px"></div>${mapped('transform:scale(.5);padding:7px')}${areas}`),
  '/areas-twice': html(`${mapped('display:none')}${mapped('')}${mapped('')}${areas}`),
  '/areas-framed': html('<iframe src="/areas" style="border:5px solid;width:500px;height:300px"></iframe>'),
};

const moving = `<style>@keyframes pulse { to { transform: scale(1.3) } } @keyframes spin { to { transform: rotate(360deg) } }
  @keyframes away { to { left: -3000px } } body > * { display: block; margin: 20px }</style>
  <button id="pulse" style="animation:pulse .6s infinite alternate">pulse</button>
  <button id="spin" style="width:60px;animation:spin 1s linear infinite">spin</button>
  <input id="box" type="checkbox" style="animation:pulse .6s infinite alternate">
  <button id="gone" style="position:fixed;animation:away .2s forwards">gone</button>
  <script>onclick = ({ target }) => { document.title = target.id; }</script>`;

/** It is elsewhere in each frame. More often would take a core. */
const jumping = `<button id="jumps" style="position:fixed;width:10px;height:10px"></button><script>
  setInterval(() => {
    Object.assign(jumps.style, { left: Math.random() * 1000 + 'px', top: Math.random() * 700 + 'px' });
  }, 4);</script>`;

const hidden = 'position:absolute;opacity:0;width:20px;height:20px;margin:0';
const sr = 'position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip-path:inset(50%)';
const boxes = `<style>p { position: relative; margin: 20px } label { padding-left: 30px }
    .before::before { content: ''; position: absolute; left: 0; top: 0; width: 20px; height: 20px; background: #ccc }</style>
  <p><input type="checkbox" id="overlay" style="margin:0"><label class="before" for="overlay">Overlay</label></p>
  <p><label class="before"><input type="checkbox" id="wrapped" style="${hidden}">Wrapped</label></p>
  <p><input type="radio" name="r" id="radio" style="${hidden}"><label class="before" for="radio">Radio</label></p>
  <p><input type="checkbox" id="reader" style="${sr}"><label for="reader">I take <a href="/gone">all the long and winding terms</a></label></p>
  <p><input type="checkbox" id="none" style="display:none"><label for="none">None</label></p>
  <p><input type="checkbox" id="covered" style="${hidden}"><label for="covered">Covered</label><i style="position:absolute;inset:0"></i></p>
  <p><input type="checkbox" id="off" style="margin:0" disabled><label class="before" for="off">Off</label></p>
  <fieldset disabled><p><label class="before"><input type="checkbox" id="fieldset" style="${hidden}">Off too</label></p></fieldset>
  <p><label style="display:block"><input type="checkbox" id="terms"><a href="/gone" style="${over}">Terms</a></label></p>
  <p><span role="checkbox" id="aria" aria-checked="false" onclick="this.ariaChecked = 'true'">Aria</span></p>`;

export const coveredCases = (): void => {
  describe('elements that are hard to point at', { timeout: 600_000 }, () => {
    const { act, done, refused, goto } = startActing({
      ...areaPages,
      '/boxes': html(boxes),
      '/boxes-framed': html('<iframe src="/boxes" style="width:600px;height:500px"></iframe>'),
      '/moving': html(moving),
      '/jumping': html(jumping),
      // It keeps scrolling so that the header covers them.
      '/': html(`<script>setInterval(() => scrollTo(0, 60), 5)</script><header style="position:sticky;top:0;z-index:1;height:120px;background:#eee">menu</header>
      <div style="position:relative;width:200px"><button id="under">under</button><div class="ov" style="${over}"></div></div>
      <button id="pe" style="pointer-events:none">dead</button><div style="height:3000px"></div>`),
    });

    const refusalOf = async (selector: string) => {
      await goto('/');
      const { status, body } = await act('click', { selector });
      assert.deepEqual([status, body.code], [422, 'selector_not_found'], JSON.stringify(body));
      return { sentence: body.error as string, diagnosis: body.details.diagnosis };
    };

    it('are reported as covered by the element above them, at any scroll position', async () => {
      const { sentence, diagnosis } = await refusalOf('#under');
      assert.match(sentence, /^`#under` is covered by <div class="ov"> \(e\d+\)/);
      assert.deepEqual([diagnosis.reason, diagnosis.coveredBy.attributes.class], ['covered', 'ov']);
    });

    it('are not reported as covered if they take no mouse events', async () => {
      const { sentence, diagnosis } = await refusalOf('#pe');
      assert.equal(sentence, '`#pe` takes no mouse events (pointer-events: none). Click the element that holds it.');
      assert.deepEqual(diagnosis, { reason: 'disabled' });
    });

    for (const path of ['/boxes', '/boxes-framed'])
      it(`are checked by the label that lies over them, or stands for them: ${path}`, async () => {
        await goto(path, { waitUntil: 'load' });
        const isChecked = async (id: string) => (await done('query', { selector: `#${id}:checked` })).count === 1;
        for (const id of ['overlay', 'wrapped', 'radio', 'reader', 'none']) {
          await done('check', { selector: `#${id}` });
          assert.ok(await isChecked(id), id);
        }
        await done('check', { selector: '#reader', checked: false });
        assert.ok(!(await isChecked('reader')));
        assert.equal((await done('check', { selector: '#aria' })).checked, true);
      });

    it('are not checked where something else lies over them', async () => {
      await goto('/boxes');
      const { status, body } = await act('check', { selector: '#covered' });
      assert.deepEqual([status, body.details?.diagnosis.reason], [422, 'covered'], JSON.stringify(body));
      assert.equal(body.details.diagnosis.coveredBy.tagName, 'i');
    });

    it('are not checked where a link of their label covers them, or where they are disabled', async () => {
      await goto('/boxes');
      const terms = await act('check', { selector: '#terms' });
      assert.match(terms.body.error, /^`#terms` is covered by <a> "Terms" \(e\d+\)/);
      assert.equal(terms.body.details.diagnosis.reason, 'covered');
      for (const selector of ['#off', '#fieldset']) {
        const { body } = await act('check', { selector });
        const sentence = `\`${selector}\` is disabled. Take a snapshot to see what enables it, and do that first.`;
        assert.deepEqual([body.error, body.details.diagnosis], [sentence, { reason: 'disabled' }]);
      }
    });

    it('are clicked, hovered and checked where they are when they move for ever', async () => {
      await goto('/moving');
      for (const id of ['pulse', 'spin']) {
        await done('click', { selector: `#${id}` });
        assert.equal((await done('title')).title, id);
      }
      assert.equal((await done('hover', { selector: '#spin' })).attributes.id, 'spin');
      assert.equal((await done('check', { selector: '#box' })).checked, true);
    });

    it('are refused where they move out of the window, or from under the mouse', async () => {
      for (const [path, selector, reason] of [
        ['/moving', '#gone', 'outside'],
        ['/jumping', '#jumps', 'not_stable'],
      ] as const) {
        await goto(path);
        const { status, body } = await act('click', { selector });
        assert.deepEqual([status, body.details?.diagnosis.reason], [422, reason], JSON.stringify(body));
      }
    });

    for (const path of Object.keys(areaPages))
      it(`clicks areas of image maps: ${path}`, async () => {
        await goto(path, { waitUntil: 'load' });
        for (const id of ['rect', 'circle', 'poly', 'rest']) {
          const { visible, tagName, clickedPoint } = await done('click', { selector: `#${id}` });
          assert.deepEqual([visible, tagName], [true, 'area']);
          const { elements } = await done('query', { selector: 'body', attributes: ['title'] });
          assert.equal(elements.at(-1).attributes.title, id);
          assert.equal((await done('hover', clickedPoint)).attributes.id, id);
          assert.equal((await done('hover', { selector: `#${id}` })).attributes.id, id);
        }
        const { elements } = await done('query', { selector: 'area', fields: ['id', 'visible'] });
        assert.deepEqual(
          elements.flatMap(({ id, visible }: { id: string; visible: boolean }) => (visible ? [id] : [])),
          ['rect', 'circle', 'poly', 'rest'],
        );
        assert.equal((await done('click', { selector: 'img[usemap]' })).tagName, 'img');
      });

    it('finds areas in snapshots and by their boxes, and says what covers them', async () => {
      await goto('/areas', { waitUntil: 'load' });
      const boxes = (await done('query', { selector: '#rect, #circle', fields: ['bbox'] })).elements;
      assert.deepEqual(
        boxes.map(({ bbox }: { bbox: object }) => bbox),
        [
          { x: 20, y: 20, width: 50, height: 30 },
          { x: 140, y: 40, width: 40, height: 40 },
        ],
      );
      const { snapshot } = await done('snapshot', { interactiveOnly: true });
      const [, ref] = /link "Circle" \[ref=(e\d+)\]/.exec(snapshot) ?? [];
      assert.deepEqual((await done('click', { ref })).clickedPoint, { x: 160, y: 60 });
      const [, , sentence] = await refused('click', { selector: '#beyond' });
      assert.match(sentence, /^`#beyond` exists but is not visible/);
    });
  });
};
