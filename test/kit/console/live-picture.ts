import { once } from 'node:events';
import { liveProtocol, liveTokenPrefix } from '@tintype/contracts';
import type { Page } from 'playwright-core';
import { WebSocket } from 'ws';
import { until } from '../until.js';

/** The viewport of a session that emulates no device, in CSS pixels. */
export const sessionWidth = 1440;
const sessionHeight = 900;

/** Where a viewer's page has the picture. */
export const pictureBox = async (viewer: Page) => {
  const box = await viewer.locator('#picture').boundingBox();
  if (!box) throw new Error('The live view shows no picture.');
  return box;
};

/** Where a viewer's screen shows a point of the session's page. */
export const placeOf = async (viewer: Page, x: number, y: number): Promise<[x: number, y: number]> => {
  const box = await pictureBox(viewer);
  return [box.x + (box.width * x) / sessionWidth, box.y + (box.height * y) / sessionHeight];
};

/** Clicks into the picture at a point of the session's page. */
export const clickPicture = async (viewer: Page, x: number, y: number): Promise<void> =>
  viewer.mouse.click(...(await placeOf(viewer, x, y)));

/** `connecting`, `live`, `paused`, `ended` and so on. */
export const stateOf = (viewer: Page): Promise<string | null> => viewer.getAttribute('#stage', 'data-state');

export const showsAddress = (viewer: Page, address: string): Promise<void> =>
  until(`the live view shows ${address}`, async () => (await viewer.textContent('#url')) === address);

/** The pixel near the lower right corner of the picture. */
const readPixel = `(() => {
  const canvas = document.querySelector('canvas');
  return [...canvas.getContext('2d').getImageData(canvas.width - 20, canvas.height - 20, 1, 1).data];
})()`;

/** Which of red, green and blue is strongest there. JPEG changes colours a little. */
export const colour = async (viewer: Page): Promise<string> => {
  const [red = 0, green = 0, blue = 0] = await viewer.evaluate<number[]>(readPixel);
  if (red > 150 && green < 60) return 'red';
  if (green > 120 && red < 60) return 'green';
  return blue > 150 && red < 60 ? 'blue' : `${red},${green},${blue}`;
};

export const shows = (viewer: Page, expected: string): Promise<void> =>
  until(`the picture is ${expected}`, async () => (await colour(viewer)) === expected);

/** After its next navigation, `loseConnection` can cut the connection of this page. */
export const keepSockets = (viewer: Page): Promise<unknown> =>
  viewer.addInitScript(`{
    window.sockets = [];
    window.WebSocket = class extends WebSocket {
      constructor(...options) { super(...options); sockets.push(this); }
    };
  }`);

/** Cuts the connection, and waits until the page has made another one. */
export const loseConnection = async (viewer: Page): Promise<void> => {
  const before = await viewer.evaluate<number>('sockets.at(-1).close(), sockets.length');
  await until('the page is connected again', () =>
    viewer.evaluate<boolean>(`sockets.length > ${before} && sockets.at(-1).readyState === WebSocket.OPEN`),
  );
};

/** Plays a tab that is hidden or shown: headless ones are always shown. */
export const hide = (viewer: Page, hidden: boolean): Promise<unknown> =>
  viewer.evaluate(`Object.defineProperty(document, 'hidden', { value: ${hidden}, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'))`);

/** Counts the pictures that a page gets after its next navigation. */
export const countPictures = (viewer: Page): (() => number) => {
  let count = 0;
  viewer.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      if (typeof payload !== 'string') count += 1;
    }),
  );
  return () => count;
};

/** A client that speaks to the socket as the page does. */
export const connect = async (
  link: string,
): Promise<{ socket: WebSocket; closed: Promise<{ code: number; reason: string }> }> => {
  const url = new URL(link);
  const socket = new WebSocket(`ws://${url.host}/live/socket`, [
    liveProtocol,
    `${liveTokenPrefix}${url.hash.slice(1)}`,
  ]);
  const closed = once(socket, 'close').then(([code, reason]) => ({ code, reason: String(reason) }));
  await once(socket, 'open');
  return { socket, closed };
};
