import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startActing } from '../../kit/acting-session.js';
import { html, type PageHandler } from '../../kit/pages.js';

/** The other name of this machine is another site, whose frames have a process of their own. */
const framing =
  (host: string, path: string, style: string): PageHandler =>
  (request, response) => {
    const src = `http://${host}:${request.socket.localPort}${path}`;
    html(`<iframe src="${src}" style="display:block;${style}"></iframe>`)(request, response);
  };

const thick = 'border:20px solid;padding:30px;margin:10px;width:300px;height:200px';
const uneven = 'border:solid;border-width:5px 9px 3px 7px;padding:2px 4px 6px 8px;width:500px;height:400px';

/** Smaller than what it would be missed by; says where in its own window it was clicked. */
const button = `<button id="b" style="position:absolute;left:40px;top:50px;width:20px;height:20px"></button>
  <script>onclick = ({ clientX, clientY }) => { document.querySelector('#b').title = clientX + ',' + clientY; };</script>`;

describe('frames with a border', { timeout: 600_000 }, () => {
  const { done, goto } = startActing({
    '/button': html(button),
    '/same': framing('127.0.0.1', '/button', thick),
    '/other': framing('localhost', '/button', thick),
    '/other-uneven': framing('localhost', '/button', uneven),
    '/inner': framing('127.0.0.1', '/button', thick),
    '/nested': framing('localhost', '/inner', uneven),
  });
  const clickedAt = async () => (await done('query', { selector: '#b', fields: ['title'] })).elements[0].title;

  for (const [path, left, top] of [
    ['/same', 60, 60],
    ['/other', 60, 60],
    ['/other-uneven', 15, 7],
    ['/nested', 75, 67],
  ] as const) {
    it(`have what is in them where the window shows it: ${path}`, async () => {
      await goto(path, { waitUntil: 'load' });
      const box = { x: left + 40, y: top + 50, width: 20, height: 20 };
      const middle = { x: box.x + 10, y: box.y + 10 };
      const { boundingBox, clickedPoint } = await done('click', { selector: '#b' });
      assert.deepEqual([boundingBox, clickedPoint, await clickedAt()], [box, middle, '50,60']);
      const hovered = await done('hover', { selector: '#b' });
      assert.deepEqual([hovered.boundingBox, hovered.hoveredPoint], [box, middle]);
      assert.deepEqual((await done('query', { selector: '#b', fields: ['bbox'] })).elements[0].bbox, box);
      const there = await done('click', { x: box.x + 3, y: box.y + 4 });
      assert.deepEqual([there.attributes.id, there.boundingBox, await clickedAt()], ['b', box, '43,54']);
    });
  }
});
