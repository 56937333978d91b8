import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startActing } from '../../../../kit/browser-node/acting-session.js';
import { html, type PageHandler } from '../../../../kit/pages/pages.js';

const tall = (id: string, height: number) => `<div id="${id}" style="height:${height}px">x</div>`;
const locked = '<style>html,body{height:100%;overflow:hidden}</style>';
const filling = 'display:block;width:100%;height:100%;border:0';
const dialog = 'position:fixed;inset:30%;background:#fff;overflow:auto';

/** A frame of the other site fills this page. */
const framing: PageHandler = (request, response) => {
  const port = request.headers.host?.split(':')[1];
  html(`${locked}<iframe src="http://localhost:${port}/tall" style="${filling}"></iframe>`)(request, response);
};

const inner = '<button id="inside" style="position:absolute;left:20px;top:30px;width:90px;height:40px">inside</button>';
const placed = 'position:absolute;left:100px;top:50px;width:300px;height:200px;border:0';
const withFrame =
  (host: string): PageHandler =>
  (request, response) => {
    const port = request.headers.host?.split(':')[1];
    html(`<iframe id="frame" src="http://${host}:${port}/inside" style="${placed}"></iframe>`)(request, response);
  };

const pages: Record<string, PageHandler> = {
  '/inside': html(inner),
  '/same': withFrame('127.0.0.1'),
  '/other': withFrame('localhost'),
  '/tall': html(tall('end', 5000)),
  '/shadow': html(`${locked}<div id="host" style="height:100%"></div><script>
    document.querySelector('#host').attachShadow({ mode: 'open' }).innerHTML =
      '<div style="height:100%;overflow:auto">${tall('inner', 5000)}</div>';</script>`),
  '/frame': html(`${locked}<iframe src="/tall" style="${filling}"></iframe>`),
  '/other-site': framing,
  '/modal': html(`<style>body{overflow:hidden}</style>${tall('under', 4000)}
    <div style="${dialog}">${tall('terms', 3000)}<button id="accept">Accept</button></div>`),
  '/boxes': html(`${tall('before', 350)}<div style="height:100px;overflow:auto">${tall('inner', 900)}</div>
    <iframe src="/tall" style="display:block;height:100px"></iframe>${tall('after', 2000)}`),
  '/list': html(`${tall('before', 200)}<div id="box" style="height:200px;overflow:auto">${tall('inner', 900)}</div>
    ${tall('after', 3000)}`),
  '/still-frame': html(`${locked}<iframe scrolling="no" src="/tall" style="${filling}"></iframe>`),
  '/chat': html(`${locked}<div style="height:100%;overflow:auto;display:flex;flex-direction:column-reverse">
    <div><p id="first">first</p>${tall('talk', 3000)}</div></div>`),
  '/to-the-left': html('<div style="width:4000px;height:10px"></div><script>document.dir = "rtl"</script>'),
  '/pane': html(`${locked}<div style="height:100%;overflow:auto">${tall('start', 3000)}<p id="middle">x</p>
    ${tall('end', 3000)}</div>`),
  '/fixed': html(`<style>body{overflow:hidden}</style>${tall('beyond', 3000)}`),
};

