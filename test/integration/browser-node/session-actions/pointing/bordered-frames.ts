import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startActing } from '../../../../kit/browser-node/acting-session.js';
import { html, type PageHandler } from '../../../../kit/pages/pages.js';

/** The machine's other name is another site, whose frames have their own process. */
const framing =
  (host: string, path: string, style: string): PageHandler =>
  (request, response) => {
    const src = `http://${host}:${request.socket.localPort}${path}`;
    html(`<iframe src="${src}" style="display:block;${style}"></iframe>`)(request, response);
  };

const covered =
  (host: string, path: string, style: string): PageHandler =>
  (request, response) => {
    const src = `http://${host}:${request.socket.localPort}${path}`;
    html(`<iframe src="${src}" style="display:block;${style}"></iframe>
      <div onclick="document.title = 'cover'" style="position:fixed;inset:0"></div>`)(request, response);
  };

const thick = 'border:20px solid;padding:30px;margin:10px;width:300px;height:200px';
const uneven = 'border:solid;border-width:5px 9px 3px 7px;padding:2px 4px 6px 8px;width:500px;height:400px';

/** Smaller than the error to detect. Shows where it was clicked in its own window. */
const button = `<button id="b" style="position:absolute;left:40px;top:50px;width:20px;height:20px"></button>
  <script>onclick = ({ clientX, clientY }) => { document.querySelector('#b').title = clientX + ',' + clientY; };</script>`;

/** Browsers round positions in frames, which can lose a pixel. */
const isNear = (seen: object, wanted: object, maxDifference = 0.1) => {
  for (const [name, value] of Object.entries(wanted))
    assert.ok(
      Math.abs((seen as Record<string, number>)[name]! - value) <= maxDifference,
      JSON.stringify([seen, wanted]),
    );
};

const half = 'transform:scale(.5)';

export const borderedFrameCases = (): void => {
  describe('frames with a border', { timeout: 600_000 }, () => {
    const { act, done, goto } = startActing({
      '/button': html(button),
      '/same': framing('127.0.0.1', '/button', thick),
      '/other': framing('localhost', '/button', thick),
      '/other-uneven': framing('localhost', '/button', uneven),
      '/inner': framing('127.0.0.1', '/button', thick),
      '/nested': framing('localhost', '/inner', uneven),
      '/scaled': framing('127.0.0.1', '/button', `${thick};${half}`),
      '/other-scaled': framing('localhost', '/button', `${thick};${half}`),
      '/other-turned': framing('localhost', '/button', `${thick};transform:rotate(90deg)`),
      '/zoomed': framing('127.0.0.1', '/button', `${thick};zoom:.5`),
      '/other-zoomed': framing('localhost', '/button', `${thick};zoom:.5`),
      '/nested-scaled': framing('localhost', '/scaled', `${uneven};scale:.5;transform-origin:0 0`),
      '/covered': covered('localhost', '/button', `${thick};${half}`),
    });
    const boxOf = async () => (await done('query', { selector: '#b', fields: ['bbox'] })).elements[0].bbox;
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
        assert.deepEqual(await boxOf(), box);
        const there = await done('click', { x: box.x + 3, y: box.y + 4 });
        assert.deepEqual([there.attributes.id, there.boundingBox, await clickedAt()], ['b', box, '43,54']);
      });
    }

    for (const [path, x, y, size, deviceScaleFactor] of [
      ['/scaled', 155, 135, 10, 1],
      ['/other-scaled', 155, 135, 10, 2],
      ['/other-turned', 240, 50, 20, 1],
      ['/zoomed', 50, 55, 10, 2],
      ['/other-zoomed', 50, 55, 10, 1],
      ['/nested-scaled', 85, 71, 5, 1],
    ] as const)
      it(`have it there when they are transformed or zoomed: ${path} at scale ${deviceScaleFactor}`, async () => {
        await goto(path, { waitUntil: 'load', deviceScaleFactor });
        const box = { x, y, width: size, height: size };
        const middle = { x: x + size / 2, y: y + size / 2 };
        const isClicked = async () => {
          const [clientX, clientY] = (await clickedAt()).split(',').map(Number);
          isNear({ clientX, clientY }, { clientX: 50, clientY: 60 }, 1);
        };
        isNear(await boxOf(), box);
        const { boundingBox, clickedPoint } = await done('click', { selector: '#b' });
        isNear(boundingBox, box);
        isNear(clickedPoint, middle);
        await isClicked();
        const hovered = await done('hover', { selector: '#b' });
        isNear(hovered.hoveredPoint, middle);
        const there = await done('click', middle);
        assert.equal(there.attributes.id, 'b');
        isNear(there.boundingBox, box);
        await isClicked();
      });

    it('are not clicked in where something lies over them when they are transformed', async () => {
      await goto('/covered', { waitUntil: 'load' });
      const { status, body } = await act('click', { selector: '#b' });
      assert.deepEqual([status, body.details?.diagnosis.reason], [422, 'covered'], JSON.stringify(body));
      assert.equal((await done('title')).title, 'test');
    });
  });
};