export const scrollCases = (): void => {
  const { done, goto } = startActing(pages);

  describe('the wheel of a session', { timeout: 600_000 }, () => {
    const scroll = async (payload: object = {}) => {
      const { scrollX, scrollY, atEnd } = await done('scroll', payload);
      return [scrollX, scrollY, atEnd];
    };
    const open = (path: string) => goto(path, { waitUntil: 'load', vw: 1000, vh: 800 });
    const topOf = async (selector: string) =>
      (await done('query', { selector, fields: ['bbox'] })).elements[0].bbox.y as number;

    for (const [what, path, end] of [
      ['the page', '/tall', 4200],
      ['a part in a shadow tree', '/shadow', 4200],
      ['a frame that fills the page', '/frame', 4200],
      ['a frame of another site', '/other-site', 4200],
    ] as const) {
      it(`scrolls ${what}, and says when that is at its end`, async () => {
        await open(path);
        assert.deepEqual(await scroll({ amount: 500 }), [0, 500, false]);
        assert.deepEqual(await scroll({ deltaY: 700 }), [0, 1200, false]);
        assert.deepEqual(await scroll({ amount: 1e6 }), [0, end, true]);
        assert.deepEqual(await scroll({ direction: 'up', amount: 1e6 }), [0, 0, true]);
      });
    }

    it('scrolls a dialog, however small, and not the page beneath it', async () => {
      await open('/modal');
      assert.deepEqual(await scroll({ amount: 500 }), [0, 500, false]);
      assert.equal(await topOf('#under'), 0);
      assert.equal((await scroll({ amount: 1e6 }))[2], true);
      assert.ok((await topOf('#accept')) < 560);
      await done('click', { selector: '#accept' });
      assert.equal(await topOf('#under'), 0);
    });

    it('scrolls the page, and not a small box or frame in its middle', async () => {
      await open('/boxes');
      assert.deepEqual(await scroll({ amount: 100 }), [0, 100, false]);
      assert.deepEqual(await scroll({ amount: 50 }), [0, 150, false]);
      assert.equal(await topOf('#inner'), 200);
    });

    it('scrolls the box under the mouse first, then the page', async () => {
      await open('/list');
      assert.deepEqual(await scroll({ deltaY: 100 }), [0, 100, false]);
      await done('hover', { selector: '#box' });
      const [{ bbox }] = (await done('query', { selector: '#box', fields: ['bbox'] })).elements;
      assert.deepEqual(await scroll({ deltaY: 500 }), [0, 500, false]);
      assert.equal(await topOf('#box'), bbox.y);
      assert.deepEqual(await scroll({ deltaY: 1e6 }), [0, 700, true]);
      assert.deepEqual(await scroll({ deltaY: 50 }), [0, 150, false]);
      await done('scroll', { direction: 'up', amount: 1e6 });
      assert.deepEqual(await scroll({ amount: 100 }), [0, 100, false]);
    });

    it('knows what begins at its lower or right end', async () => {
      await open('/chat');
      assert.deepEqual(await scroll(), [0, 0, true]);
      assert.deepEqual(await scroll({ direction: 'up', amount: 300 }), [0, -300, false]);
      await open('/to-the-left');
      assert.deepEqual(await scroll({ direction: 'right' }), [0, 0, true]);
      assert.deepEqual(await scroll({ direction: 'left', amount: 300 }), [-300, 0, false]);
    });

    it('says where that is in which it brings an element into view', async () => {
      await open('/pane');
      const [, middle, atEnd] = await scroll({ selector: '#middle' });
      assert.ok(middle > 2000 && middle < 3100, String(middle));
      assert.equal(atEnd, false);
    });

    it('moves a page that cannot be scrolled by hand where there is nothing else', async () => {
      for (const path of ['/fixed', '/still-frame']) {
        await open(path);
        assert.deepEqual(await scroll({ amount: 300 }), path === '/fixed' ? [0, 300, false] : [0, 0, true], path);
      }
    });
  });

  describe('points in frames', { timeout: 600_000 }, () => {
    for (const path of ['/same', '/other'])
      it(`are those of what lies there: ${path}`, async () => {
        await goto(path, { waitUntil: 'load' });
        for (const [type, place] of [
          ['click', 'clickedPoint'],
          ['hover', 'hoveredPoint'],
        ] as const) {
          const answer = await done(type, { x: 150, y: 100 });
          const { tagName, elementText, attributes, boundingBox, matched, visible } = answer;
          assert.deepEqual([tagName, elementText, attributes.id], ['button', 'inside', 'inside'], type);
          assert.deepEqual([matched, visible, answer[place]], [true, true, { x: 150, y: 100 }], type);
          assert.deepEqual(boundingBox, { x: 120, y: 80, width: 90, height: 40 }, type);
        }
      });
  });
};
